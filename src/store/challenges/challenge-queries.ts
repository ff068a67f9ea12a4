import { systemAct } from '../../domain/audit/record.ts'
import type { ChallengeChange, ChallengeState } from '../../domain/changes/challenge.ts'
import { challengeConsequences } from '../../domain/changes/challenge-consequences.ts'
import type { Saving } from '../changes/saving.ts'
import { callIssuers } from '../issuer-calls/issuer-calls.ts'
import { challenges } from '../rows/challenges.ts'

/** The audit trail records the expiry of a challenge as an act of the service, even if the service noticed it during somebody's request. */
export const CHALLENGE_EXPIRY = systemAct('expireChallenge')

/**
 * Makes the statements that save new and changed challenges, with all consequences of the changes. If an issuer waits for the answer to a
 * challenge, the call to the issuer falls due. `now`: Unix milliseconds.
 */
export function challengeSaving(changes: readonly ChallengeChange[], now: number): Saving {
  const followed = changes.map((change) => ({ ...change, ...challengeConsequences(change, now) }))
  const isNew = ({ before }: ChallengeChange) => before === null
  const unanswered = changes.filter(({ after }) => isUnanswered(after)).map(({ after }) => after.cardId)
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: CHALLENGE_EXPIRY } : {}) })),
    queries: [
      ...insertChallenges(followed.filter(isNew).map(({ after }) => after)),
      ...updateChallenges(followed.filter((change) => !isNew(change)).map(({ after }) => after)),
      ...callIssuers([...new Set(unanswered)]),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const isUnanswered = ({ status, answerUntil, answeredAt }: ChallengeState): boolean =>
  status !== 'pending' && answerUntil !== null && answeredAt === null

const insertChallenges = challenges.inserting()
const updateChallenges = challenges.updating()
