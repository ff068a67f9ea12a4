import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { UnsavedChallengeChange, ChallengeState } from '../../domain/changes/challenge.ts'
import { challengeConsequences } from '../../domain/changes/challenge-consequences.ts'
import { approvalAskRowQueries, approvalAskSaveStatements } from '../asks/ask-saving.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { callIssuers } from '../issuer-calls/issuer-calls.ts'
import { challengesTable } from '../rows/challenges.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredApprovalAsk } from '../../domain/asks/ask.ts'
import { challengeLifecycle } from '../../domain/lifecycles/challenge.ts'
import { type ApprovalAskExpiryContext, expireOverdueApprovalAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/** The audit trail records the expiry of a challenge as an act of the service, even if the service noticed it during somebody's request. */
const CHALLENGE_EXPIRY = auditedActOfSystem('expireChallenge')

/**
 * Makes the statements that save new and changed challenges, with all consequences of the changes. If an issuer waits for the answer to a
 * challenge, the call to the issuer falls due. `now`: Unix milliseconds.
 */
export function challengeSaveStatements(
  changes: readonly UnsavedChallengeChange[],
  now: number,
): ResourceSaveStatements {
  const saving = approvalAskSaveStatements(SAVED, changes, now)
  const unanswered = changes.filter(({ after }) => isUnanswered(after)).map(({ after }) => after.cardId)
  return { ...saving, queries: [...saving.queries, ...callIssuers([...new Set(unanswered)])] }
}

const isUnanswered = ({ status, answerUntil, answeredAt }: ChallengeState): boolean =>
  status !== 'pending' && answerUntil !== null && answeredAt === null

const SAVED = {
  expiry: CHALLENGE_EXPIRY,
  queries: approvalAskRowQueries({ insert: challengesTable.inserting(), update: challengesTable.updating() }),
  consequences: challengeConsequences,
}

/** Expires every overdue challenge that nobody has answered. Resolves with how many it has expired. */
export const expireOverdueChallenges = (database: Database, expiry: ApprovalAskExpiryContext): Promise<number> =>
  expireOverdueApprovalAsks(database, expiry, {
    table: challengesTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: CHALLENGE_EXPIRY,
    expired: (challenge, now) => expiredApprovalAsk(challengeLifecycle, challenge, now),
    saving: challengeSaveStatements,
  })
