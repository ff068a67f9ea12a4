import { describe, expect, it } from 'vitest'
import {
  addCents,
  changeSpendEntry,
  MOST_EXACT_SPEND_ENTRIES,
  compactSpendEntries,
  type SpendEntry,
} from './spend-entries.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 86_400_000
/** The moment from which the times of spend entries are counted: the beginning of a clock minute. */
const start = Date.UTC(2026, 10, 18, 12)

const entry = (at: number, amount = 100, count = 1): SpendEntry => ({ at: start + at, amount, count })

it('sums are exact or refused', () => {
  expect(addCents(Number.MAX_SAFE_INTEGER, -1)).toBe(Number.MAX_SAFE_INTEGER - 1)
  expect(() => addCents(Number.MAX_SAFE_INTEGER, 1)).toThrow('exact integer')
})

describe('a change', () => {
  const merged = entry(40_000, 300, 3)
  const before = [entry(0), merged, entry(MINUTE_MS)]
  const taken = { amount: -50, count: 0 }
  const raised = { amount: 50, count: 0 }
  const approved = { amount: 50, count: 1 }

  it.each<[string, number, { amount: number; count: number }, boolean, readonly SpendEntry[]]>([
    ['at its own entry', 40_000, taken, true, [entry(0), entry(40_000, 250, 3), entry(MINUTE_MS)]],
    [
      'taken from the entry that it was merged into',
      20_000,
      taken,
      true,
      [entry(0), entry(40_000, 250, 3), entry(MINUTE_MS)],
    ],
    ['taken where the minute has no later entry', 50_000, taken, true, before],
    ['taken where nothing is later', 2 * MINUTE_MS, taken, false, before],
    [
      'taken beyond what the entry holds',
      0,
      { amount: -150, count: 0 },
      true,
      [entry(0, 0, 1), merged, entry(MINUTE_MS)],
    ],
    ['of nothing', 20_000, { amount: 0, count: 0 }, true, [entry(0), merged, entry(MINUTE_MS)]],
    ['of nothing where nothing is later', 2 * MINUTE_MS, { amount: -0, count: 0 }, true, before],
    ['new, exact', 20_000, approved, true, [entry(0), entry(20_000, 50), merged, entry(MINUTE_MS)]],
    ['more, exact', 20_000, raised, true, [entry(0), entry(20_000, 50, 0), merged, entry(MINUTE_MS)]],
    ['new, in the minute of a later one', 20_000, approved, false, [entry(0), entry(40_000, 350, 4), entry(MINUTE_MS)]],
    ['new, at the moment of another', 0, approved, true, [entry(0, 150, 2), merged, entry(MINUTE_MS)]],
    ['new, at the end', 2 * MINUTE_MS, approved, false, [...before, entry(2 * MINUTE_MS, 50)]],
  ])('%s', (_, at, delta, isExact, after) => {
    expect(changeSpendEntry(before, start + at, delta, { isExact })).toEqual(after)
  })

  it.each([
    ['nobody, but something, stays', -20, [entry(0), entry(5, 10, 0)]],
    ['nobody and nothing goes', -30, [entry(0)]],
  ])('that leaves %s', (_, amount, after) => {
    const forced = [entry(0), entry(5, 30, 0)]
    expect(changeSpendEntry(forced, start + 5, { amount, count: 0 }, { isExact: true })).toEqual(after)
  })
})

describe('folding', () => {
  const exact = Array.from({ length: MOST_EXACT_SPEND_ENTRIES }, (_, n) => entry(MINUTE_MS + n))

  it('leaves as many as stand to the millisecond alone', () => {
    expect(compactSpendEntries(exact, start + MINUTE_MS + MOST_EXACT_SPEND_ENTRIES)).toEqual(exact)
  })

  it('merges older ones of one clock minute, at the later time', () => {
    const older = [entry(-60_001), entry(-60_000, 200, 2), entry(-1, 50, 0), entry(0), entry(MINUTE_MS - 1)]
    expect(compactSpendEntries([...older, ...exact], start + 2 * MINUTE_MS)).toEqual([
      entry(-60_001),
      entry(-1, 250, 2),
      entry(MINUTE_MS - 1, 200, 2),
      ...exact,
    ])
  })

  it('drops what has left the week, at its very end', () => {
    expect(compactSpendEntries([entry(0), entry(1)], start + WEEK_MS)).toEqual([entry(1)])
  })
})
