import type { FlagName, ReasonCode } from '../../src/contract/decisions.ts'
import type { Limits, Policy, Window } from '../../src/contract/policy.ts'
import type { PendingIntent } from '../../src/domain/entities.ts'
import type { Case, Past } from './case.ts'
import { isOneMerchant } from './merchants.ts'

/**
 * The decision once more, written from the specification and the contract alone: slow, without spend rows, compiled
 * policies or rules. It keeps the whole history and reads the policy field by field when it needs one. It shares types
 * with the implementation and nothing else.
 */
export interface Verdict {
  decision: 'approve' | 'decline'
  reasons: Violation[]
  flags: Record<FlagName, boolean>
  available: number | undefined
  attestation: string
  intent: { kind: string; intentId?: string; matches?: boolean[] }
  freeze: string | undefined
}

export interface Violation {
  code: ReasonCode
  rule: string
  level: string
  window?: Window
  limit?: number
  /** ISO time; `hours` where only whether it is the next active minute is to be checked. */
  retryAt?: string
}

type Level = 'customer' | 'agent' | 'card'
const general: readonly Level[] = ['customer', 'agent', 'card']
const windows: readonly Window[] = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total']
const minute = 60_000
const day = 1440 * minute

export function verdictOf(c: Case): Verdict {
  const { request } = c
  const { now, amount, merchant } = request
  const isIncrement = request.authorizedBefore !== undefined
  const isPurchase = amount > 0 && !isIncrement

  // The most specific level that sets a field supplies it.
  const setting = <K extends keyof Policy>(field: K): { value: Policy[K]; level: string } => {
    for (const level of general.toReversed()) {
      const value = c[level]?.policy[field]
      if (value !== undefined) return { value, level }
    }
    return { value: undefined, level: 'default' }
  }
  const limitSetting = (window: keyof Limits): { value: number | undefined; level: string } => {
    for (const level of general.toReversed()) {
      const value = c[level]?.policy.limits?.[window]
      if (value !== undefined) return { value, level }
    }
    return { value: undefined, level: 'default' }
  }
  const value = <K extends keyof Policy>(field: K) => setting(field).value

  const violations: Violation[] = []
  const rooms: number[] = []
  const uses: { after: number; limit: number }[] = []
  const violate = (code: ReasonCode, rule: string, level: string, extra: Partial<Violation> = {}) =>
    violations.push({ code, rule, level, ...extra })

  // Who spends.
  if (c.customer.status === 'suspended') violate('customer_not_active', 'status', 'customer')
  if (c.agent && c.agent.status !== 'active') violate('agent_not_active', 'status', 'agent')
  if (c.card) {
    const { status, usage, consumedAt, createdAt } = c.card
    if (status === 'frozen') violate('card_frozen', 'status', 'card')
    if (status === 'closed' && !(isIncrement && consumedAt !== null)) violate('card_closed', 'status', 'card')
    const ttls = [
      { rule: 'ttlMinutes', length: minute, ...setting('ttlMinutes') },
      { rule: 'ttlDays', length: day, ...setting('ttlDays') },
    ]
    const ends = ttls.filter((ttl) => ttl.value !== undefined)
    const end = ends.toSorted((a, b) => Number(a.value) * a.length - Number(b.value) * b.length)[0]
    if (end && now >= createdAt + Number(end.value) * end.length) violate('card_expired', end.rule, end.level)
    if (usage === 'single' && consumedAt !== null && !isIncrement) violate('card_consumed', 'usage', 'card')
  }
  if (request.currency !== 'USD') violate('currency_not_supported', 'currency', 'default')

  // How much. The policy counts for the card, without one for the most specific level given.
  const beneath = (level: Level): Past[] =>
    c.history.filter((past) => general.indexOf(past.by) >= general.indexOf(level))
  const mostSpecific: Level = c.card ? 'card' : c.agent ? 'agent' : 'customer'
  const inWindow = (past: Past[], window: Window): Past[] => {
    if (window === 'perAuth') return []
    if (window === 'perDay') return past.filter(({ at }) => now < at + day)
    if (window === 'perWeek') return past.filter(({ at }) => now < at + 7 * day)
    if (window === 'perMonth') return past.filter(({ at }) => monthOf(at) === monthOf(now))
    return past
  }
  const net = (past: Past[]) => past.reduce((sum, entry) => sum + entry.amount - entry.givenBack, 0)
  const limitCheck = (code: ReasonCode, found: { level: string; window: Window; limit: number }, past: Past[]) => {
    const { level, window, limit } = found
    const counted = inWindow(past, window)
    const spent = window === 'perAuth' ? (request.authorizedBefore ?? 0) : net(counted)
    rooms.push(Math.max(0, limit - spent))
    uses.push({ after: spent + amount, limit })
    if (amount === 0 || spent + amount <= limit) return
    const retryAt = momentOfRoom(counted, window, limit - amount, now)
    const rule =
      code === 'per_auth_exceeded' && limit !== limitSetting('perAuth').value ? 'maxAmount' : `limits.${window}`
    violate(code, rule, level, { window, limit, ...(retryAt === undefined ? {} : { retryAt: iso(retryAt) }) })
  }
  const codes: [Window, ReasonCode][] = [
    ['perAuth', 'per_auth_exceeded'],
    ['perDay', 'per_day_exceeded'],
    ['perWeek', 'per_week_exceeded'],
    ['perMonth', 'per_month_exceeded'],
    ['total', 'total_exceeded'],
  ]
  for (const [window, code] of codes) {
    const { value: limit, level } = limitSetting(window)
    const most = setting('maxAmount')
    if (window === 'perAuth' && most.value !== undefined && (limit === undefined || most.value < limit)) {
      limitCheck(code, { level: most.level, window, limit: most.value }, [])
    } else if (limit !== undefined) limitCheck(code, { level, window, limit }, beneath(mostSpecific))
  }
  for (const level of general) {
    for (const window of windows) {
      const limit = c[level]?.limits[window]
      if (limit !== undefined) limitCheck('limit_exceeded', { level, window, limit }, beneath(level))
    }
  }
  const most = setting('maxTransactionsPerDay')
  if (most.value !== undefined && isPurchase) {
    const approvals = inWindow(beneath(mostSpecific), 'perDay').filter((past) => past.isAuthorization)
    if (approvals.length + 1 > most.value) {
      const leaving = approvals[approvals.length - most.value]
      violate('max_transactions_exceeded', 'maxTransactionsPerDay', most.level, {
        limit: most.value,
        ...(most.value > 0 && leaving ? { retryAt: iso(leaving.at + day) } : {}),
      })
    }
  }

  // Where.
  const lists = [
    ['mcc', merchant.mcc, 'allowedMccs', 'blockedMccs', (a: string, b: string) => a === b],
    ['merchant', merchant.name, 'allowedMerchants', 'blockedMerchants', isOneMerchant],
    ['country', merchant.country, 'allowedCountries', 'blockedCountries', (a: string, b: string) => a === b],
  ] as const
  for (const [name, given, allowed, blocked, isSame] of lists) {
    const only = setting(allowed)
    if (only.value && given === undefined) violate(`${name}_missing`, allowed, only.level)
    if (only.value && given !== undefined && !only.value.some((entry) => isSame(given, entry))) {
      violate(`${name}_not_allowed`, allowed, only.level)
    }
    const never = setting(blocked)
    if (never.value && given !== undefined && never.value.some((entry) => isSame(given, entry))) {
      violate(`${name}_blocked`, blocked, never.level)
    }
    const lock = c.card?.merchantLock ?? null
    if (name === 'merchant' && lock !== null && value('lockToFirstMerchant') === true) {
      const isLocked = given === undefined || !isOneMerchant(given, lock)
      if (isLocked) violate('merchant_locked', 'lockToFirstMerchant', setting('lockToFirstMerchant').level)
    }
  }

  // When.
  const ownApprovals = c.history.filter((past) => past.by === 'card' && past.isAuthorization)
  const cooldown = setting('cooldownMinutes')
  const last = ownApprovals.at(-1)
  if (c.card && cooldown.value !== undefined && last && !isIncrement) {
    const end = last.at + cooldown.value * minute
    if (now < end) violate('cooldown_active', 'cooldownMinutes', cooldown.level, { retryAt: iso(end) })
  }
  const hours = setting('activeHours')
  if (hours.value && !isOpen(hours.value, now)) {
    violate('outside_active_hours', 'activeHours', hours.level, hours.value.days.length > 0 ? { retryAt: 'hours' } : {})
  }

  // For what.
  const outcome = c.card && isPurchase ? match(c, value('intentTolerancePercent') ?? 10) : ({ kind: 'none' } as const)
  const isMissing = c.card !== null && isPurchase && outcome.kind === 'none' && value('requireIntent') === true
  let freeze: string | undefined
  const onMissing = setting('onMissingIntent')
  if (isMissing && (onMissing.value === 'decline' || onMissing.value === 'freeze')) {
    violate('intent_missing', 'onMissingIntent', onMissing.level)
    if (onMissing.value === 'freeze') freeze = 'intent_missing'
  }
  const onMismatch = setting('onIntentMismatch')
  if (outcome.kind === 'mismatched' && (onMismatch.value === 'decline' || onMismatch.value === 'freeze')) {
    violate('intent_mismatch', 'onIntentMismatch', onMismatch.level)
    if (onMismatch.value === 'freeze') freeze = 'intent_mismatch'
  }
  const repeat = setting('duplicateWindowMinutes')
  if (c.card && repeat.value !== undefined && isPurchase && outcome.kind !== 'matched') {
    for (const past of ownApprovals.toReversed()) {
      const isSamePlace =
        past.merchant === null || merchant.name === undefined
          ? past.merchant === null && merchant.name === undefined
          : isOneMerchant(past.merchant, merchant.name)
      if (past.amount === amount && isSamePlace && now < past.at + repeat.value * minute) {
        violate('duplicate_charge', 'duplicateWindowMinutes', repeat.level, {
          limit: repeat.value,
          retryAt: iso(past.at + repeat.value * minute),
        })
        break
      }
    }
  }
  if (request.credentialsValid === false) violate('credentials_invalid', 'credentials', 'card')

  const approved = violations.length === 0
  const window = value('attestationWindowMinutes') ?? 15
  const attestation =
    c.lastAttestedAt === null ? 'unattested' : c.lastAttestedAt >= now - window * minute ? 'attested' : 'stale'
  const approvalNeeded = value('requireApproval') === true && !(amount < (value('autoApproveBelow') ?? 0))
  return {
    decision: approved ? 'approve' : 'decline',
    reasons: violations,
    flags: {
      requiresIntent: value('requireIntent') === true,
      intentMatched: approved && outcome.kind === 'matched',
      intentMissing: isMissing,
      intentMismatch: outcome.kind === 'mismatched',
      requiresApproval: approvalNeeded,
      requiresAttestation: value('requireAttestation') === true,
      unattested: value('requireAttestation') === true && c.card !== null && attestation !== 'attested',
      wouldLockMerchant:
        approved &&
        isPurchase &&
        value('lockToFirstMerchant') === true &&
        c.card !== null &&
        c.card.merchantLock === null &&
        merchant.name !== undefined,
      nearLimit: uses.some(({ after, limit }) => after * 100 >= limit * 80),
      settlementOverIntent: false,
      settlementOverAuthorized: false,
      forcedCapture: false,
    },
    available: rooms.length === 0 ? undefined : Math.min(...rooms),
    attestation,
    intent: approved ? (isMissing ? { kind: 'missing' } : outcome) : { kind: 'none' },
    freeze,
  }
}

