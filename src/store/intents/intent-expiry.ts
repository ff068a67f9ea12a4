import { sql, type SqlBool } from 'kysely'
import { expiredIntent } from '../../domain/changes/intent.ts'
import type { Database } from '../connection/database.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'
import { intents } from '../rows/intents.ts'
import { givenIds } from '../statements/given-rows.ts'
import { saveChanges } from '../changes/save-changes.ts'
import { EXPIRY, intentSaving } from './intent-saving.ts'
import { isWaitingSql } from '../statements/waiting-intents.ts'

const stillWaiting = sql.raw<SqlBool>(isWaitingSql)

/**
 * Expires every intent whose time is over, with its waiting approval, and records one event `intent.expired` for each. The sweeps call this
 * function, and so does every request that lists intents. Resolves with how many it has expired.
 */
export const expireOverdueIntents = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, { table: 'intents', isWaiting: stillWaiting, act: EXPIRY, end: expireIntents })

/** Expires those of the given intents that are overdue. Resolves with how many it has expired. */
async function expireIntents(locked: LockedCustomers, ids: readonly string[], now: number): Promise<number> {
  const rows = await locked.tx
    .selectFrom(givenIds(ids))
    .innerJoin('intents', (on) => on.onRef('intents.bucket', '=', 'given.bucket').onRef('intents.id', '=', 'given.id'))
    .selectAll('intents')
    .execute()
  const changes = rows.flatMap((row) => expiredIntent(intents.state(row), now) ?? [])
  if (changes.length > 0) await saveChanges(locked, [intentSaving(changes, now)])
  return changes.length
}
