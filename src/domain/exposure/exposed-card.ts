import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts'
import { cardExpiry } from '../card-expiry.ts'
import { type CompiledPolicy, compilePolicy } from '../decision/compiled-policy.ts'
import { cardCooldownEndsAt } from '../decision/cooldown.ts'
import type { SpendingSubject } from '../entities.ts'
import type { Hold } from '../spend/holds.ts'
import type { ReasonLevel } from '../../contract/policy.ts'
import { boundsAutomaticSum } from '../intents/approval-past.ts'
import { intentCeiling } from '../intents/intent-ceiling.ts'
import { nextDaySubscriptionCharges } from '../subscriptions/committed.ts'
import { type LevelLimitOverTime, limitsOverTimeOfLevel } from './limit-room.ts'

/** Everything that limits the purchases of one card. */
export interface ExposedCard {
  readonly id: string
  readonly limits: readonly LevelLimitOverTime[]
  /** For how many milliseconds from now on the card can pay. 0: it cannot pay. */
  readonly length: number
  /** The most cents of one purchase with the card, increments included. Infinity: nothing limits a purchase. */
  readonly perPurchase: number
  /** The most purchases with the card in `length` milliseconds. Open holds are counted, too, because increments can still raise them. */
  readonly purchases: (length: number) => number
  /** The most cents that can be spent with the card in the next 24 hours without another approval by a person. */
  readonly unapproved: number
  /** The bound of `autoApprovePerDay`, which the card shares with others beneath the level. Null: the policy bounds no sum. */
  readonly automatic: SharedAutomaticBound | null
}

/** A bound on what is approved automatically in 24 hours beneath a level. Amounts are cents. */
export interface SharedAutomaticBound {
  readonly level: ReasonLevel
  /** The most that can be spent with the card without a further approval of any kind. */
  readonly known: number
  /** The most that may still be approved automatically beneath the level. */
  readonly room: number
}

const UNBOUNDED = Number.POSITIVE_INFINITY

/**
 * Collects everything that limits the purchases of a card from now on. `holds`: the card's open holds. Merchant lists, active hours and
 * duplicate rules limit no amount, so they do not reduce the exposure.
 */
export function exposedCard(subject: SpendingSubject, holds: readonly Hold[], now: number): ExposedCard {
  const card = subject.card as NonNullable<SpendingSubject['card']>
  const compiled = compilePolicy(subject)
  const { policy } = compiled
  const spend = subject.spend.card as NonNullable<SpendingSubject['spend']['card']>
  const owner = { level: 'card' as const, id: card.id, spend, holds }
  const expiresAt = cardExpiry(card.createdAt, policy) ?? UNBOUNDED
  const perPurchase = largestPurchase(subject, compiled)
  const newPurchases = purchasesOf(subject, compiled, now)
  return {
    id: card.id,
    limits: [...limitsOverTimeOfLevel(owner, policy.limits, now), ...limitsOverTimeOfLevel(owner, card.limits, now)],
    length: canPay(subject, holds) ? Math.max(0, expiresAt - now) : 0,
    perPurchase,
    purchases: (length) => newPurchases(length) + holds.length,
    ...unapprovedOf(subject, compiled, { holds, perPurchase, newPurchases, now }),
  }
}

/** Whether the card can still be charged. A single-use card that has paid is closed, but its open holds can still be incremented. */
function canPay({ customer, agent, card }: SpendingSubject, holds: readonly Hold[]): boolean {
  if (customer.status !== 'active' || (agent !== null && agent.status !== 'active')) return false
  return card?.status === 'active' || (card?.status === 'closed' && card.consumedAt !== null && holds.length > 0)
}

function largestPurchase(subject: SpendingSubject, { limits }: CompiledPolicy): number {
  const ofPolicy = limits.find(({ window }) => window === 'perAuth')?.limit
  const { customer, agent, card } = subject
  return Math.min(
    ofPolicy ?? UNBOUNDED,
    customer.limits.perAuth ?? UNBOUNDED,
    agent?.limits.perAuth ?? UNBOUNDED,
    card?.limits.perAuth ?? UNBOUNDED,
  )
}

/** The most new purchases of a card in a length of time, by its single use, its cooldown and its transactions per day. */
function purchasesOf(
  { card, spend }: SpendingSubject,
  { policy }: CompiledPolicy,
  now: number,
): (length: number) => number {
  if (card?.status !== 'active') return () => 0
  const single = card.usage === 'single' ? (card.consumedAt === null ? 1 : 0) : UNBOUNDED
  const { cooldownMinutes = 0, maxTransactionsPerDay = UNBOUNDED } = policy
  const pauseMs = cooldownMinutes * MINUTE_MS
  const wait =
    pauseMs === 0 || spend.card === null ? 0 : Math.max(0, cardCooldownEndsAt(spend.card, cooldownMinutes) - now)
  return (length) => {
    if (length <= wait || maxTransactionsPerDay === 0) return 0
    const byCooldown = pauseMs === 0 ? UNBOUNDED : Math.ceil((length - wait) / pauseMs)
    return Math.min(single, byCooldown, maxTransactionsPerDay * Math.ceil(length / DAY_MS))
  }
}

interface Purchasing {
  readonly holds: readonly Hold[]
  readonly perPurchase: number
  readonly newPurchases: ExposedCard['purchases']
  readonly now: number
}

/**
 * The most cents that can be spent with a card in the next 24 hours without another approval by a person. If the policy lets purchases pass that have no intent
 * or differ from their intent, no purchase needs an approval. If the policy declines such purchases, only intents count: pending intents,
 * which are approved already or needed no approval, what active subscriptions cover, and further intents below `autoApproveBelow`, which
 * need none while they stay below `autoApprovePerDay`.
 */
function unapprovedOf(
  { intents, card }: SpendingSubject,
  { policy, sources }: CompiledPolicy,
  { holds, perPurchase, newPurchases, now }: Purchasing,
): Pick<ExposedCard, 'unapproved' | 'automatic'> {
  const { requireApproval, requireIntent, onMissingIntent, onIntentMismatch, autoApproveBelow = 0 } = policy
  const isEnforced = requireIntent && onMissingIntent !== 'flag' && onIntentMismatch !== 'flag'
  if (!requireApproval || !isEnforced) return { unapproved: UNBOUNDED, automatic: null }
  const pending = intents
    .filter(({ expiresAt }) => expiresAt > now)
    .map((intent) => Math.min(perPurchase, intentCeiling(intent, policy) ?? UNBOUNDED))
  const covered = nextDaySubscriptionCharges(card?.subscriptions, now).map((amount) => Math.min(perPurchase, amount))
  const added = holds.map(({ ceiling }) => Math.min(perPurchase, ceiling ?? UNBOUNDED))
  const most = newPurchases(UNBOUNDED)
  const known = sum([...pending, ...covered].toSorted((a, b) => b - a).slice(0, most)) + sum(added)
  const free = Math.min(perPurchase, autoApproveBelow - 1)
  const further = free <= 0 || most === 0 ? 0 : free * most
  if (!boundsAutomaticSum(policy)) return { unapproved: known + further, automatic: null }
  const room = Math.max(0, (policy.autoApprovePerDay ?? 0) - 1)
  const level = sources.autoApprovePerDay ?? 'default'
  return { unapproved: known + Math.min(further, room), automatic: { level, known, room } }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