const iso = (at: number) => new Date(at).toISOString()
const monthOf = (at: number) => iso(at).slice(0, 7)

/** When at most `most` cents are left in the window: tried at each moment at which something leaves it. */
function momentOfRoom(counted: Past[], window: Window, most: number, now: number): number | undefined {
  if (most < 0) return undefined
  if (window === 'perMonth') {
    const [year, month] = monthOf(now).split('-').map(Number) as [number, number]
    return month === 12 ? Date.UTC(year + 1, 0) : Date.UTC(year, month)
  }
  if (window !== 'perDay' && window !== 'perWeek') return undefined
  const length = window === 'perDay' ? day : 7 * day
  return counted
    .map(({ at }) => at + length)
    .find((moment) => {
      const left = counted.filter(({ at }) => moment < at + length)
      return left.reduce((sum, past) => sum + past.amount - past.givenBack, 0) <= most
    })
}

const wallClocks = new Map<string, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** By the text that a wall clock of the zone shows. */
export function isOpen(hours: NonNullable<Policy['activeHours']>, at: number): boolean {
  const { timezone, days, from, to } = hours
  const clock =
    wallClocks.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
  wallClocks.set(timezone, clock)
  const [weekday, time] = clock.format(at).split(/,? /) as [string, string]
  const today = weekdays.indexOf(weekday)
  const yesterday = (today + 6) % 7
  const passesMidnight = to <= from
  if (!passesMidnight) return days.includes(today) && from <= time && time < to
  return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to)
}

