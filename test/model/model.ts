import type { TransactionFlagName } from '../../src/contract/decisions.ts'
import type { RuleReasonCode } from '../../src/contract/reasons.ts'
import type { Policy, PolicyLevel, LimitWindow } from '../../src/contract/policy.ts'
import type { Case } from './case.ts'
import {
  countingLevel,
  day,
  iso,
  levels,
  limitInForce,
  minute,
  momentOfRoom,
  mostSpecific,
  net,
  pastIn,
  spentIn,
  windows,
} from './history.ts'
import { match } from './matching.ts'
import { isOneMerchant } from './merchants.ts'
import { coveredBy } from './subscriptions.ts'
import { isOpen } from './wall-clock.ts'

/**
 * The decision once more, written from the specification and the contract alone: slow, without kept sums, compiled
 * policies or rules. It keeps the whole history and reads the policy field by field when it needs one. It shares types
 * with the implementation and nothing else.
 */
export interface Verdict {
  decision: 'approve' | 'decline'
  reasons: Violation[]
  flags: Record<TransactionFlagName, boolean>
  available: number | undefined
  attestation: string
  intent: { kind: string; intentId?: string; matches?: boolean[] }
  freeze: string | undefined
}

export interface Violation {
  code: RuleReasonCode
  rule: string
  level: string
  window?: LimitWindow
  limit?: number
  /** ISO time; `hours` where only whether it is the next active minute is to be checked. */
  retryAt?: string
}

/** A case on its way to a verdict. */
interface Trial {
  readonly c: Case
  readonly violations: Violation[]
  readonly isIncrement: boolean
  readonly isPurchase: boolean
  setting<K extends keyof Policy>(field: K): { value: Policy[K] | undefined; level: string }
  violate(code: RuleReasonCode, rule: string, level: string, more?: Partial<Violation>): void
}

export function verdictOf(c: Case): Verdict {
  const { amount, authorizedBefore } = c.request
  const violations: Violation[] = []
  const isIncrement = authorizedBefore !== undefined
  const trial: Trial = {
    c,
    violations,
    isIncrement,
    isPurchase: amount > 0 && !isIncrement,
    setting: (field) => mostSpecific(c, (policy) => policy[field]),
    violate: (code, rule, level, more = {}) => violations.push({ code, rule, level, ...more }),
  }
  who(trial)
  const caps = howMuch(trial)
  howOften(trial)
  howMuchThere(trial)
  where(trial)
  when(trial)
  const { outcome, freeze } = forWhat(trial)
  withWhat(trial)

  const approved = violations.length === 0
  const attestation = attestationOf(trial)
  return {
    decision: approved ? 'approve' : 'decline',
    reasons: violations,
    flags: flagsOf(trial, { approved, attestation, outcome: outcome.kind, caps }),
    available: caps.length === 0 ? undefined : Math.min(...caps.map(({ spent, limit }) => Math.max(0, limit - spent))),
    attestation,
    intent: approved ? outcome : { kind: 'none' },
    freeze,
  }
}

function who({ c, setting, violate }: Trial): void {
  if (c.customer.isAccountStopped === true) violate('account_stopped', 'stop', 'default')
  if (c.customer.status === 'suspended') violate('customer_not_active', 'status', 'customer')
  if (c.agent && c.agent.status !== 'active') violate('agent_not_active', 'status', 'agent')
  if (c.card) {
    const { status, usage, consumedAt, createdAt } = c.card
    const isOwn = c.request.consumedCard === true
    if (status === 'frozen') violate('card_frozen', 'status', 'card')
    if (status === 'closed' && !isOwn) violate('card_closed', 'status', 'card')
    const ttls = [
      { rule: 'ttlMinutes', length: minute, ...setting('ttlMinutes') },
      { rule: 'ttlDays', length: day, ...setting('ttlDays') },
    ]
    const ends = ttls.flatMap(({ value, length, ...ttl }) =>
      value === undefined ? [] : [{ ...ttl, at: createdAt + value * length }],
    )
    const end = ends.toSorted((a, b) => a.at - b.at)[0]
    if (end && c.request.now >= end.at) violate('card_expired', end.rule, end.level)
    if (usage === 'single' && consumedAt !== null && !isOwn) violate('card_consumed', 'usage', 'card')
  }
  if (c.request.currency !== (c.customer.currency ?? 'USD')) violate('currency_not_supported', 'currency', 'default')
}

interface CapInForce {
  readonly limit: number
  readonly spent: number
}

const codeOfWindow = {
  perAuth: 'per_auth_exceeded',
  perDay: 'per_day_exceeded',
  perWeek: 'per_week_exceeded',
  perMonth: 'per_month_exceeded',
  total: 'total_exceeded',
} as const

