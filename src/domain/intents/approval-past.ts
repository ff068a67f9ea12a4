import type { Policy, ReasonLevel } from '../../contract/policy.ts'
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { EffectivePolicy } from '../decision/cascade.ts'
import type { IntentState } from './intent.ts'

/** The card of a purchase, with its agent. */
export interface BuyingCard {
  readonly agentId: string | null
  readonly cardId: string
}

/** A purchase or subscription that a person has rejected, or whose approval was taken back. Amounts are cents. */
export interface PersonRejection extends BuyingCard {
  readonly merchant: string | null
  readonly origin: string | null
  /** The amount that was asked for. Null: none was named. */
  readonly amount: number | null
  /** The most that could have been bought: the amount and its tolerance. Null: any amount. */
  readonly most: number | null
  /** When it was rejected, in Unix milliseconds. */
  readonly at: number
}

/** Cents that were approved automatically with a card in the last 24 hours. */
export interface AutomaticApprovals extends BuyingCard {
  readonly amount: number
}

/** The facts about a customer's past by which a declaration may need a person: those that the policies in question ask about. */
export interface ApprovalPast {
  readonly rejections: readonly PersonRejection[]
  readonly automatic: readonly AutomaticApprovals[]
  /** Those of the declared origins where a purchase of the customer has matched an intent. */
  readonly knownOrigins: ReadonlySet<string>
}

export const noApprovalPast: ApprovalPast = { rejections: [], automatic: [], knownOrigins: new Set() }

type AskingPolicy = EffectivePolicy['policy']

/** Whether a policy has intents approved automatically, and bounds their sum. */
export const boundsAutomaticSum = ({ requireApproval, autoApproveBelow = 0, autoApprovePerDay }: Policy): boolean =>
  requireApproval === true && autoApproveBelow > 0 && autoApprovePerDay !== undefined

/** The time for which a policy remembers rejections, in milliseconds. 0: it remembers none, or no person approves anything. */
export const rejectionMemoryMs = (policy: AskingPolicy): number =>
  policy.requireApproval || policy.newMerchant === 'approve' || policy.newOrigin === 'approve'
    ? policy.rejectionMemoryHours * HOUR_MS
    : 0

/** A question about the past of a customer. Times are Unix milliseconds. */
export interface ApprovalPastQuestion {
  readonly customerId: string
  readonly now: number
  /** From when on rejections are asked for. Null: the policy remembers none. */
  readonly rejectedSince: number | null
  /** Whether it is asked what was approved automatically. */
  readonly asksAutomatic: boolean
  /** The declared origin, if it is asked whether the customer has bought there. */
  readonly origin: string | null
}

/** The question about a customer's past on which the judgement of a declaration under a policy depends. Null: it depends on nothing. */
export function approvalPastQuestion(
  policy: AskingPolicy,
  { customerId, origin, now }: { customerId: string; origin: string | undefined; now: number },
): ApprovalPastQuestion | null {
  const memoryMs = rejectionMemoryMs(policy)
  const question = {
    customerId,
    now,
    rejectedSince: memoryMs > 0 ? now - memoryMs : null,
    asksAutomatic: boundsAutomaticSum(policy),
    origin: policy.newOrigin === 'approve' ? (origin ?? null) : null,
  }
  return question.rejectedSince === null && !question.asksAutomatic && question.origin === null ? null : question
}

/**
 * The cents for which an intent counts as approved automatically: its ceiling, while its purchase can come or has come. An intent that was
 * canceled or has expired without a purchase counts nothing.
 */
export function automaticAmount({ autoApprovedAt, status, ceiling, expiresAt }: IntentState, now: number): number {
  if (autoApprovedAt === null || autoApprovedAt <= now - DAY_MS) return 0
  const counts = status === 'matched' || status === 'mismatched' || (status === 'pending' && expiresAt > now)
  return counts ? (ceiling ?? 0) : 0
}

/** Makes the test of whether what happened with a card is beneath a level of one card: the card itself, its agent or its customer. */
export const isBeneathLevel =
  ({ cardId, agentId }: BuyingCard, level: ReasonLevel | undefined) =>
  (other: BuyingCard): boolean =>
    level === 'card' ? other.cardId === cardId : level === 'agent' ? other.agentId === agentId : true

/** The cents that were approved automatically beneath a level. */
export const automaticSum = ({ automatic }: ApprovalPast, isBeneath: (approved: BuyingCard) => boolean): number =>
  automatic.filter(isBeneath).reduce((sum, { amount }) => sum + amount, 0)

/** The rejection of an intent, or of its approval. Null: nobody said no. */
export function rejectionOfIntent(intent: IntentState): PersonRejection | null {
  const { agentId, cardId, status, declared, ceiling, decidedAt, canceledAt, revokedBy } = intent
  const at = revokedBy === null ? decidedAt : canceledAt
  if ((status !== 'rejected' && revokedBy === null) || at === null) return null
  return {
    agentId,
    cardId,
    merchant: declared.expectedMerchant ?? null,
    origin: declared.expectedOrigin ?? null,
    amount: declared.expectedAmount ?? null,
    most: ceiling,
    at,
  }
}
