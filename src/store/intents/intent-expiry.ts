import { sql, type SqlBool } from 'kysely'
import { expiredIntent } from '../../domain/changes/intent.ts'
import type { Database } from '../connection/database.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import { intentsTable } from '../rows/intents.ts'
import { INTENT_EXPIRY_ACT, intentSaveStatements } from './intent-saving.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

/**
 * Expires every intent whose time is over, with its waiting approval, and records one event `intent.expired` for each. The sweeps call this
 * function, and so does every request that lists intents. Resolves with how many it has expired.
 */
export const expireOverdueIntents = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: intentsTable,
    isWaiting: sql.raw<SqlBool>(isIntentWaitingSql),
    act: INTENT_EXPIRY_ACT,
    expired: expiredIntent,
    saving: intentSaveStatements,
  })