/** Policy limits, then the hard caps of each level. */
function howMuch({ c, violate }: Trial): CapInForce[] {
  const caps: CapInForce[] = []
  const { amount } = c.request
  const check = (
    code: RuleReasonCode,
    counted: PolicyLevel,
    found: { rule: string; level: string; limit: number; window: LimitWindow },
  ) => {
    const { rule, level, limit, window } = found
    const spent = spentIn(c, counted, window)
    caps.push({ limit, spent })
    if (amount === 0 || spent + amount <= limit) return
    const retryAt = momentOfRoom(c, counted, window, limit - amount)
    violate(code, rule, level, { window, limit, ...(retryAt === undefined ? {} : { retryAt }) })
  }
  for (const window of windows) {
    const found = limitInForce(c, window)
    if (found) check(codeOfWindow[window], countingLevel(c), { ...found, window })
  }
  for (const level of levels) {
    for (const window of windows) {
      const limit = c[level]?.limits[window]
      if (limit !== undefined) check('limit_exceeded', level, { rule: `limits.${window}`, level, limit, window })
    }
  }
  return caps
}

function howOften({ c, isPurchase, setting, violate }: Trial): void {
  const { value: most, level } = setting('maxTransactionsPerDay')
  if (most === undefined || !isPurchase) return
  const approvals = pastIn(c, countingLevel(c), 'perDay').filter((past) => past.isAuthorization)
  if (approvals.length < most) return
  const leaving = most > 0 ? approvals[approvals.length - most] : undefined
  const retryAt = leaving ? { retryAt: iso(leaving.at + day) } : {}
  violate('max_transactions_exceeded', 'maxTransactionsPerDay', level, { limit: most, ...retryAt })
}

/** All that the level of the policy has spent at the merchant in a day. */
function howMuchThere({ c, setting, violate }: Trial): void {
  const { amount, merchant } = c.request
  const { value: limit, level } = setting('maxPerMerchantPerDay')
  if (limit === undefined || amount === 0) return
  const there = pastIn(c, level as PolicyLevel, 'perDay').filter((past) => isSamePlace(past.merchant, merchant.name))
  if (net(there) + amount <= limit) return
  const moments = amount > limit ? [] : there.map(({ at }) => at + day)
  const end = moments.find((moment) => net(there.filter(({ at }) => moment < at + day)) + amount <= limit)
  const retryAt = end === undefined ? {} : { retryAt: iso(end) }
  violate('merchant_per_day_exceeded', 'maxPerMerchantPerDay', level, { limit, ...retryAt })
}

function where({ c, setting, violate }: Trial): void {
  const { mcc, name: merchantName, networkId, country } = c.request.merchant
  const lists = [
    ['mcc', [[mcc, 'allowedMccs', 'blockedMccs', isEqual]]],
    [
      'merchant',
      [
        [merchantName, 'allowedMerchants', 'blockedMerchants', isOneMerchant],
        [networkId, 'allowedMerchantIds', 'blockedMerchantIds', isEqual],
      ],
    ],
    ['country', [[country, 'allowedCountries', 'blockedCountries', isEqual]]],
  ] as const
  for (const [name, pairs] of lists) {
    for (const [given, allowed] of pairs) {
      const only = setting(allowed)
      if (only.value && given === undefined) violate(`${name}_missing`, allowed, only.level)
    }
    for (const [given, allowed, , isSame] of pairs) {
      const only = setting(allowed)
      if (only.value && given !== undefined && !only.value.some((entry) => isSame(given, entry))) {
        violate(`${name}_not_allowed`, allowed, only.level)
      }
    }
    for (const [given, , blocked, isSame] of pairs) {
      const never = setting(blocked)
      if (never.value && given !== undefined && never.value.some((entry) => isSame(given, entry))) {
        violate(`${name}_blocked`, blocked, never.level)
      }
    }
    if (name !== 'merchant') continue
    const lock = setting('lockToFirstMerchant')
    const locked = c.card?.merchantLock ?? null
    if (locked !== null && lock.value === true) {
      if (merchantName === undefined || !isOneMerchant(merchantName, locked))
        violate('merchant_locked', 'lockToFirstMerchant', lock.level)
    }
  }
}

const isEqual = (a: string, b: string) => a === b

const approvalsOfCard = (c: Case) => c.history.filter((past) => past.by === 'card' && past.isAuthorization)

function when({ c, isIncrement, setting, violate }: Trial): void {
  const { now } = c.request
  const cooldown = setting('cooldownMinutes')
  const last = approvalsOfCard(c).at(-1)
  if (c.card && cooldown.value !== undefined && last && !isIncrement) {
    const end = last.at + cooldown.value * minute
    if (now < end) violate('cooldown_active', 'cooldownMinutes', cooldown.level, { retryAt: iso(end) })
  }
  const hours = setting('activeHours')
  if (hours.value && !isOpen(hours.value, now)) {
    violate('outside_active_hours', 'activeHours', hours.level, hours.value.days.length > 0 ? { retryAt: 'hours' } : {})
  }
}

