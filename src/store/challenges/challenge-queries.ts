import { systemAct } from '../../domain/audit/audited-act.ts'
import type { ChallengeChange, ChallengeState } from '../../domain/changes/challenge.ts'
import { challengeConsequences } from '../../domain/changes/challenge-consequences.ts'
import { askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { callIssuers } from '../issuer-calls/issuer-calls.ts'
import { challengesTable } from '../rows/challenges.ts'

/** The audit trail records the expiry of a challenge as an act of the service, even if the service noticed it during somebody's request. */
export const CHALLENGE_EXPIRY = systemAct('expireChallenge')

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
  insert: challengesTable.inserting(),
  update: challengesTable.updating(),
  consequences: challengeConsequences,
}
