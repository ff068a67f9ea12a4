import { sql, type SqlBool } from 'kysely'
import { expiredIntent } from '../../domain/changes/intent.ts'
import type { Database } from '../connection/database.ts'
import { type Expiry, expireOverdueAsks } from '../asks/overdue-asks.ts'
import { intents } from '../rows/intents.ts'
import { EXPIRY, intentSaving } from './intent-saving.ts'
import { isWaitingSql } from '../statements/waiting-intents.ts'

/**
 * Expires every intent whose time is over, with its waiting approval, and records one event `intent.expired` for each. The sweeps call this
 * function, and so does every request that lists intents. Resolves with how many it has expired.
 */
export const expireOverdueIntents = (database: Database, expiry: Expiry): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: intents,
    isWaiting: sql.raw<SqlBool>(isWaitingSql),
    act: EXPIRY,
    expired: expiredIntent,
    saving: intentSaving,
  })