function forWhat({ c, isPurchase, setting, violate }: Trial): {
  outcome: Verdict['intent']
  freeze: string | undefined
} {
  const bound = c.card ? c.request.boundBy : undefined
  if (!c.card || !(isPurchase || bound)) return { outcome: { kind: 'none' }, freeze: undefined }
  const declared = match(c, setting('intentTolerancePercent').value ?? 10)
  const covering = declared.kind === 'matched' ? undefined : coveredBy(c)
  const unbound = covering === undefined ? declared : { kind: 'subscribed', intentId: covering.id }
  const found = bound ? { kind: bound.total > bound.ceiling ? 'exceeded' : 'kept' } : unbound
  const isMissing = found.kind === 'none' && setting('requireIntent').value === true
  const outcome = isMissing ? { kind: 'missing' } : found
  let freeze: string | undefined
  const react = (code: 'intent_missing' | 'intent_mismatch', field: 'onMissingIntent' | 'onIntentMismatch') => {
    const reaction = setting(field)
    if (reaction.value === undefined || reaction.value === 'flag') return
    violate(code, field, reaction.level)
    if (reaction.value === 'freeze') freeze = code
  }
  if (outcome.kind === 'missing') react('intent_missing', 'onMissingIntent')
  if (outcome.kind === 'mismatched' || outcome.kind === 'exceeded') react('intent_mismatch', 'onIntentMismatch')
  if (outcome.kind !== 'matched' && outcome.kind !== 'subscribed' && !bound) again({ c, setting, violate })
  return { outcome, freeze }
}

function again({ c, setting, violate }: Pick<Trial, 'c' | 'setting' | 'violate'>): void {
  const { now, amount, merchant } = c.request
  const { value: limit, level } = setting('duplicateWindowMinutes')
  if (limit === undefined) return
  for (const past of approvalsOfCard(c).toReversed()) {
    const end = past.at + limit * minute
    if (past.amount === amount && isSamePlace(past.merchant, merchant.name) && now < end) {
      violate('duplicate_charge', 'duplicateWindowMinutes', level, { limit, retryAt: iso(end) })
      return
    }
  }
}

const isSamePlace = (before: string | null, now: string | undefined): boolean =>
  before === null || now === undefined ? before === null && now === undefined : isOneMerchant(before, now)

function withWhat({ c, isPurchase, setting, violate }: Trial): void {
  const { credentials: sent, now } = c.request
  if (sent === undefined) return
  const failures = c.card?.failedCredentials ?? []
  const lockEnds = failures.length === 5 ? (failures[4] as number) + day : 0
  const isLocked = now < lockEnds
  const isWrong = sent.expiry === 'wrong' || sent.cvv === 'wrong'
  if (isWrong && !isLocked) violate('credentials_invalid', 'credentials', 'card')
  const required = setting('requireCvv')
  if (required.value === true && isPurchase && sent.byNumber && sent.cvv === 'none') {
    violate('credentials_invalid', 'requireCvv', required.level)
  }
  const isAnythingSent = sent.byNumber || sent.expiry !== 'none' || sent.cvv !== 'none'
  if (isLocked && isAnythingSent) violate('credentials_locked', 'credentials', 'card', { retryAt: iso(lockEnds) })
}

function attestationOf({ c, setting }: Trial): string {
  if (c.lastAttestedAt === null) return 'unattested'
  const window = setting('attestationWindowMinutes').value ?? 15
  return c.lastAttestedAt >= c.request.now - window * minute ? 'attested' : 'stale'
}

function flagsOf(
  { c, isPurchase, setting }: Trial,
  found: { approved: boolean; attestation: string; outcome: string; caps: readonly CapInForce[] },
): Verdict['flags'] {
  const { amount, merchant } = c.request
  const { approved, attestation, outcome, caps } = found
  const isOn = (field: 'requireIntent' | 'requireApproval' | 'requireAttestation' | 'lockToFirstMerchant') =>
    setting(field).value === true
  const canLock = c.card !== null && c.card.merchantLock === null && merchant.name !== undefined
  return {
    requiresIntent: isOn('requireIntent'),
    intentMatched: approved && outcome === 'matched',
    intentMissing: outcome === 'missing',
    intentMismatch: outcome === 'mismatched' || outcome === 'exceeded',
    requiresApproval: isOn('requireApproval') && !(amount < (setting('autoApproveBelow').value ?? 0)),
    requiresAttestation: isOn('requireAttestation'),
    unattested: isOn('requireAttestation') && c.card !== null && attestation !== 'attested',
    wouldLockMerchant: approved && isPurchase && isOn('lockToFirstMerchant') && canLock,
    nearLimit: caps.some(({ spent, limit }) => (spent + amount) * 100 >= limit * 80),
    settlementOverIntent: false,
    settlementOverAuthorized: false,
    forcedCapture: false,
    subscriptionMatched: approved && outcome === 'subscribed',
    newMerchant: false,
  }
}
