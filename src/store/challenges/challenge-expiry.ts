import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { challengeLife } from '../../domain/lifecycles/challenge.ts'
import { type Expiry, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { CHALLENGE_EXPIRY, challengeSaving } from './challenge-queries.ts'
import { challenges } from '../rows/challenges.ts'

/** Expires every overdue challenge that nobody has answered. Resolves with how many it has expired. */
export const expireOverdueChallenges = (database: Database, expiry: Expiry): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: challenges,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: CHALLENGE_EXPIRY,
    expired: (challenge, now) => expiredAsk(challengeLife, challenge, now),
    saving: challengeSaving,
  })
