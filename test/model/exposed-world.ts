import type { Limits, Policy } from '../../src/contract/policy.ts'
import type { AgentState, CardState, CustomerState, PendingIntent, SpendingSubject } from '../../src/domain/entities.ts'
import type { ExposureInputs } from '../../src/domain/exposure/exposure.ts'
import { emptyLevelSpend, recordApproval, type LevelSpend } from '../../src/domain/spend/spend-windows.ts'
import type { LoadedSubscription } from '../../src/domain/subscription.ts'
import { day, minute } from './history.ts'
import { periodStart } from './subscriptions.ts'
import type { Random } from './random.ts'

/** A customer with agents and cards, and what was bought before. */
export interface ExposedWorld {
  readonly now: number
  readonly customer: CustomerState
  readonly agents: readonly AgentState[]
  readonly cards: readonly CardState[]
  /** Pending, by card. */
  readonly intents: ReadonlyMap<string, readonly PendingIntent[]>
  /** Oldest first. */
  readonly bought: readonly Bought[]
}

export interface Bought {
  readonly cardId: string
  readonly at: number
  readonly amount: number
  /** Neither captured nor given back yet. */
  readonly isOpen: boolean
}

export interface Wishes {
  /** Nothing but caps, limits of cards, and cards that pay once. */
  readonly isPlain: boolean
  readonly windows: readonly (keyof Limits)[]
}

export function randomWorld(random: Random, { isPlain, windows }: Wishes): ExposedWorld {
  const now = Date.UTC(2026, 10, isPlain ? random.between(2, 20) : random.between(1, 30)) + random.between(0, day - 1)
  const limits = (probability: number): Limits =>
    Object.fromEntries(
      windows.flatMap((window) => (random.chance(probability) ? [[window, random.between(0, 40) * 25]] : [])),
    )
  const policy = (): Policy => (isPlain ? {} : randomPolicy(random, limits))
  const status = <T>(active: T, other: T) => (!isPlain && random.chance(0.08) ? other : active)
  const customer: CustomerState = {
    id: 'cust',
    accountId: 'acct',
    currency: 'USD',
    status: status('active', 'suspended'),
    policy: policy(),
    limits: limits(0.4),
  }
  const agents = Array.from({ length: random.between(1, 2) }, (_, n): AgentState => {
    return { id: `agt_${n}`, status: status('active', 'paused'), policy: policy(), limits: limits(0.3) }
  })
  const cards = Array.from({ length: random.between(1, 4) }, (_, n): CardState => {
    const own = isPlain ? { limits: limits(0.4) } : policy()
    return {
      id: `card_${n}`,
      accountId: 'acct',
      customerId: 'cust',
      agentId: random.chance(0.2) ? null : random.pick(agents).id,
      status: status('active', random.pick(['frozen', 'closed'] as const)),
      usage: random.chance(0.2) ? 'single' : 'multi',
      last4: '0000',
      policy: own,
      limits: limits(0.3),
      createdAt: now - random.between(0, 3 * day),
      expiresAt: null,
      merchantLock: null,
      consumedAt: null,
      firstSpendAt: null,
      failedCredentials: [],
      ...(!isPlain && random.chance(0.4)
        ? { subscriptions: [subscription(random, now, 0), subscription(random, now, 1)] }
        : {}),
    }
  })
  return withPast(random, { now, customer, agents, cards, intents: new Map(), bought: [] }, isPlain)
}

function randomPolicy(random: Random, limits: (probability: number) => Limits): Policy {
  const enforced = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' } as const
  return {
    ...(random.chance(0.5) ? { limits: limits(0.4) } : {}),
    ...random.maybe(0.2, () => ({ maxAmount: random.between(0, 400) })),
    ...random.maybe(0.2, () => ({ cooldownMinutes: random.pick([1, 60, 600, 3000]) })),
    ...random.maybe(0.2, () => ({ maxTransactionsPerDay: random.between(0, 3) })),
    ...random.maybe(0.2, () => ({ ttlDays: random.between(1, 9) })),
    ...random.maybe(0.3, () => ({ requireApproval: true })),
    ...random.maybe(0.3, () => ({ autoApproveBelow: random.between(0, 300) })),
    ...random.maybe(0.2, () => ({ autoApprovePerDay: random.between(0, 600) })),
    ...(random.chance(0.3) ? enforced : {}),
  }
}

