import { expect, it } from 'vitest'
import { type Limits, limitWindows } from '../../src/contract/policy.ts'
import { issuerCoarseLimits } from '../../src/domain/decision/coarse-limits.ts'
import { decidePurchase } from '../../src/domain/ladder/decide.ts'
import { emptyLevelSpend, recordApproval, type LevelSpend } from '../../src/domain/spend/spend-windows.ts'
import { issuers } from '../../src/issuers/registry.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { type Random, seededRandom } from '../model/random.ts'
import {
  type IssuerLimit,
  isRefusedByIssuerLimit,
  lithicLimitsIn,
  type ApprovedPurchase,
  stripeLimitsIn,
} from '../support/issuers/controls.ts'
import { somePurchase, cardWithLevels } from '../support/records/subject.ts'
import { allCasesInThoroughRun } from '../support/thorough.ts'

/** The body of the last request to an issuer, which does whatever it is asked. */
const sent = { body: '' }
const options = {
  key: 'rk_test_0123456789',
  url: new URL('https://issuer.example.com'),
  fetch: (_url: unknown, init?: RequestInit) => {
    sent.body = init?.body as string
    return Promise.resolve(Response.json({}))
  },
  wait: () => Promise.resolve(),
}
const [stripe, lithic] = await Promise.all([issuers.stripe.connect(options), issuers.lithic.connect(options)])

it('no issuer refuses what Purser approves, wherever its days begin, and one purchase is bounded as Purser bounds it', async () => {
  const random = seededRandom(32)
  let approved = 0
  for (let n = 0; n < POLICIES; n += 1) {
    const levels = someLevels(random)
    const controls = await pushed(levels)
    for (const { limit } of controls.filter(({ isOfOne }) => isOfOne)) expect(isCapOfOne(levels, limit)).toBe(true)
    if (!controls.some(({ isOfOne }) => isOfOne)) expect(isOverOne(levels, 99_999)).toBe(false)
    approved += playedThrough(random, levels, controls)
  }
  expect(approved).toBeGreaterThan(POLICIES)
})

const POLICIES = allCasesInThoroughRun(10_000, 1000)
/** Of each policy: 80,000 in all, where everything is proved. */
const SPENDS = 8

type Levels = ReturnType<typeof someLevels>

const someLimits = (random: Random): Limits =>
  Object.fromEntries(random.some(limitWindows, 3).map((window) => [window, random.between(1, 2000)]))

const someLevel = (random: Random) => ({
  policy: { limits: someLimits(random), ...random.maybe(0.3, () => ({ maxAmount: random.between(1, 1500) })) },
  limits: someLimits(random),
})

const someLevels = (random: Random) => ({
  customer: someLevel(random),
  agent: random.chance(0.5) ? someLevel(random) : null,
  card: someLevel(random),
})

async function pushed(levels: Levels): Promise<IssuerLimit[]> {
  const limits = issuerCoarseLimits(levels)
  await stripe.setLimits('ic_1', limits, 'key')
  const there = stripeLimitsIn(sent.body)
  await lithic.setLimits('7ef7d65c', limits, 'key')
  return [...there, ...lithicLimitsIn(sent.body)]
}

const isOverOne = (levels: Levels, amount: number): boolean =>
  decidePurchase(cardWithLevels(levels), somePurchase({ amount })).reasons.some(({ window }) => window === 'perAuth')

const isCapOfOne = (levels: Levels, limit: number): boolean => !isOverOne(levels, limit) && isOverOne(levels, limit + 1)

/** A few purchases of one card over weeks, some of which ask for more later. Answers how many Purser approved. */
function playedThrough(random: Random, levels: Levels, controls: readonly IssuerLimit[]): number {
  const offset = random.between(-14, 14) * HOUR_MS
  const passed: ApprovedPurchase[] = []
  let spend: LevelSpend = emptyLevelSpend
  let now = Date.UTC(2026, random.between(0, 11), random.between(1, 31))
  for (let turn = 0; turn < SPENDS; turn += 1) {
    now += random.between(0, random.pick([HOUR_MS, DAY_MS, 9 * DAY_MS]))
    const amount = random.between(1, 1000)
    const authorizedBefore = random.chance(0.2) ? (passed.at(-1)?.total ?? 0) : 0
    const spends = { customer: spend, ...(levels.agent === null ? {} : { agent: spend }), card: spend }
    const asked = somePurchase({ amount, now, ...(authorizedBefore === 0 ? {} : { authorizedBefore }) })
    if (decidePurchase(cardWithLevels({ ...levels, spend: spends }), asked).decision === 'decline') continue
    passed.push({ local: now + offset, amount, total: authorizedBefore + amount })
    if (controls.some((control) => isRefusedByIssuerLimit(control, passed)))
      throw new Error(`refused: ${JSON.stringify({ levels, offset, passed })}`)
    spend = recordApproval(spend, [now, amount])
  }
  return passed.length
}
