import { canonicalJsonHash } from '../../lib/hashed-json.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { ResourceFieldChange } from '../audit/audited-act.ts'
import type { DeclaredIntent } from '../intents/intent.ts'
import type { SubscriptionState } from '../subscription.ts'
import type { ChallengeState } from './challenge.ts'
import { sharedChallengeFields } from './challenge-consequences.ts'
import type { ChangeRequestState } from './change-request.ts'
import { changeRequestDetails } from './change-request-consequences.ts'

/**
 * The subject of a decision, in the fields of the answer about it (contract, section 9, "What was shown"). Its hash names it: a decision
 * about another subject than the one that was shown is refused. Names of people and cards, the end of the wait and who has bought where are
 * shown, too, but are not part of the subject, because they change without a change of the purchase that is decided about.
 */
export type DecisionSubject = Readonly<Record<string, unknown>>

/** The `subjectHash`: SHA-256, in hexadecimal, of the subject as canonical JSON (RFC 8785). */
export const hashOfDecisionSubject = (subject: DecisionSubject): string => canonicalJsonHash(subject)

interface DeclaredSubject {
  readonly id: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly declared: DeclaredIntent
  readonly ceiling: number | null
}

export const intentSubject = ({
  id,
  customerId,
  agentId,
  cardId,
  declared,
  ceiling,
}: DeclaredSubject): DecisionSubject => ({
  ...declared,
  ...(ceiling === null ? {} : { ceiling }),
  id,
  customerId,
  agentId,
  cardId,
})

export const subscriptionSubject = (subscription: SubscriptionState): DecisionSubject => {
  const { id, customerId, agentId, cardId, declared, until } = subscription
  return { ...declared, ...(until === null ? {} : { until: isoTimestamp(until) }), id, customerId, agentId, cardId }
}

/** The subject of a decision about a change request. `changes`: what approving the request would change now. */
export const changeRequestSubject = (
  request: ChangeRequestState,
  changes: readonly ResourceFieldChange[],
): DecisionSubject => {
  const { purchase } = request
  return {
    ...withoutEnd(changeRequestDetails(request)),
    ...(purchase === null ? {} : { purchase }),
    id: request.id,
    changes,
  }
}

export const challengeSubject = (challenge: ChallengeState): DecisionSubject => ({
  ...withoutEnd(sharedChallengeFields(challenge)),
  id: challenge.id,
})

interface EndingDetails {
  readonly status: string
  readonly expiresAt: string
  readonly decidedBy?: string
  readonly note?: string
}

/** The subject of a decision from an answer about it: without the answer's fields about the status, the deadline and the decision. */
function withoutEnd(details: EndingDetails): DecisionSubject {
  const { status: _status, expiresAt: _end, decidedBy: _by, note: _note, ...subject } = details
  return subject
}

/**
 * The details of the error `subject_changed`: the present subject of the decision, and its hash. Null: the person was shown this subject,
 * or the caller does not say what was shown.
 */
export function decisionSubjectChangedDetails(subject: DecisionSubject, shown: string | undefined) {
  const now = hashOfDecisionSubject(subject)
  return shown === undefined || shown === now ? null : { subjectHash: now, subject }
}
