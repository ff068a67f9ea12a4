import { assert } from '../../lib/assert.ts'
import { MINUTE_MS, WEEK_MS } from '../../lib/clock.ts'

/** An amount that was spent, and the number of approvals from which it comes. */
export interface SpendSum {
  /** The cents of the approvals. Reversals and settlements change the sum. */
  readonly amount: number
  /** The number of approved authorizations from which the spent amount comes. */
  readonly count: number
}

/** Adds two amounts in minor units of one currency. Throws above 2^53 - 1, where a sum would silently lose minor units. */
export function addCents(a: number, b: number): number {
  const sum = a + b
  assert(Number.isSafeInteger(sum), 'an amount in cents is an exact integer')
  return sum
}

export const addSpendSums = (sum: SpendSum, { amount, count }: SpendSum): SpendSum => ({
  amount: addCents(sum.amount, amount),
  count: sum.count + count,
})

export interface SpendEntry extends SpendSum {
  /** The moment of the spend entry in Unix milliseconds. */
  readonly at: number
}

/** How many of a level's newest spend entries keep their exact millisecond. Older entries of one clock minute are merged. */
export const MOST_EXACT_SPEND_ENTRIES = 500
/**
 * `MOST_RECENT_SPEND_ENTRIES`: if a level has more recent spend entries than this, the older of them are moved to the older entries (see `compactSpendEntries`).
 * `KEPT_RECENT_SPEND_ENTRIES`: how many of the newest entries stay recent then.
 */
export const MOST_RECENT_SPEND_ENTRIES = 64
export const KEPT_RECENT_SPEND_ENTRIES = 16

type Entries = readonly SpendEntry[]

export const noSpendEntries: Entries = []

/**
 * Adds to the spend entry of a moment, or subtracts from it. An entry whose cents and count become zero is removed. Cents at a moment
 * without an entry get an entry of their own. If more is subtracted than an entry has, its cents become zero, and no other entry changes.
 * `isExact`: the level has so few entries that each keeps its exact millisecond.
 */
export function changeSpendEntry(
  entries: Entries,
  at: number,
  delta: SpendSum,
  { isExact }: { isExact: boolean },
): Entries {
  const index = firstFrom(entries, at)
  const entry = entries[index]
  if (entry === undefined || !holds(entry, at, { isNew: delta.amount > 0 && isExact })) {
    return delta.amount <= 0 ? entries : entries.toSpliced(index, 0, { at, ...delta })
  }
  const amount = Math.max(0, addCents(entry.amount, delta.amount))
  const count = entry.count + delta.count
  return amount === 0 && count === 0
    ? entries.toSpliced(index, 1)
    : entries.with(index, { at: entry.at, amount, count })
}

/**
 * Whether a spend entry contains what was spent at a moment: the entry has that exact time, or is the merged entry of the minute in which
 * the moment lies.
 */
const holds = (entry: SpendEntry, at: number, { isNew }: { isNew: boolean }): boolean =>
  entry.at === at || (!isNew && sameMinute(entry.at, at))

/**
 * Drops spend entries that have left the longest window, and merges entries older than the newest 500 by minute. A merged entry has the
 * later time, and minutes are those of the clock. So however often entries are merged, spend leaves a window late by less than a minute,
 * and never early (contract, section 5). A level therefore has at most 500 entries and one for each minute of a week. This function runs
 * only now and then and not at every change, so that the older entries seldom change.
 */
export function compactSpendEntries(entries: Entries, now: number): Entries {
  const live = entries.filter(({ at }) => at > now - WEEK_MS)
  const exactFrom = Math.max(0, live.length - MOST_EXACT_SPEND_ENTRIES)
  const folded: SpendEntry[] = []
  for (const entry of live.slice(0, exactFrom)) {
    const before = folded.at(-1)
    if (before && sameMinute(before.at, entry.at)) folded[folded.length - 1] = merge(before, entry)
    else folded.push(entry)
  }
  return [...folded, ...live.slice(exactFrom)]
}

/**
 * Encodes spend entries as a JSON array of numbers, three for each entry: its time (from the second entry on, the milliseconds since the
 * entry before), its cents and its count.
 */
export function encodeSpendEntries(entries: Entries): string {
  let before = 0
  const numbers: number[] = []
  for (const { at, amount, count } of entries) {
    numbers.push(at - before, amount, count)
    before = at
  }
  return JSON.stringify(numbers)
}

export function decodeSpendEntries(text: string): SpendEntry[] {
  const numbers = JSON.parse(text) as number[]
  const entries: SpendEntry[] = []
  let at = 0
  for (let i = 0; i < numbers.length; i += 3) {
    at += numbers[i] as number
    entries.push({ at, amount: numbers[i + 1] as number, count: numbers[i + 2] as number })
  }
  return entries
}

/** The index of the first spend entry at or after a moment. The search begins at the end, where most changes happen. */
function firstFrom(entries: Entries, at: number): number {
  let index = entries.length
  while (index > 0 && (entries[index - 1] as SpendEntry).at >= at) index -= 1
  return index
}

const sameMinute = (a: number, b: number) => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS)

const merge = (before: SpendEntry, entry: SpendEntry): SpendEntry => ({ at: entry.at, ...addSpendSums(before, entry) })
