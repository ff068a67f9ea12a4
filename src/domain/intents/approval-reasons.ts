import type { ApprovalReason, ApprovalRuleName } from '../../contract/resources/intents/approval-reasons.ts'
import { isoTimestamp, MINUTE_MS } from '../../lib/clock.ts'
import type { EffectivePolicy } from '../decision/cascade.ts'
import { compileMerchant, isSameMerchant } from '../merchant-match/merchant-match.ts'
import { minutesInWords } from '../minutes.ts'
import { formatMoney } from '../money.ts'
import { intentNeedsApproval } from './approval.ts'
import {
  type ApprovalPast,
  boundsAutomaticSum,
  type BuyingCard,
  type PersonRejection,
  rejectionMemoryMs,
} from './approval-past.ts'

/** A purchase or subscription that is declared. Amounts are cents of `currency`. Undefined: the declaration does not say. */
export interface DeclaredPurchase extends BuyingCard {
  readonly amount: number | undefined
  readonly merchant: string | undefined
  readonly origin: string | undefined
  readonly currency: string
  /** `raise`: a subscription that takes more from its merchant than was agreed to, for which `autoApproveBelow` approves nothing. */
  readonly kind: 'purchase' | 'subscription' | 'raise'
}

/** Everything beside the purchase itself by which a declaration is judged. */
export interface JudgingDeclaration {
  readonly effective: Pick<EffectivePolicy, 'policy' | 'sources'>
  readonly past: ApprovalPast
  /** Cents that were approved automatically in the last 24 hours beneath the level that sets `autoApprovePerDay`. */
  readonly automatic: number
  /** Whether the customer has not bought at the merchant yet, or the declaration names none. */
  readonly isNewMerchant: boolean
  /** The moment of the declaration, in Unix milliseconds. */
  readonly now: number
}

/**
 * Why a person has to decide about a declaration, by the rules of the policy (contract, section 9). Empty: it is approved automatically. The
 * messages say what was so at the declaration.
 */
export function approvalReasons(purchase: DeclaredPurchase, judging: JudgingDeclaration): ApprovalReason[] {
  return [
    byThreshold(purchase, judging),
    byRejection(purchase, judging),
    byAutomaticSum(purchase, judging),
    byNewMerchant(purchase, judging),
    // A subscription that names no site sends the card number nowhere: its first charge does, and is judged when it is declared.
    purchase.kind === 'purchase' || purchase.origin !== undefined ? newOriginReason(purchase.origin, judging) : null,
  ].filter((reason) => reason !== null)
}

const reasonOf = (
  { effective }: Pick<JudgingDeclaration, 'effective'>,
  rule: ApprovalRuleName,
  words: Omit<ApprovalReason, 'rule' | 'level'>,
): ApprovalReason => ({ rule, level: effective.sources[rule] ?? 'default', ...words })

function byThreshold({ amount, currency, kind }: DeclaredPurchase, judging: JudgingDeclaration): ApprovalReason | null {
  const { policy } = judging.effective
  if (!intentNeedsApproval(policy, kind === 'raise' ? undefined : amount)) return null
  const { autoApproveBelow: limit = 0 } = policy
  if (limit === 0) return reasonOf(judging, 'requireApproval', { message: 'A person approves every purchase.' })
  const message =
    kind === 'raise'
      ? 'It takes more from the shop than was agreed to.'
      : amount === undefined
        ? 'The purchase names no amount.'
        : `Purchases of ${formatMoney(limit, currency)} or more wait for a person.`
  return reasonOf(judging, 'autoApproveBelow', { message, limit })
}

function byNewMerchant({ merchant, kind }: DeclaredPurchase, judging: JudgingDeclaration): ApprovalReason | null {
  if (judging.effective.policy.newMerchant !== 'approve' || !judging.isNewMerchant) return null
  const message =
    kind !== 'purchase'
      ? 'A person approves every subscription.'
      : merchant === undefined
        ? 'The purchase names no shop.'
        : 'First purchase at this shop.'
  return reasonOf(judging, 'newMerchant', { message })
}

function byRejection(purchase: DeclaredPurchase, judging: JudgingDeclaration): ApprovalReason | null {
  const { effective, past, now } = judging
  const since = now - rejectionMemoryMs(effective.policy)
  const [rejection] = past.rejections
    .filter((each) => each.at > since && isRejectedBefore(purchase, each))
    .toSorted((one, other) => other.at - one.at)
  if (rejection === undefined) return null
  const { amount, at } = rejection
  const what = amount === null ? 'a purchase' : formatMoney(amount, purchase.currency)
  return reasonOf(judging, 'rejectionMemoryHours', {
    message: `A person said no to ${what} at this shop ${timeInWords(now - at)} before.`,
    ...(amount === null ? {} : { amount }),
    at: isoTimestamp(at),
  })
}

const MINUTES_PER_HOUR = 60

function timeInWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'less than a minute'
  return minutesInWords(minutes < MINUTES_PER_HOUR ? minutes : minutes - (minutes % MINUTES_PER_HOUR))
}

/**
 * Whether a purchase is one that a person has rejected before: at the same shop, of at most the rejected amount and its tolerance. A site
 * names a shop, too. A declaration or a rejection of an agent that names no shop may be about any shop of this agent.
 */
function isRejectedBefore(purchase: DeclaredPurchase, rejection: PersonRejection): boolean {
  const { amount, merchant, origin, agentId, cardId } = purchase
  if (amount !== undefined && rejection.most !== null && amount > rejection.most) return false
  if (merchant === undefined || rejection.merchant === null) {
    return agentId === null ? cardId === rejection.cardId : agentId === rejection.agentId
  }
  return (
    (origin !== undefined && origin === rejection.origin) ||
    isSameMerchant(compileMerchant(merchant), compileMerchant(rejection.merchant))
  )
}

function byAutomaticSum(
  { amount = 0, currency }: DeclaredPurchase,
  judging: JudgingDeclaration,
): ApprovalReason | null {
  const { effective, automatic } = judging
  const { autoApprovePerDay: limit = 0 } = effective.policy
  if (!boundsAutomaticSum(effective.policy) || automatic + amount < limit) return null
  const money = (cents: number) => formatMoney(cents, currency)
  const message = `Approved automatically in the 24 hours before: ${money(automatic)} of ${money(limit)}.`
  return reasonOf(judging, 'autoApprovePerDay', { message, amount: automatic, limit })
}

/** The reason that a purchase is the customer's first at its origin, or names none. Null: the policy does not ask, or it is not the first. */
export function newOriginReason(
  origin: string | undefined,
  judging: Pick<JudgingDeclaration, 'effective' | 'past'>,
): ApprovalReason | null {
  if (judging.effective.policy.newOrigin !== 'approve') return null
  if (origin === undefined) {
    return reasonOf(judging, 'newOrigin', {
      message: 'The purchase does not name the site where the card number may be entered.',
    })
  }
  return judging.past.knownOrigins.has(origin)
    ? null
    : reasonOf(judging, 'newOrigin', { message: `First purchase at ${new URL(origin).host}.` })
}

/**
 * The most that an intent may come to which is approved automatically now, so that the sum stays below `autoApprovePerDay`. Infinity: the
 * policy bounds no sum.
 */
export const automaticRoom = ({ effective: { policy }, automatic }: JudgingDeclaration): number =>
  boundsAutomaticSum(policy) ? (policy.autoApprovePerDay ?? 0) - 1 - automatic : Number.POSITIVE_INFINITY
