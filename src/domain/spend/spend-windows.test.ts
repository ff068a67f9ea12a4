import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitWindows, type LimitWindow } from '../../contract/policy.ts'
import { InvariantError } from '../../lib/assert.ts'
import { recentSpendEntries } from './recent-entries.ts'
import { MOST_EXACT_SPEND_ENTRIES, compactSpendEntries, MOST_RECENT_SPEND_ENTRIES } from './spend-entries.ts'
import {
  adjustSpend,
  approvedAuthorizationsInLastDay,
  whenApprovalCountFallsTo,
  decodeSpendEntries,
  emptyLevelSpend,
  spendEntries,
  encodeSpendEntries,
  whenSpendFallsTo,
  recordApproval,
  centsSpentInLimitWindow,
  type LevelSpend,
} from './spend-windows.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const start = Date.UTC(2026, 10, 18, 12)

describe('windows', () => {
  const spend = recordApproval(emptyLevelSpend, [start, 100])

  it.each<[string, LimitWindow, number, number]>([
    ['a day holds it', 'perDay', start + DAY_MS - 1, 100],
    ['a day later not', 'perDay', start + DAY_MS, 0],
    ['a week holds it', 'perWeek', start + WEEK_MS - 1, 100],
    ['a week later not', 'perWeek', start + WEEK_MS, 0],
    ['the month holds it to its last millisecond', 'perMonth', Date.UTC(2026, 11, 1) - 1, 100],
    ['the next month not', 'perMonth', Date.UTC(2026, 11, 1), 0],
    ['the same month of another year not', 'perMonth', Date.UTC(2027, 10, 18), 0],
    ['all time holds it', 'total', start + 1000 * DAY_MS, 100],
    ['one authorization looks at nothing else', 'perAuth', start, 0],
    ['a clock that is behind counts it', 'perDay', start - 1, 100],
    ['a clock that is behind counts its month', 'perMonth', Date.UTC(2026, 10, 1) - 1, 100],
  ])('%s', (_, window, now, expected) => {
    expect(centsSpentInLimitWindow(spend, window, now)).toBe(expected)
  })

  it('counts approvals of a day', () => {
    expect(approvedAuthorizationsInLastDay(spend, start + DAY_MS - 1)).toBe(1)
    expect(approvedAuthorizationsInLastDay(spend, start + DAY_MS)).toBe(0)
  })

  it('remembers the last approval, not the last change', () => {
    const changed = adjustSpend(recordApproval(spend, [start + 5, 1]), [start + 9, 50], start + 9)
    expect(changed.lastApprovedAt).toBe(start + 5)
    expect(recordApproval(changed, [start + 1, 1]).lastApprovedAt).toBe(start + 5)
  })
})

