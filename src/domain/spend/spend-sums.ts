import type { SpendEntry, SpendSum } from './spend-entries.ts'

export function spendSumOf(entries: readonly SpendEntry[]): SpendSum {
  let amount = 0
  let count = 0
  for (const entry of entries) {
    amount += entry.amount
    count += entry.count
  }
  return { amount, count }
}

/** Running sums of spend entries, from the end: `amounts[i]` are the cents of entry i and of all later ones. */
interface Sums {
  readonly amounts: Float64Array
  readonly counts: Float64Array
}

const sumsByEntries = new WeakMap<readonly SpendEntry[], Sums>()

/**
 * The sum of all spend entries after a moment. The older entries of a level stay the same array for dozens of approvals, so their running
 * sums are computed once and then looked up.
 */
export function spendSumAfter(entries: readonly SpendEntry[], after: number): SpendSum {
  const sums = sumsByEntries.get(entries) ?? sumUp(entries)
  const first = firstAfter(entries, after)
  return { amount: sums.amounts[first] ?? 0, count: sums.counts[first] ?? 0 }
}

function sumUp(entries: readonly SpendEntry[]): Sums {
  const amounts = new Float64Array(entries.length)
  const counts = new Float64Array(entries.length)
  let amount = 0
  let count = 0
  for (let i = entries.length - 1; i >= 0; i -= 1) {
    const entry = entries[i] as SpendEntry
    amounts[i] = amount += entry.amount
    counts[i] = count += entry.count
  }
  const sums = { amounts, counts }
  sumsByEntries.set(entries, sums)
  return sums
}

/** The index of the first spend entry after a moment. If there is none, it is the number of entries. */
function firstAfter(entries: readonly SpendEntry[], after: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle] as SpendEntry).at > after) high = middle
    else low = middle + 1
  }
  return low
}
