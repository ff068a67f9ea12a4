import { addSpendSums, changeEntry, type SpendEntry, type SpendSum } from './spend-entries.ts'
import { sumOf } from './spend-sums.ts'

/**
 * A level's newest spend entries, oldest first, with their sum. To add them up again for every decision would take longer than the
 * decision.
 */
export interface RecentEntries {
  readonly entries: readonly SpendEntry[]
  readonly sum: SpendSum
}

export const recentEntries = (entries: readonly SpendEntry[]): RecentEntries => ({ entries, sum: sumOf(entries) })

/** Adds to the spend entry of a moment, or subtracts from it, as `changeEntry` does, and keeps the sum. */
export function changeRecent(
  recent: RecentEntries,
  at: number,
  delta: SpendSum,
  exactness: { isExact: boolean },
): RecentEntries {
  const newest = recent.entries.at(-1)
  if (delta.amount > 0 && newest !== undefined && at >= newest.at) {
    return at === newest.at ? withMore(recent, newest, delta) : withNext(recent, { at, ...delta })
  }
  const changed = changeEntry(recent.entries, at, delta, exactness)
  return changed === recent.entries ? recent : recentEntries(changed)
}

const withMore = ({ entries, sum }: RecentEntries, newest: SpendEntry, delta: SpendSum): RecentEntries => ({
  entries: entries.with(entries.length - 1, { at: newest.at, ...addSpendSums(newest, delta) }),
  sum: addSpendSums(sum, delta),
})

const withNext = (recent: RecentEntries, next: SpendEntry): RecentEntries => ({
  entries: [...recent.entries, next],
  sum: addSpendSums(recent.sum, next),
})