describe('changes', () => {
  const approved = recordApproval(emptyLevelSpend, [start, 100])

  it('a reversal gives room back at the moment of the approval and keeps the count', () => {
    const reversed = adjustSpend(approved, [start, -100], start + 5)
    expect(limitWindows.map((window) => centsSpentInLimitWindow(reversed, window, start + 5))).toEqual([0, 0, 0, 0, 0])
    expect(approvedAuthorizationsInLastDay(reversed, start + 5)).toBe(1)
    expect(reversed.lastApprovedAt).toBe(start)
  })

  it('a settlement above the authorization counts at the moment of the approval', () => {
    const settled = adjustSpend(approved, [start, 20], start + DAY_MS - 1)
    expect(centsSpentInLimitWindow(settled, 'perDay', start + DAY_MS - 1)).toBe(120)
    expect(centsSpentInLimitWindow(settled, 'perDay', start + DAY_MS)).toBe(0)
  })

  it('of an earlier month changes the lifetime total alone', () => {
    const now = Date.UTC(2026, 11, 3)
    const later = recordApproval(approved, [now, 7])
    const reversed = adjustSpend(later, [start, -100], now)
    expect(reversed).toMatchObject({ total: 7, month: 202612, monthTotal: 7 })
  })

  it('of more than seven days ago leaves the entries alone', () => {
    const now = start + WEEK_MS
    const later = recordApproval(approved, [now - 1, 7])
    const reversed = adjustSpend(later, [start, -100], now)
    expect(reversed).toEqual({ ...later, total: 7, monthTotal: 7 })
    expect(centsSpentInLimitWindow(reversed, 'total', now)).toBe(7)
  })

  it('an entry of nothing and nobody goes', () => {
    const forced = adjustSpend(approved, [start + 1, 30], start + 1)
    expect(spendEntries(forced)).toHaveLength(2)
    expect(spendEntries(adjustSpend(forced, [start + 1, -30], start + 2))).toEqual(spendEntries(approved))
  })

  it('keeps entries in order when a clock steps back', () => {
    const spend = [start + 2, start, start + 1].reduce((sum, at) => recordApproval(sum, [at, 1]), emptyLevelSpend)
    expect(spendEntries(spend).map(({ at }) => at)).toEqual([start, start + 1, start + 2])
  })

  it('never changes the value it was given', () => {
    const before = structuredClone(approved)
    adjustSpend(approved, [start, -100], start + 1)
    recordApproval(approved, [start + WEEK_MS, 1])
    expect(approved).toEqual(before)
  })

  it('refuses sums that are not exact, and taking back more than was spent', () => {
    const most = recordApproval(emptyLevelSpend, [start, Number.MAX_SAFE_INTEGER])
    expect(() => recordApproval(most, [start, 1])).toThrow(InvariantError)
    expect(() => adjustSpend(approved, [start, -101], start)).toThrow('no more is taken back than was spent')
    expect(() => adjustSpend(approved, [start, -101], Date.UTC(2026, 11, 1))).toThrow(InvariantError)
    const older = recordApproval(emptyLevelSpend, [start - 40 * DAY_MS, 500])
    expect(() => adjustSpend(recordApproval(older, [start, 100]), [start, -101], start)).toThrow(InvariantError)
  })
})

describe('room later', () => {
  const spend = [100, 200, 300].reduce((sum, amount, n) => recordApproval(sum, [start + n, amount]), emptyLevelSpend)
  const now = start + 10

  it.each<[LimitWindow, number, number | undefined]>([
    ['perDay', 599, start + DAY_MS],
    ['perDay', 500, start + DAY_MS],
    ['perDay', 499, start + 1 + DAY_MS],
    ['perDay', 0, start + 2 + DAY_MS],
    ['perDay', -1, undefined],
    ['perWeek', 300, start + 1 + WEEK_MS],
    ['perMonth', 0, Date.UTC(2026, 11, 1)],
    ['perMonth', -1, undefined],
    ['total', 500, undefined],
    ['perAuth', 500, undefined],
  ])('%s falls to %d', (window, most, expected) => {
    expect(whenSpendFallsTo(spend, window, most, now)).toBe(expected)
  })

  it('the month after December is January', () => {
    expect(whenSpendFallsTo(spend, 'perMonth', 0, Date.UTC(2026, 11, 31, 23, 59))).toBe(Date.UTC(2027, 0, 1))
  })

  it('counts fall as approvals leave', () => {
    expect([2, 1, 0, -1].map((most) => whenApprovalCountFallsTo(spend, most))).toEqual([
      start + DAY_MS,
      start + 1 + DAY_MS,
      start + 2 + DAY_MS,
      undefined,
    ])
  })

  it('ignores what has left already', () => {
    expect(whenSpendFallsTo(spend, 'perDay', 0, start + 1 + DAY_MS)).toBe(start + 2 + DAY_MS)
  })
})

