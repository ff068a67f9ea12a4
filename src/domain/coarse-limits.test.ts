import { describe, expect, it } from 'vitest'
import { type Limits, Windows } from '../contract/policy.ts'
import { type Random, seededRandom } from '../../test/model/random.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import { capsOf, type RuledLevels } from './caps.ts'
import { coarseLimits, type CoarseLimits } from './coarse-limits.ts'
import { compilePolicy } from './compiled-policy.ts'
import { nothingSpent, recordApproval, type Spend } from './spend-windows.ts'

describe('what an issuer holds a card to', () => {
  it('is the smallest cap on one purchase, and twice the smallest of each window', () => {
    const levels = {
      customer: { policy: { limits: { perAuth: 900, perDay: 5000 } }, limits: { perMonth: 40_000 } },
      agent: { policy: { maxAmount: 700 }, limits: { perDay: 3000 } },
      card: { policy: { limits: { perDay: 4000 } }, limits: { perAuth: 800, total: 9000 } },
    }
    expect(coarseLimits(levels)).toEqual({ perAuth: 700, perDay: 6000, perMonth: 80_000, total: 18_000 })
  })

  it('is nothing where nothing is limited', () => {
    expect(coarseLimits({ customer: noRules, agent: null, card: noRules })).toEqual({})
  })

  it('refuses nothing that Purser approves, wherever the days and weeks of the issuer begin', () => {
    const random = seededRandom(32)
    let approved = 0
    for (let n = 0; n < 10_000; n += 1) approved += playedThrough(random)
    expect(approved).toBeGreaterThan(10_000)
  })
})

const noRules = { policy: {}, limits: {} }

const someLimits = (random: Random): Limits =>
  Object.fromEntries(random.some(Windows, 3).map((window) => [window, random.between(0, 2000)]))

const someLevel = (random: Random) => ({
  policy: { limits: someLimits(random), ...random.maybe(0.3, () => ({ maxAmount: random.between(0, 1500) })) },
  limits: someLimits(random),
})

/** A few purchases of one card over weeks. Answers how many Purser approved, each of which the issuer must let pass. */
function playedThrough(random: Random): number {
  const levels: RuledLevels = {
    customer: someLevel(random),
    agent: random.chance(0.5) ? someLevel(random) : null,
    card: someLevel(random),
  }
  const limits = coarseLimits(levels)
  const offset = random.between(-14, 14) * HOUR_MS
  const passed: Purchase[] = []
  let spend: Spend = nothingSpent
  let now = Date.UTC(2026, random.between(0, 11), random.between(1, 28))
  for (let turn = 0; turn < 8; turn += 1) {
    now += random.between(0, random.pick([HOUR_MS, DAY_MS, 9 * DAY_MS]))
    const amount = random.between(1, 1000)
    const subject = { ...levels, spend: { customer: spend, agent: levels.agent && spend, card: spend } }
    const caps = capsOf(subject, compilePolicy(levels), { now, authorizedBefore: 0 })
    if (caps.some(({ spent, limit }) => spent + amount > limit)) continue
    passed.push({ local: now + offset, amount })
    expect(exceeded(limits, passed)).toEqual([])
    spend = recordApproval(spend, [now, amount])
  }
  return passed.length
}

interface Purchase {
  /** By the issuer's calendar. */
  readonly local: number
  readonly amount: number
}

/** As an issuer counts: by days, weeks and months of its calendar. */
const periods: Record<keyof CoarseLimits, (at: number) => number | string> = {
  perAuth: (at) => at,
  perDay: (at) => Math.floor(at / DAY_MS),
  perWeek: (at) => Math.floor((at / DAY_MS + 3) / 7),
  perMonth: (at) => new Date(at).toISOString().slice(0, 7),
  total: () => 0,
}

function exceeded(limits: CoarseLimits, passed: readonly Purchase[]): string[] {
  const last = passed.at(-1) as Purchase
  return Windows.filter((window) => {
    const of = periods[window]
    const inPeriod = window === 'perAuth' ? [last] : passed.filter(({ local }) => of(local) === of(last.local))
    return inPeriod.reduce((sum, { amount }) => sum + amount, 0) > (limits[window] ?? Number.POSITIVE_INFINITY)
  })
}
