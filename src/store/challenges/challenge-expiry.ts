import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { challengeLifecycle } from '../../domain/lifecycles/challenge.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { CHALLENGE_EXPIRY, challengeSaveStatements } from './challenge-queries.ts'
import { challengesTable } from '../rows/challenges.ts'

/** Expires every overdue challenge that nobody has answered. Resolves with how many it has expired. */
export const expireOverdueChallenges = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: challengesTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: CHALLENGE_EXPIRY,
    expired: (challenge, now) => expiredAsk(challengeLifecycle, challenge, now),
    saving: challengeSaveStatements,
  })
