import { sql, type SqlBool } from 'kysely'
import { expiredChallenge } from '../../domain/changes/challenge.ts'
import { saveChanges } from '../changes/save-changes.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'
import { CHALLENGE_EXPIRY, challengeSaving } from './challenge-queries.ts'
import { challengesById } from './challenges-by-id.ts'

const isWaiting = sql<SqlBool>`status = 'pending'`

/** Expires every overdue challenge that nobody has answered. Resolves with how many it has expired. */
export const expireOverdueChallenges = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, { table: 'challenges', isWaiting, act: CHALLENGE_EXPIRY, end: expireChallenges })

/** Expires those of the given challenges that are overdue. Resolves with how many it has expired. */
async function expireChallenges(locked: LockedCustomers, ids: readonly string[], now: number): Promise<number> {
  const changes = (await challengesById(locked.tx, ids)).flatMap((challenge) => expiredChallenge(challenge, now) ?? [])
  if (changes.length > 0) await saveChanges(locked, [challengeSaving(changes, now)])
  return changes.length
}