/** `isPlain`: what a single-use card has paid is over, and nothing can be added to it. */
function withPast(random: Random, world: ExposedWorld, isPlain: boolean): ExposedWorld {
  const { now, cards } = world
  const bought = random
    .some([minute, 100 * minute, day, 8 * day, 40 * day], 6)
    .map((span) => ({
      cardId: random.pick(cards).id,
      at: now - random.between(0, span),
      amount: random.between(1, 300),
      isOpen: random.chance(0.4),
    }))
    .toSorted((a, b) => a.at - b.at)
  const paid = cards.map((card) => {
    const first = bought.find(({ cardId }) => cardId === card.id)
    if (card.usage === 'multi' || first === undefined) return card
    return { ...card, status: 'closed' as const, consumedAt: first.at }
  })
  const once = new Set(paid.filter(({ usage }) => usage === 'single').map(({ id }) => id))
  const kept = bought.filter(({ cardId }, index) => {
    return !once.has(cardId) || bought.findIndex((other) => other.cardId === cardId) === index
  })
  const intents = new Map(paid.map(({ id }) => [id, random.chance(0.3) ? [pendingIntent(random, now)] : []] as const))
  const isOver = (cardId: string) => isPlain && once.has(cardId)
  const past = kept.map((each) => ({ ...each, isOpen: each.isOpen && !isOver(each.cardId) }))
  return { ...world, cards: paid, bought: past, intents }
}

/** Free, taken by a purchase that cannot be given back, paused or about to end. */
function subscription(random: Random, now: number, n: number): LoadedSubscription {
  const own: LoadedSubscription = {
    id: `sub_${n}`,
    merchant: n === 0 ? 'Apple' : 'Uber',
    maxAmount: random.between(1, 500),
    interval: random.pick(['week', 'month', 'year']),
    purpose: '',
    status: random.chance(0.1) ? 'paused' : 'active',
    activatedAt: now - random.between(0, 40 * day),
    until: random.maybe(0.2, () => now + random.between(0, 2 * day)) ?? null,
    taken: null,
  }
  return random.chance(0.3) ? { ...own, taken: { startsAt: periodStart(own, now), transactionId: '' } } : own
}

function pendingIntent(random: Random, now: number): PendingIntent {
  const ceiling = random.between(1, 500)
  return { id: 'int_0', createdAt: now, expiresAt: now + 60 * day, expectedAmount: ceiling, toleranceCents: 0, ceiling }
}

/** The same world as the implementation wants it, for the customer as a whole. */
export function factsOf(world: ExposedWorld): ExposureInputs {
  const { now, customer, cards, bought } = world
  const subject = subjectIn(world, null)
  const holders = new Map(cards.map((card) => [card.id, card]))
  return {
    subject,
    cards: cards
      .filter(({ status, consumedAt }) => status !== 'closed' || consumedAt !== null)
      .map((card) => subjectIn(world, card)),
    isPartial: false,
    holds: bought
      .filter(({ isOpen }) => isOpen)
      .map(({ cardId, at, amount }) => ({
        customerId: customer.id,
        agentId: holders.get(cardId)?.agentId ?? null,
        cardId,
        open: amount,
        counted: [[at, amount]],
      })),
    now,
  }
}

function subjectIn(
  { customer, agents, cards, bought, intents }: ExposedWorld,
  card: CardState | null,
): SpendingSubject {
  const agent = agents.find(({ id }) => id === card?.agentId) ?? null
  const spend = (counts: (holder: CardState) => boolean): LevelSpend => {
    const ids = new Set(cards.filter(counts).map(({ id }) => id))
    return bought
      .filter(({ cardId }) => ids.has(cardId))
      .reduce((sum, { at, amount }) => recordApproval(sum, [at, amount]), emptyLevelSpend)
  }
  return {
    customer,
    agent,
    card,
    spend: {
      customer: spend(() => true),
      agent: agent && spend(({ agentId }) => agentId === agent.id),
      card: card && spend(({ id }) => id === card.id),
    },
    intents: card === null ? [] : (intents.get(card.id) ?? []),
    lastAttestedAt: null,
  }
}
