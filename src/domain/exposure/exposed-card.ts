import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts'
import { cardExpiry } from '../card-expiry.ts'
import { type CompiledPolicy, compilePolicy } from '../decision/compiled-policy.ts'
import { cooldownEnd } from '../decision/cooldown.ts'
import type { Subject } from '../entities.ts'
import type { Hold } from '../spend/holds.ts'
import { intentCeiling } from '../intents/intent-ceiling.ts'
import { type TimedLimit, timedLimits } from './limit-room.ts'

/** What bounds the purchases of one card. */
export interface ExposedCard {
  readonly id: string
  readonly limits: readonly TimedLimit[]
  /** Milliseconds from now on in which it can pay; 0: it cannot. */
  readonly length: number
  /** Most cents of one purchase, with all that is added to it. */
  readonly perPurchase: number
  /** Most purchases in so many milliseconds, with those that can still be added to. */
  readonly purchases: (length: number) => number
  /** Most cents that no person has to approve any more, ever. */
  readonly unapproved: number
}

const UNBOUNDED = Number.POSITIVE_INFINITY

/** `holds`: of the card. Lists, hours and duplicates bound no amount: what they leave can be bought. */
export function exposedCard(subject: Subject, holds: readonly Hold[], now: number): ExposedCard {
  const card = subject.card as NonNullable<Subject['card']>
  const compiled = compilePolicy(subject)
  const { policy } = compiled
  const spend = subject.spend.card as NonNullable<Subject['spend']['card']>
  const owner = { level: 'card' as const, id: card.id, spend, holds }
  const expiresAt = cardExpiry(card.createdAt, policy) ?? UNBOUNDED
  const perPurchase = largestPurchase(subject, compiled)
  const newPurchases = purchasesOf(subject, compiled, now)
  return {
    id: card.id,
    limits: [...timedLimits(owner, policy.limits, now), ...timedLimits(owner, card.limits, now)],
    length: canPay(subject, holds) ? Math.max(0, expiresAt - now) : 0,
    perPurchase,
    purchases: (length) => newPurchases(length) + holds.length,
    unapproved: unapprovedOf(subject, compiled, { holds, perPurchase, newPurchases, now }),
  }
}

/** A single-use card that has paid is closed, and what it has paid can still be added to. */
function canPay({ customer, agent, card }: Subject, holds: readonly Hold[]): boolean {
  if (customer.status !== 'active' || (agent !== null && agent.status !== 'active')) return false
  return card?.status === 'active' || (card?.status === 'closed' && card.consumedAt !== null && holds.length > 0)
}

function largestPurchase(subject: Subject, { limits }: CompiledPolicy): number {
  const ofPolicy = limits.find(({ window }) => window === 'perAuth')?.limit
  const { customer, agent, card } = subject
  return Math.min(
    ofPolicy ?? UNBOUNDED,
    customer.limits.perAuth ?? UNBOUNDED,
    agent?.limits.perAuth ?? UNBOUNDED,
    card?.limits.perAuth ?? UNBOUNDED,
  )
}

/** Further purchases in so many milliseconds: of a single-use card, by its cooldown, by its transactions a day. */
function purchasesOf({ card, spend }: Subject, { policy }: CompiledPolicy, now: number): (length: number) => number {
  if (card?.status !== 'active') return () => 0
  const single = card.usage === 'single' ? (card.consumedAt === null ? 1 : 0) : UNBOUNDED
  const { cooldownMinutes = 0, maxTransactionsPerDay = UNBOUNDED } = policy
  const pauseMs = cooldownMinutes * MINUTE_MS
  const wait = pauseMs === 0 || spend.card === null ? 0 : Math.max(0, cooldownEnd(spend.card, cooldownMinutes) - now)
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
 * What is bought without an intent, or beside it, needs nobody unless the policy declines it. Where it does: what is pending was
 * approved or needed nobody, and so does every further intent below `autoApproveBelow`.
 */
function unapprovedOf(
  { intents }: Subject,
  { policy }: CompiledPolicy,
  { holds, perPurchase, newPurchases, now }: Purchasing,
): number {
  const { requireApproval, requireIntent, onMissingIntent, onIntentMismatch, autoApproveBelow = 0 } = policy
  const isEnforced = requireIntent && onMissingIntent !== 'flag' && onIntentMismatch !== 'flag'
  if (!requireApproval || !isEnforced) return UNBOUNDED
  const pending = intents
    .filter(({ expiresAt }) => expiresAt > now)
    .map((intent) => Math.min(perPurchase, intentCeiling(intent, policy) ?? UNBOUNDED))
  const added = holds.map(({ ceiling }) => Math.min(perPurchase, ceiling ?? UNBOUNDED))
  const most = newPurchases(UNBOUNDED)
  const known = sum(pending.toSorted((a, b) => b - a).slice(0, most)) + sum(added)
  const free = Math.min(perPurchase, autoApproveBelow - 1)
  return known + (free <= 0 || most === 0 ? 0 : free * most)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
