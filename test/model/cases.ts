import type { Limits, Policy, LimitWindow } from '../../src/contract/policy.ts'
import type { SentCredentials } from '../../src/domain/credentials.ts'
import type { PendingIntent, SpendRequest } from '../../src/domain/entities.ts'
import type { LoadedSubscription } from '../../src/domain/subscription.ts'
import type { Case, Past } from './case.ts'
import { defined } from './defined.ts'
import { merchantNames } from './merchants.ts'
import type { Random } from './random.ts'
import { periodStart } from './subscriptions.ts'

const minute = 60_000
const day = 1440 * minute
const windows: readonly LimitWindow[] = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total']
const mccs = ['5411', '5734', '5999', '7995']
const countries = ['DE', 'GB', 'US']
/** Exact: the first two are two merchants. */
const networkIds = ['m-1', 'M-1', '4711']
/** Zones whose clocks change by an hour, by half an hour, at midnight, or never; some a day apart. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
]
/** Moments around which calendars do something: months, years, leap days, changes of clocks. */
const moments = [
  Date.UTC(2026, 10, 1),
  Date.UTC(2026, 11, 31, 23, 59, 59, 999),
  Date.UTC(2027, 0, 1),
  Date.UTC(2028, 1, 29, 12),
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 9, 25, 1),
  Date.UTC(2026, 10, 1, 6),
  Date.UTC(2026, 3, 4, 15),
]

/**
 * A random case in which edges are common: amounts are small, so that limits are often met exactly, and times lie a
 * millisecond to either side of the end of a window, a cooldown, a month.
 */
export function randomCase(random: Random): Case {
  const now = random.pick(moments) + random.between(-2, 2) * random.pick([0, 1, 1000, minute, day])
  const hasAgent = random.chance(0.7)
  const hasCard = random.chance(0.9)
  const request = spendRequest(random, now)
  const history = pastSpends(random, { request, hasAgent, hasCard })
  const lists = random.chance(0.3)
  const level = () => ({ policy: policy(random, lists), limits: limits(random, 0.05) })
  return {
    customer: {
      status: random.chance(0.97) ? 'active' : 'suspended',
      ...(random.chance(0.02) && { isAccountStopped: true }),
      ...level(),
    },
    agent: hasAgent
      ? { status: random.chance(0.95) ? 'active' : random.pick(['paused', 'disabled'] as const), ...level() }
      : null,
    card: hasCard ? { ...card(random, now), ...level() } : null,
    history,
    intents: random.chance(0.4)
      ? Array.from({ length: random.between(1, 3) }, (_, n) => intent(random, { now, id: `int_${n}` }))
      : [],
    lastAttestedAt: random.maybe(0.5, () => now - random.pick([0, 5, 15, 60]) * minute - random.between(-1, 1)) ?? null,
    request,
  }
}

const spendRequest = (random: Random, now: number): SpendRequest =>
  held(random, {
    amount: random.chance(0.06) ? 0 : random.between(1, 12),
    currency: random.chance(0.98) ? 'USD' : 'EUR',
    merchant: defined({
      name: random.maybe(0.85, () => random.pick(merchantNames)),
      mcc: random.maybe(0.85, () => random.pick(mccs)),
      networkId: random.maybe(0.7, () => random.pick(networkIds)),
      country: random.maybe(0.7, () => random.pick(countries)),
    }),
    now,
    ...defined({
      ...random.maybe(0.08, () => ({ authorizedBefore: random.between(1, 10), consumedCard: random.chance(0.5) })),
      credentials: random.maybe(0.3, () => credentials(random)),
    }),
  })

/** Most buyers know what they send. */
function credentials(random: Random): SentCredentials {
  const proof = () => random.pick(['none', 'none', 'none', 'right', 'right', 'right', 'gone', 'wrong'] as const)
  return { byNumber: random.chance(0.7), expiry: random.chance(0.95) ? 'right' : 'wrong', cvv: proof() }
}

/** Some increments are of a purchase that matched an intent; now and then more was captured than is held. */
function held(random: Random, request: SpendRequest): SpendRequest {
  const { amount, authorizedBefore } = request
  if (authorizedBefore === undefined || random.chance(0.4)) return request
  const total = authorizedBefore + amount + random.pick([0, 0, 5])
  return { ...request, boundBy: { intentId: 'int_9', ceiling: total + random.between(-2, 2), total } }
}

function policy(random: Random, lists: boolean): Policy {
  const set = <T>(value: () => T, probability = 0.12) => random.maybe(probability, value)
  const list = (values: readonly string[]) => (lists ? set(() => random.some(values, 4), 0.4) : undefined)
  const flag = () => set(() => random.chance(0.7))
  const reaction = () => set(() => random.pick(['flag', 'decline', 'freeze'] as const), 0.2)
  const capped = limits(random, 0.08)
  return defined({
    requireIntent: flag(),
    requireAttestation: flag(),
    requireApproval: flag(),
    requireCvv: set(() => random.chance(0.7), 0.05),
    autoApproveBelow: set(() => random.between(0, 12)),
    attestationWindowMinutes: set(() => random.pick([0, 5, 60])),
    cooldownMinutes: set(() => random.pick([0, 1, 5, 60]), 0.08),
    ttlMinutes: set(() => random.pick([0, 5, 1440]), 0.03),
    ttlDays: set(() => random.pick([1, 30]), 0.03),
    limits: Object.keys(capped).length > 0 ? capped : undefined,
    maxAmount: set(() => random.between(0, 12)),
    allowedMccs: list(mccs),
    blockedMccs: list(mccs),
    allowedMerchants: list(merchantNames),
    blockedMerchants: list(merchantNames),
    allowedMerchantIds: list(networkIds),
    blockedMerchantIds: list(networkIds),
    allowedCountries: list(countries),
    blockedCountries: list(countries),
    lockToFirstMerchant: flag(),
    activeHours: set(
      () => ({
        timezone: random.pick(zones),
        days: random.some([0, 1, 2, 3, 4, 5, 6], 7),
        from: random.pick(['00:00', '01:30', '09:00', '22:00', '23:59']),
        to: random.pick(['00:00', '01:30', '02:00', '17:30', '23:59']),
      }),
      0.05,
    ),
    maxTransactionsPerDay: set(() => random.between(0, 4), 0.08),
    maxPerMerchantPerDay: set(() => random.pick([0, 8, 12, 20, 40]), 0.08),
    duplicateWindowMinutes: set(() => random.pick([0, 5, 60])),
    intentTolerancePercent: set(() => random.pick([0, 0.57, 10, 50, 1000])),
    onIntentMismatch: reaction(),
    onMissingIntent: reaction(),
  })
}