describe('folding', () => {
  const purchases = (count: number, gapMs = 1000) =>
    Array.from({ length: count }, (_, n) => start + n * gapMs).reduce(
      (spend, at) => recordApproval(spend, [at, 1]),
      emptyLevelSpend,
    )
  const lengthsOf = ({ older, recent }: LevelSpend) => [older.length, recent.entries.length]

  it.each([
    [64, [0, 64]],
    [65, [49, 16]],
    [113, [49, 64]],
    [114, [98, 16]],
  ])('of %d purchases', (count, expected) => {
    expect(lengthsOf(purchases(count))).toEqual(expected)
  })

  it('leaves the older ones as they are stored while nothing in them changes', () => {
    const folded = purchases(65)
    const now = start + 70_000
    expect(recordApproval(folded, [now, 1]).older).toBe(folded.older)
    expect(adjustSpend(folded, [start - 1, -1], now).older).toBe(folded.older)
    expect(adjustSpend(folded, [start + 64_000, -1], now).older).toBe(folded.older)
  })

  it('follows a change in the older ones, up to the newest of them', () => {
    const bought = recordApproval(purchases(65), [start + 70_000, 1])
    expect(lengthsOf(bought)).toEqual([49, 17])
    const changed = adjustSpend(bought, [start + 48_000, 5], start + 70_000)
    expect(lengthsOf(changed)).toEqual([50, 16])
    expect(changed.older.at(-2)).toEqual({ at: start + 48_000, amount: 6, count: 1 })
  })

  it('leaves older ones that are not there as they are', () => {
    const later = recordApproval(purchases(64), [start + 8 * DAY_MS, 1])
    expect(lengthsOf(later)).toEqual([0, 1])
    expect(later.older).toBe(emptyLevelSpend.older)
  })

  it.each([
    [MOST_EXACT_SPEND_ENTRIES, 'recent', 499],
    [MOST_EXACT_SPEND_ENTRIES + 1, 'recent', 500],
    [MOST_EXACT_SPEND_ENTRIES, 'older', 1],
    [MOST_EXACT_SPEND_ENTRIES + 1, 'older', 1],
  ] as const)(
    'with %d entries, a clock that stepped back among the %s: an entry of its own up to 500',
    (count, _, n) => {
      const spend = purchases(count)
      const at = start + n * 1000 - 1
      const changed = recordApproval(spend, [at, 1])
      const own = spendEntries(changed).find((entry) => entry.at === at)
      expect(own?.amount).toBe(count <= MOST_EXACT_SPEND_ENTRIES ? 1 : undefined)
    },
  )

  it('what the older ones hold leaves at its moment, approvals too', () => {
    const spend = purchases(600, 60_000)
    expect(spend.older.length).toBeGreaterThan(500)
    for (const n of [0, 1, 300, 500]) {
      const now = start + n * 60_000 + DAY_MS
      expect([approvedAuthorizationsInLastDay(spend, now - 1), approvedAuthorizationsInLastDay(spend, now)]).toEqual([
        600 - n,
        599 - n,
      ])
      expect([
        centsSpentInLimitWindow(spend, 'perDay', now - 1),
        centsSpentInLimitWindow(spend, 'perDay', now),
      ]).toEqual([600 - n, 599 - n])
    }
  })
})

/** An approved amount that is lowered or raised later. The test compares a plain list of these with the spend of a level. */
interface Purchase {
  readonly at: number
  readonly amount: number
  readonly change: number
}

const history = (most: number, gapMs: number) =>
  fc.array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: gapMs })),
      amount: fc.integer({ min: 1, max: 1000 }),
      change: fc.oneof(fc.constant(0), fc.integer({ min: -1000, max: 100 })),
    }),
    { minLength: most / 2, maxLength: most },
  )

function replay(steps: readonly { gap: number; amount: number; change: number }[]) {
  let at = start
  let spend = emptyLevelSpend
  const purchases: Purchase[] = []
  for (const { gap, amount, change } of steps) {
    at += gap
    spend = recordApproval(spend, [at, amount])
    purchases.push({ at, amount, change: Math.max(change, -amount) })
  }
  for (const purchase of purchases) spend = adjustSpend(spend, [purchase.at, purchase.change], at)
  return { spend, purchases, now: at }
}

const net = (purchases: readonly Purchase[], after: number) =>
  purchases.filter(({ at }) => at > after).reduce((sum, { amount, change }) => sum + amount + change, 0)

const lengths = { perDay: DAY_MS, perWeek: WEEK_MS } as const
const trailing = ['perDay', 'perWeek'] as const

