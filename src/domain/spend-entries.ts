import { MINUTE_MS, WEEK_MS } from '../lib/clock.ts'
import { addCents } from './money.ts'
import type { SpendEntry } from './spend-windows.ts'

/** So many of the newest entries stand to the millisecond; older ones of one clock minute become one. */
export const EXACT_ENTRIES = 500

type Entries = readonly SpendEntry[]

/**
 * Adds to the entry of a moment. An entry that was merged is found by its minute. What falls to nothing goes.
 * Taking away more than the entry holds leaves nothing: another purchase's entry is never touched for it.
 */
export function changeEntry(entries: Entries, at: number, delta: { amount: number; count: number }): Entries {
  const index = firstFrom(entries, at)
  const found = entries[index]
  if (found && (found.at === at || (isMerged(entries, delta.amount) && sameMinute(found.at, at)))) {
    const amount = Math.max(0, addCents(found.amount, delta.amount))
    const count = found.count + delta.count
    return amount === 0 && count === 0
      ? entries.toSpliced(index, 1)
      : entries.with(index, { at: found.at, amount, count })
  }
  return delta.amount < 0 ? entries : entries.toSpliced(index, 0, { at, ...delta })
}

/**
 * Drops what has left the longest window and merges what has left the exact part. A merged entry keeps the later time and
 * the minutes are those of the clock, so that spend leaves a window late by less than a minute, however often entries
 * merge, and never early (contract, section 5). Bounds a level to 500 entries and the minutes of a week.
 */
export function compact(entries: Entries, now: number): Entries {
  const live = entries.findIndex(({ at }) => at > now - WEEK_MS)
  if (live === -1) return []
  const kept = live === 0 ? entries : entries.slice(live)
  const newest = kept.length - EXACT_ENTRIES - 1
  let oldest = newest
  while (oldest > 0 && sameMinute((kept[oldest - 1] as SpendEntry).at, (kept[newest] as SpendEntry).at)) oldest -= 1
  return oldest >= newest ? kept : kept.toSpliced(oldest, newest - oldest + 1, merge(kept.slice(oldest, newest + 1)))
}

/** JSON array of numbers, three for each entry: time (after the first: since the one before), cents, count. */
export function encodeEntries(entries: Entries): string {
  let before = 0
  const numbers: number[] = []
  for (const { at, amount, count } of entries) {
    numbers.push(at - before, amount, count)
    before = at
  }
  return JSON.stringify(numbers)
}

export function decodeEntries(text: string): SpendEntry[] {
  const numbers = JSON.parse(text) as number[]
  const entries: SpendEntry[] = []
  let at = 0
  for (let i = 0; i < numbers.length; i += 3) {
    at += numbers[i] as number
    entries.push({ at, amount: numbers[i + 1] as number, count: numbers[i + 2] as number })
  }
  return entries
}

/** Index of the first entry at or after a moment. Searched from the end, where changes happen. */
function firstFrom(entries: Entries, at: number): number {
  let index = entries.length
  while (index > 0 && (entries[index - 1] as SpendEntry).at >= at) index -= 1
  return index
}

/** Whether the entry may stand for an earlier one: a purchase to take from has one, a new one may not. */
const isMerged = (entries: Entries, deltaCents: number) => deltaCents < 0 || entries.length > EXACT_ENTRIES

const sameMinute = (a: number, b: number) => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS)

const merge = (entries: Entries): SpendEntry => ({
  at: (entries.at(-1) as SpendEntry).at,
  amount: entries.reduce((sum, entry) => addCents(sum, entry.amount), 0),
  count: entries.reduce((sum, entry) => sum + entry.count, 0),
})
