import { MINUTE_MS, WEEK_MS } from '../../lib/clock.ts'
import { addCents } from '../money.ts'

/** Cents and approvals. */
export interface Sum {
  /** Cents; changes with reversals and settlements. */
  readonly amount: number
  /** Approved authorizations in it. */
  readonly count: number
}

export const added = (sum: Sum, { amount, count }: Sum): Sum => ({
  amount: addCents(sum.amount, amount),
  count: sum.count + count,
})

export interface SpendEntry extends Sum {
  /** Unix milliseconds. */
  readonly at: number
}

/** So many of the newest entries stand to the millisecond; older ones of one clock minute become one. */
export const EXACT_ENTRIES = 500
/** Entries that may gather before the older ones are folded, and how many stay unfolded then. */
export const MOST_RECENT = 64
export const KEPT_RECENT = 16

type Entries = readonly SpendEntry[]

/** The one empty list. */
export const noEntries: Entries = []

/**
 * Adds to the entry of a moment, or takes from it. What falls to nothing goes; what is new gets an entry of its own.
 * Taking more than the entry holds leaves nothing: another purchase's entry is never touched for it. `isExact`: the
 * level has so few entries that each stands to the millisecond.
 */
export function changeEntry(entries: Entries, at: number, delta: Sum, { isExact }: { isExact: boolean }): Entries {
  const index = firstFrom(entries, at)
  const found = entries[index]
  if (found === undefined || !holds(found, at, { isNew: delta.amount > 0 && isExact })) {
    return delta.amount <= 0 ? entries : entries.toSpliced(index, 0, { at, ...delta })
  }
  const amount = Math.max(0, addCents(found.amount, delta.amount))
  const count = found.count + delta.count
  return amount === 0 && count === 0
    ? entries.toSpliced(index, 1)
    : entries.with(index, { at: found.at, amount, count })
}

/** Whether the entry is that of a moment: its own, or the later one of the minute that it was merged into. */
const holds = (entry: SpendEntry, at: number, { isNew }: { isNew: boolean }): boolean =>
  entry.at === at || (!isNew && sameMinute(entry.at, at))

/**
 * Drops what has left the longest window and merges what has left the exact part. A merged entry keeps the later time and
 * the minutes are those of the clock, so that spend leaves a window late by less than a minute, however often entries
 * merge, and never early (contract, section 5). Bounds a level to 500 entries and the minutes of a week. Done now and
 * then, not at every change: what is folded stays as it is stored.
 */
export function foldEntries(entries: Entries, now: number): Entries {
  const live = entries.filter(({ at }) => at > now - WEEK_MS)
  const exactFrom = Math.max(0, live.length - EXACT_ENTRIES)
  const folded: SpendEntry[] = []
  for (const entry of live.slice(0, exactFrom)) {
    const before = folded.at(-1)
    if (before && sameMinute(before.at, entry.at)) folded[folded.length - 1] = merge(before, entry)
    else folded.push(entry)
  }
  return [...folded, ...live.slice(exactFrom)]
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

const sameMinute = (a: number, b: number) => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS)

const merge = (before: SpendEntry, entry: SpendEntry): SpendEntry => ({ at: entry.at, ...added(before, entry) })
