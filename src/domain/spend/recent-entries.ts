import { addSpendSums, changeSpendEntry, type SpendEntry, type SpendSum } from './spend-entries.ts'
import { spendSumOf } from './spend-sums.ts'

/**
 * A level's newest spend entries, oldest first, with their sum. To add them up again for every decision would take longer than the
 * decision.
 */
export interface RecentSpendEntries {
  readonly entries: readonly SpendEntry[]
  readonly sum: SpendSum
}

export const recentSpendEntries = (entries: readonly SpendEntry[]): RecentSpendEntries => ({
  entries,
  sum: spendSumOf(entries),
})

/** Adds to the spend entry of a moment, or subtracts from it, as `changeSpendEntry` does, and keeps the sum. */
export function addToRecentSpendEntry(
  recent: RecentSpendEntries,
  at: number,
  delta: SpendSum,
  exactness: { isExact: boolean },
): RecentSpendEntries {
  const newest = recent.entries.at(-1)
  if (delta.amount > 0 && newest !== undefined && at >= newest.at) {
    return at === newest.at ? withMore(recent, newest, delta) : withNext(recent, { at, ...delta })
  }
  const changed = changeSpendEntry(recent.entries, at, delta, exactness)
  return changed === recent.entries ? recent : recentSpendEntries(changed)
}

const withMore = ({ entries, sum }: RecentSpendEntries, newest: SpendEntry, delta: SpendSum): RecentSpendEntries => ({
  entries: entries.with(entries.length - 1, { at: newest.at, ...addSpendSums(newest, delta) }),
  sum: addSpendSums(sum, delta),
})

const withNext = (recent: RecentSpendEntries, next: SpendEntry): RecentSpendEntries => ({
  entries: [...recent.entries, next],
  sum: addSpendSums(recent.sum, next),
})
