import { describe, expect, it } from 'vitest'
import type { Reason } from '../../contract/decisions.ts'
import { limitWindows, type Policy, type PolicyLevel } from '../../contract/policy.ts'
import { randomCase } from '../../../test/model/cases.ts'
import { subjectOf, type Case } from '../../../test/model/case.ts'
import { seededRandom, type Random } from '../../../test/model/random.ts'
import { allCasesInThoroughRun } from '../../../test/support/thorough.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import { decidePurchase } from './decide.ts'

const CASES = allCasesInThoroughRun(2000, 400)
const decisionOf = (c: Case) => decidePurchase(subjectOf(c), c.request)
const name = ({ code, rule, level, window }: Reason) => [code, rule, level, window].join(' ')
const namesOf = (c: Case) => decisionOf(c).reasons.map(name)

/** A purchase to decide, with one of its levels (customer, agent or card) changed. */
function withLevel<L extends PolicyLevel>(c: Case, level: L, change: Partial<NonNullable<Case[L]>>): Case {
  return { ...c, [level]: { ...c[level], ...change } }
}
const withPolicy = (c: Case, level: PolicyLevel, change: Policy): Case =>
  withLevel(c, level, { policy: { ...c[level]?.policy, ...change } })

/** Corrects the credentials, and forgets wrong attempts that were counted. */
function withRightCredentials(c: Case): Case {
  const { credentials: sent } = c.request
  const credentials = sent && { ...sent, expiry: 'right' as const, cvv: sent.cvv === 'wrong' ? 'right' : sent.cvv }
  const request = credentials ? { ...c.request, credentials } : c.request
  return { ...c, request, card: c.card && { ...c.card, failedCredentials: [] } }
}

const levelsOf = (c: Case) => (['customer', 'agent', 'card'] as const).filter((level) => c[level] !== null)
const onEveryLevel = (c: Case, change: (policy: Policy) => Policy): Case =>
  levelsOf(c).reduce((changed, level) => withPolicy(changed, level, change(c[level]?.policy ?? {})), c)

describe('tightening', () => {
  /** Lowers a limit of the policy that holds, or adds a hard cap. */
  function tightened(c: Case, random: Random): Case {
    const window = random.pick(limitWindows)
    const level = random.pick(levelsOf(c))
    const { limits = {}, policy } = c[level] ?? {}
    const { sources } = effectivePolicy(c)
    const set = policy?.limits?.[window]
    if (sources[`limits.${window}`] === level && set !== undefined) {
      return withPolicy(c, level, { limits: { ...policy?.limits, [window]: random.between(0, set) } })
    }
    return withLevel(c, level, { limits: { ...limits, [window]: random.between(0, limits[window] ?? 100) } })
  }

  it('a limit never turns a decline into an approval, and keeps every other reason', () => {
    const random = seededRandom(11)
    for (let n = 0; n < CASES; n += 1) {
      const before = randomCase(random)
      const after = tightened(before, random)
      // A lower limits.perAuth may take the place of maxAmount, which then is not the smaller one any more.
      const [reasonsBefore, reasonsAfter] = [namesOf(before), namesOf(after)]
      const lost = reasonsBefore.filter((reason) => !reasonsAfter.includes(reason) && !reason.includes('maxAmount'))
      expect(lost).toEqual([])
      expect(reasonsAfter.length > 0 || reasonsBefore.length === 0).toBe(true)
    }
  })
})

describe('trace and reasons', () => {
  it('hold the same failures, and only approvals have none', () => {
    const random = seededRandom(15)
    for (let n = 0; n < CASES; n += 1) {
      const { decision, reasons, trace } = decisionOf(randomCase(random))
      const failures = trace.filter(({ passed }) => !passed)
      const entryOf = ({
        message: _m,
        remedy: _r,
        add: _a,
        nearestShop: _n,
        retryable: _y,
        retryAt: _at,
        fixedBy: _by,
        ...entry
      }: Reason) => entry
      expect(failures).toEqual(reasons.map((reason) => ({ ...entryOf(reason), passed: false })))
      expect(decision).toBe(failures.length === 0 ? 'approve' : 'decline')
    }
  })

  it('say whether the same spend can pass later: by time, or by what is no policy', () => {
    const byTime =
      /^((merchant_)?per_(day|week|month)_exceeded|max_transactions_exceeded|outside_active_hours|limit_exceeded)$/
    const always =
      /^(account_stopped|customer_not_active|card_frozen|cooldown_active|intent_missing|intent_mismatch|duplicate_charge|credentials_locked)$/
    const random = seededRandom(16)
    for (let n = 0; n < CASES; n += 1) {
      for (const { code, retryable, retryAt, observed } of decisionOf(randomCase(random)).reasons) {
        const expected = byTime.test(code) ? retryAt !== undefined : always.test(code) || observed === 'paused'
        expect(`${code} ${retryable}`).toBe(`${code} ${expected}`)
      }
    }
  })
})