interface Comparison {
  intent: PendingIntent
  matches: boolean[]
  difference: number
}

function match(
  c: Case,
  policyPercent: number,
): { kind: 'matched' | 'mismatched' | 'none'; intentId?: string; matches?: boolean[] } {
  const { amount, merchant, currency, now } = c.request
  const compared: Comparison[] = []
  for (const intent of c.intents) {
    if (intent.expiresAt <= now) continue
    const expected = intent.expectedAmount
    const difference = expected === undefined ? Infinity : Math.max(amount, expected) - Math.min(amount, expected)
    const percentAllows = (percent: number) =>
      BigInt(difference) * 1_000_000n <= BigInt(expected ?? 0) * BigInt(Math.round(percent * 10_000))
    const amountMatch =
      expected === undefined ||
      (intent.toleranceCents === undefined && intent.tolerancePercent === undefined
        ? percentAllows(policyPercent)
        : (intent.toleranceCents === undefined || difference <= intent.toleranceCents) &&
          (intent.tolerancePercent === undefined || percentAllows(intent.tolerancePercent)))
    const { expectedMerchant, expectedMccs, expectedCurrency } = intent
    const merchantMatch =
      !expectedMerchant || (merchant.name !== undefined && isOneMerchant(expectedMerchant, merchant.name))
    const mccMatch = !expectedMccs || expectedMccs.some((mcc) => mcc === merchant.mcc)
    const currencyMatch = !expectedCurrency || expectedCurrency === currency
    compared.push({ intent, matches: [amountMatch, merchantMatch, mccMatch, currencyMatch], difference })
  }
  const best = (candidates: Comparison[]): Comparison | undefined => {
    const nearest = Math.min(...candidates.map(({ difference }) => difference))
    const near = candidates.filter(({ difference }) => difference === nearest)
    const oldest = Math.min(...near.map(({ intent }) => intent.createdAt))
    const old = near.filter(({ intent }) => intent.createdAt === oldest)
    return old.find(({ intent }) => old.every((other) => intent.id <= other.intent.id))
  }
  const full = best(compared.filter(({ matches }) => !matches.includes(false)))
  if (full) return { kind: 'matched', intentId: full.intent.id, matches: full.matches }
  const atMerchant = compared.filter(({ matches }) => matches[1])
  const closest = best(atMerchant.length > 0 ? atMerchant : compared)
  return closest ? { kind: 'mismatched', intentId: closest.intent.id, matches: closest.matches } : { kind: 'none' }
}
