import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import { type ApprovalAskChange, approvalAskDecisionChange } from '../asks/ask.ts'
import type { Merchant } from '../entities.ts'
import type { IntentState } from '../intents/intent.ts'
import { challengeLifecycle } from '../lifecycles/challenge.ts'

/** An issuer's question whether the cardholder agrees to a purchase. Times are Unix milliseconds. */
export interface ChallengeState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly issuer: string
  /** The issuer's id of the challenged purchase's authentication. */
  readonly reference: string
  readonly status: ChallengeStatus
  /** The amount of the challenged purchase, in minor units of `currency`. Null: the issuer names no amount. */
  readonly amount: number | null
  readonly currency: string | null
  /** The amount that the shop asks for. Null: it asks in the currency of `amount`, or the issuer names no amount in the card's currency. */
  readonly merchantAmount: number | null
  readonly merchantCurrency: string | null
  readonly merchant: Merchant
  /** The intent that answered the challenge, or whose approval answers it. Null: no single intent fits. */
  readonly intentId: string | null
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  /** Until when a person can decide about the challenge. */
  readonly expiresAt: number
  /** Until when the issuer takes an answer to the challenge by a call of its API. Null: the issuer has not asked for such an answer. */
  readonly answerUntil: number | null
  /** When the issuer took the answer to the challenge by a call. Null: it took none. */
  readonly answeredAt: number | null
  /** Why the issuer refused the answer to the challenge. Null: it refused none. */
  readonly answerError: string | null
  readonly createdAt: number
}

/** A change of a challenge. `challengeConsequences` gives its audit entry and events. */
export type UnsavedChallengeChange = ApprovalAskChange<ChallengeState>

/** The fields that are set on a challenge when it is decided. */
export interface ChallengeOutcomeFields extends Pick<ChallengeState, 'decidedBy' | 'note'> {
  readonly status: 'approved' | 'declined'
  readonly decidedAt: number
}

/** Makes the change that ends a challenge by a decision. Null: the challenge was decided already, or its time is over. */
export const endedChallenge = (before: ChallengeState, end: ChallengeOutcomeFields): UnsavedChallengeChange | null =>
  approvalAskDecisionChange(challengeLifecycle, before, { set: end, now: end.decidedAt })

const openAfterApproval: ReadonlySet<IntentState['status']> = new Set(['pending', 'matched', 'mismatched'])

/**
 * Makes the change of a challenge whose intent waited for a person: an approval of the intent approves it, any other end of the wait
 * declines it. Null: the intent still waits, or the challenge has ended. `now`: Unix milliseconds.
 */
export function challengeChangeAfterIntentWait(
  before: ChallengeState,
  intent: IntentState,
  now: number,
): UnsavedChallengeChange | null {
  if (intent.status === 'pending_approval') return null
  return endedChallenge(before, {
    status: openAfterApproval.has(intent.status) ? 'approved' : 'declined',
    ...deciderOf(intent),
    decidedAt: now,
  })
}

/** The person or key that decided about an intent, and the note. A person who took back the approval has the last word. */
const deciderOf = ({ decidedBy, decisionNote, revokedBy, revocationReason }: IntentState) =>
  revokedBy === null ? { decidedBy, note: decisionNote } : { decidedBy: revokedBy, note: revocationReason }

/** Milliseconds before an issuer's deadline at which a challenge expires, so that the issuer gets the answer in time. */
const ANSWER_MS = 5000

/** Until when somebody can decide about a challenge: a little before the issuer stops waiting. All times are Unix milliseconds. */
export const challengeDecidableUntil = (answerUntil: number, now: number): number =>
  Math.max(now, answerUntil - Math.min(ANSWER_MS, Math.floor((answerUntil - now) / 4)))

/**
 * Makes the change of a challenge whose issuer now asks for an answer by a call, and says until when. Null: the issuer has asked for it
 * before. An answer that was given at once did not count, because the issuer still asks.
 */
export const challengeWithDeadline = (
  before: ChallengeState,
  answerUntil: number,
  now: number,
): UnsavedChallengeChange | null =>
  before.answerUntil !== null
    ? null
    : {
        before,
        after: {
          ...before,
          answerUntil,
          answeredAt: null,
          expiresAt: before.status === 'pending' ? challengeDecidableUntil(answerUntil, now) : before.expiresAt,
        },
        isByTime: false,
      }