describe('remedies', () => {
  const allDay = { timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }

  const resumed = ({ customer: { isAccountStopped: _s, ...customer }, ...rest }: Case): Case => ({ ...rest, customer })

  /** Changes the case as the decline reason asks: the policy field `rule` at the level `level`, and nothing else. */
  function repaired(c: Case, reason: Reason): Case {
    const { rule, code, window, observed, limit } = reason
    const level = reason.level as PolicyLevel
    const set = (change: Policy) => withPolicy(c, level, change)
    const own: Policy = c[level]?.policy ?? {}
    const without = (list: readonly string[] = []) => list.filter((entry) => entry !== limit)
    if (code === 'limit_exceeded')
      return withLevel(c, level, { limits: { ...c[level]?.limits, [window as string]: 1000 } })
    if (code === 'per_auth_exceeded') {
      return onEveryLevel(c, ({ limits, maxAmount }) => ({
        ...(limits?.perAuth === undefined ? {} : { limits: { ...limits, perAuth: 1000 } }),
        ...(maxAmount === undefined ? {} : { maxAmount: 1000 }),
      }))
    }
    if (rule.startsWith('limits.')) return set({ limits: { ...own.limits, [window as string]: 1000 } })
    switch (rule) {
      case 'stop':
        return resumed(c)
      case 'status':
        return withLevel(c, level, { status: 'active' })
      case 'ttlMinutes':
      case 'ttlDays':
        return onEveryLevel(c, ({ ttlMinutes, ttlDays }) => ({
          ...(ttlMinutes === undefined ? {} : { ttlMinutes: 5_000_000 }),
          ...(ttlDays === undefined ? {} : { ttlDays: 3650 }),
        }))
      case 'usage':
        return withLevel(c, 'card', { usage: 'multi' })
      case 'currency':
        return { ...c, request: { ...c.request, currency: 'USD' } }
      case 'credentials':
        return withRightCredentials(c)
      case 'requireCvv':
        return set({ requireCvv: false })
      case 'maxTransactionsPerDay':
        return set({ maxTransactionsPerDay: 1000 })
      case 'maxPerMerchantPerDay':
        return set({ maxPerMerchantPerDay: 1000 })
      case 'allowedMccs':
      case 'allowedMerchants':
      case 'allowedMerchantIds':
      case 'allowedCountries':
        return set({ [rule]: [...(own[rule] ?? []), observed as string] })
      case 'blockedMccs':
      case 'blockedMerchants':
      case 'blockedMerchantIds':
      case 'blockedCountries':
        return set({ [rule]: without(own[rule]) })
      case 'lockToFirstMerchant':
        return set({ lockToFirstMerchant: false })
      case 'cooldownMinutes':
      case 'duplicateWindowMinutes':
        return set({ [rule]: 0 })
      case 'activeHours':
        return set({ activeHours: allDay })
      case 'onMissingIntent':
      case 'onIntentMismatch':
        return set({ [rule]: 'flag' })
      default:
        throw new Error(`no repair for ${rule}`)
    }
  }

  it('changing the named field at the named level takes away exactly that reason', () => {
    const random = seededRandom(12)
    const seen = new Set<string>()
    for (let n = 0; n < CASES; n += 1) {
      const question = randomCase(random)
      const { reasons } = decisionOf(question)
      for (const reason of reasons.filter(({ code }) => !code.endsWith('_missing') || code === 'intent_missing')) {
        seen.add(reason.code)
        // A second entry of a block list may be the same merchant in another form: one remedy after the other.
        let after = repaired(question, reason)
        while (reason.rule === 'blockedMerchants' && namesOf(after).includes(name(reason))) {
          after = repaired(after, decisionOf(after).reasons.find((again) => name(again) === name(reason)) as Reason)
        }
        expect(namesOf(after)).toEqual(reasons.map(name).filter((other) => other !== name(reason)))
      }
    }
    expect(seen.size).toBe(30)
  })

  it('the remedy names the field and, where it is of a level, the level', () => {
    const random = seededRandom(13)
    for (let n = 0; n < CASES; n += 1) {
      for (const { code, rule, level, remedy } of decisionOf(randomCase(random)).reasons) {
        const isField = !['stop', 'status', 'usage', 'currency', 'credentials'].includes(rule)
        if (!isField || code.endsWith('_missing')) continue
        expect(remedy).toContain(`\`${rule}\``)
        if (!rule.startsWith('ttl')) expect(remedy).toContain(level)
      }
    }
  })

  it('where it says when, the same spend passes that rule then, and not a millisecond before', () => {
    const random = seededRandom(14)
    let seen = 0
    for (let n = 0; n < CASES; n += 1) {
      const question = randomCase(random)
      for (const reason of decisionOf(question).reasons) {
        if (reason.retryAt === undefined) continue
        seen += 1
        const at = (now: number) => namesOf({ ...question, request: { ...question.request, now } })
        expect(reason.retryable).toBe(true)
        expect(at(Date.parse(reason.retryAt))).not.toContain(name(reason))
        expect(at(Date.parse(reason.retryAt) - 1)).toContain(name(reason))
      }
    }
    expect(seen).toBeGreaterThan(CASES / 4)
  })
})