const limits = (random: Random, probability: number): Limits =>
  defined(
    Object.fromEntries(
      windows.map((window) => [window, random.maybe(probability, () => random.pick([0, 8, 10, 12, 20, 40, 100]))]),
    ),
  )

function card(random: Random, now: number) {
  const usage = random.chance(0.85) ? ('multi' as const) : ('single' as const)
  return {
    status: random.chance(0.95) ? ('active' as const) : random.pick(['frozen', 'closed'] as const),
    usage,
    createdAt: now - random.pick([0, 5 * minute, day, 30 * day, 400 * day]) - random.between(-1, 1),
    merchantLock: random.maybe(0.3, () => random.pick(merchantNames)) ?? null,
    failedCredentials: random.chance(0.1) ? failures(random, now) : [],
    consumedAt: usage === 'single' ? (random.maybe(0.3, () => now - minute) ?? null) : null,
    ...(random.chance(0.3) && {
      subscriptions: Array.from({ length: random.between(1, 3) }, (_, n) => subscription(random, now, `sub_${n}`)),
    }),
  }
}

/** Activated at the end of a month or a leap day, or so long ago that a period ends about now. Some have had their purchase. */
function subscription(random: Random, now: number, id: string): LoadedSubscription {
  const starts = [now - random.pick([0, 7, 28, 30, 31, 365, 366]) * day, Date.UTC(2024, 1, 29), Date.UTC(2026, 0, 31)]
  const own: LoadedSubscription = {
    id,
    status: random.chance(0.9) ? 'active' : 'paused',
    merchant: random.pick(merchantNames),
    maxAmount: random.between(1, 12),
    interval: random.pick(['week', 'month', 'year'] as const),
    purpose: 'Ink',
    activatedAt: Math.min(now, random.pick(starts) + random.between(-1, 1)),
    until: random.maybe(0.2, () => now + random.between(-1, 1)) ?? null,
    taken: null,
  }
  const startsAt = periodStart(own, now - random.pick([0, 0, 1, 8 * day]))
  return random.chance(0.4) ? { ...own, taken: { startsAt, transactionId: 'txn_1' } } : own
}

/** Of wrong expiries and CVVs, the last of them a day ago, almost or not quite. */
const failures = (random: Random, now: number): number[] =>
  Array.from({ length: random.between(4, 5) }, () => now - day + random.between(-1, 1)).toSorted((a, b) => a - b)

interface Situation {
  readonly request: SpendRequest
  readonly hasAgent: boolean
  readonly hasCard: boolean
}

/** Spends at the edges of windows, some alike the one that is asked for. Those of a level that is not there are another's. */
function pastSpends(random: Random, { request, hasAgent, hasCard }: Situation): Past[] {
  const { now } = request
  const ages = [1, minute, 5 * minute, 60 * minute, day - minute, day, 7 * day, 8 * day, 40 * day]
  return Array.from({ length: random.between(0, 8) }, (): Past => {
    const isRepeated = random.chance(0.15)
    const amount = (isRepeated && request.amount) || random.between(1, 12)
    const by = random.pick(['card', 'card', 'agent', 'customer'] as const)
    return {
      at: now - random.pick(ages) - (random.chance(0.5) ? random.between(-1, 1) : random.between(0, minute)),
      amount,
      givenBack: random.chance(0.2) ? random.between(-3, amount) : 0,
      by: by === 'card' && !hasCard ? (hasAgent ? 'agent' : 'customer') : by === 'agent' && !hasAgent ? 'customer' : by,
      isAuthorization: random.chance(0.85),
      merchant: (isRepeated ? request.merchant.name : random.maybe(0.8, () => random.pick(merchantNames))) ?? null,
    }
  }).toSorted((a, b) => a.at - b.at)
}

function intent(random: Random, { now, id }: { now: number; id: string }): PendingIntent {
  return {
    id,
    createdAt: now - random.pick([minute, 2 * minute]),
    expiresAt: now + random.pick([-minute, 0, 1, 30 * minute]),
    ...defined({
      expectedAmount: random.maybe(0.7, () => random.between(1, 12)),
      expectedCurrency: random.maybe(0.2, () => random.pick(['USD', 'EUR'])),
      expectedMerchant: random.maybe(0.5, () => random.pick(merchantNames)),
      expectedMccs: random.maybe(0.2, () => random.some(mccs, 3)),
      toleranceCents: random.maybe(0.2, () => random.between(0, 3)),
      tolerancePercent: random.maybe(0.2, () => random.pick([0, 10, 25, 100])),
      ceiling: random.maybe(0.4, () => random.between(1, 14)),
    }),
  }
}
