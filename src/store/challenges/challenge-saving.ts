import { systemAct } from '../../domain/audit/audited-act.ts'
import type { ChallengeChange, ChallengeState } from '../../domain/changes/challenge.ts'
import { challengeConsequences } from '../../domain/changes/challenge-consequences.ts'
import { askRowQueries, askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { callIssuers } from '../issuer-calls/issuer-calls.ts'
import { challengesTable } from '../rows/challenges.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { challengeLifecycle } from '../../domain/lifecycles/challenge.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/** The audit trail records the expiry of a challenge as an act of the service, even if the service noticed it during somebody's request. */
const CHALLENGE_EXPIRY = systemAct('expireChallenge')

/**
 * Makes the statements that save new and changed challenges, with all consequences of the changes. If an issuer waits for the answer to a
 * challenge, the call to the issuer falls due. `now`: Unix milliseconds.
 */
export function challengeSaveStatements(changes: readonly ChallengeChange[], now: number): SaveStatements {
  const saving = askSaveStatements(SAVED, changes, now)
  const unanswered = changes.filter(({ after }) => isUnanswered(after)).map(({ after }) => after.cardId)
  return { ...saving, queries: [...saving.queries, ...callIssuers([...new Set(unanswered)])] }
}

const isUnanswered = ({ status, answerUntil, answeredAt }: ChallengeState): boolean =>
  status !== 'pending' && answerUntil !== null && answeredAt === null

const SAVED = {
  expiry: CHALLENGE_EXPIRY,
  queries: askRowQueries({ insert: challengesTable.inserting(), update: challengesTable.updating() }),
  consequences: challengeConsequences,
}

/** Expires every overdue challenge that nobody has answered. Resolves with how many it has expired. */
export const expireOverdueChallenges = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: challengesTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: CHALLENGE_EXPIRY,
    expired: (challenge, now) => expiredAsk(challengeLifecycle, challenge, now),
    saving: challengeSaveStatements,
  })