describe('against a plain list', () => {
  it('sums are exact up to 500 entries', () => {
    fc.assert(
      fc.property(history(60, 6 * 3_600_000), fc.integer({ min: 0, max: 9 * DAY_MS }), (steps, wait) => {
        const { spend, purchases, now } = replay(steps)
        for (const window of trailing) {
          expect(centsSpentInLimitWindow(spend, window, now + wait)).toBe(net(purchases, now + wait - lengths[window]))
        }
        expect(spend.total).toBe(net(purchases, 0))
        const approvals = purchases.filter(({ at }) => at > now + wait - DAY_MS)
        expect(approvedAuthorizationsInLastDay(spend, now + wait)).toBe(approvals.length)
      }),
      { numRuns: 200 },
    )
  })

  it('beyond, spend leaves late by less than a minute, never early, and exactly where a window holds 500', () => {
    fc.assert(
      fc.property(history(1600, 20_000), fc.integer({ min: 0, max: 8 * DAY_MS }), (steps, wait) => {
        const { spend, purchases, now } = replay(steps)
        for (const window of trailing) {
          const from = now + wait - lengths[window]
          const spent = centsSpentInLimitWindow(spend, window, now + wait)
          const isExact = purchases.filter(({ at }) => at > from - MINUTE_MS).length <= MOST_EXACT_SPEND_ENTRIES
          expect(spent).toBeGreaterThanOrEqual(net(purchases, from))
          expect(spent).toBeLessThanOrEqual(net(purchases, isExact ? from : from - MINUTE_MS))
        }
        expect(spendEntries(spend).reduce((sum, { amount }) => sum + amount, 0)).toBe(net(purchases, 0))
        expect(spendEntries(spend).reduce((sum, { count }) => sum + count, 0)).toBe(purchases.length)
      }),
      { numRuns: 40 },
    )
  })

  it('a level keeps at most 500 entries, one for each minute of a week, and those that wait to be folded', () => {
    let spend: LevelSpend = emptyLevelSpend
    for (let n = 0; n < 4000; n += 1) spend = recordApproval(spend, [start + n * 7000, 1])
    expect(spendEntries(spend).length).toBeLessThan(
      MOST_EXACT_SPEND_ENTRIES + (4000 * 7) / 60 + MOST_RECENT_SPEND_ENTRIES,
    )
    const folded = compactSpendEntries(spendEntries(spend), start + 4000 * 7000)
    const minutes = new Set(folded.slice(0, -MOST_EXACT_SPEND_ENTRIES).map(({ at }) => Math.floor(at / MINUTE_MS)))
    expect(folded).toHaveLength(minutes.size + MOST_EXACT_SPEND_ENTRIES)
    const later = recordApproval(spend, [start + 9 * DAY_MS, 1])
    expect(compactSpendEntries(spendEntries(later), start + 9 * DAY_MS)).toHaveLength(1)
    expect(later.total).toBe(4001)
  })
})

describe('stored entries', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(history(50, DAY_MS), (steps) => {
        const { spend } = replay(steps)
        expect(decodeSpendEntries(encodeSpendEntries(spendEntries(spend)))).toEqual(spendEntries(spend))
      }),
      { numRuns: 50 },
    )
  })

  it('are added up as they grow', () => {
    fc.assert(
      fc.property(history(30, DAY_MS), (steps) => {
        let at = start
        let spend = emptyLevelSpend
        for (const { gap, amount, change } of steps) {
          at += gap
          spend = adjustSpend(recordApproval(spend, [at, amount]), [at, change > 0 ? change : 0], at)
          const { recent } = change < 0 ? (spend = adjustSpend(spend, [at, Math.max(change, -amount)], at)) : spend
          expect(recent).toEqual(recentSpendEntries(recent.entries))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are a compact array of numbers', () => {
    const spend = recordApproval(recordApproval(emptyLevelSpend, [start, 500]), [start + 60_000, 700])
    expect(encodeSpendEntries(spendEntries(spend))).toBe(`[${start},500,1,60000,700,1]`)
    expect(encodeSpendEntries([])).toBe('[]')
    expect(decodeSpendEntries('[]')).toEqual([])
  })
})
