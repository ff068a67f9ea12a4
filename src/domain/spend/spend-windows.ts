import type { LimitWindow } from '../../contract/policy.ts'
import { assert } from '../../lib/assert.ts'
import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'
import type { CountedSpend } from './counted-amount.ts'
import {
  addCents,
  changeSpendEntry,
  MOST_EXACT_SPEND_ENTRIES,
  compactSpendEntries,
  KEPT_RECENT_SPEND_ENTRIES,
  MOST_RECENT_SPEND_ENTRIES,
  noSpendEntries,
  type SpendEntry,
  type SpendSum,
} from './spend-entries.ts'
import { addToRecentSpendEntry, recentSpendEntries, type RecentSpendEntries } from './recent-entries.ts'
import { spendSumAfter, spendSumOf } from './spend-sums.ts'
import { endOfUtcMonth, utcMonth } from './utc-month.ts'

export { decodeSpendEntries, encodeSpendEntries, type SpendEntry } from './spend-entries.ts'

/** The spend of one level (card, agent or customer). Values never change in place: every function returns a new one. */
export interface LevelSpend {
  /** The cents that were spent over the lifetime of a card, an agent or a customer. */
  readonly total: number
  /** The UTC month to which `monthTotal` belongs, like 202611. 0: nothing was spent yet. */
  readonly month: number
  readonly monthTotal: number
  /** The time of the last approved authorization above 0, in Unix milliseconds. Null: there was none. */
  readonly lastApprovedAt: number | null
  /**
   * The older spend entries, oldest first, some of them merged by minute (see `compactSpendEntries`). Together with `recent` they cover at least
   * the last seven days. They change seldom.
   */
  readonly older: readonly SpendEntry[]
  /** The spend entries after `older`, oldest first. They are few enough to copy with every approval. */
  readonly recent: RecentSpendEntries
}

/** The lengths of the trailing windows in milliseconds. A spend at t counts before t + window, and no longer at t + window. */
export const trailingLimitWindowMs = { perDay: DAY_MS, perWeek: WEEK_MS } as const

export const emptyLevelSpend: LevelSpend = {
  total: 0,
  month: 0,
  monthTotal: 0,
  lastApprovedAt: null,
  older: noSpendEntries,
  recent: recentSpendEntries(noSpendEntries),
}

export const spendEntries = ({ older, recent }: LevelSpend): readonly SpendEntry[] => [...older, ...recent.entries]

/** The cents that were spent in a window that ends now. 0 for `perAuth`, which is about a single authorization. */
export function centsSpentInLimitWindow(spend: LevelSpend, window: LimitWindow, now: number): number {
  if (window === 'perAuth') return 0
  if (window === 'total') return spend.total
  if (window === 'perMonth') return utcMonth(now) > spend.month ? 0 : spend.monthTotal
  return spendAfter(spend, now - trailingLimitWindowMs[window]).amount
}

/** The number of approved authorizations above 0 in the trailing 24 hours. Reversals do not lower it. */
export const approvedAuthorizationsInLastDay = (spend: LevelSpend, now: number): number =>
  spendAfter(spend, now - DAY_MS).count

/**
 * The time, in Unix milliseconds, from which on a window has no more than `most` cents, if nothing else is spent. The window has more cents
 * now. Undefined: no such time will come.
 */
export function whenSpendFallsTo(
  spend: LevelSpend,
  window: LimitWindow,
  most: number,
  now: number,
): number | undefined {
  if (window === 'perMonth') return most < 0 ? undefined : endOfUtcMonth(utcMonth(now))
  if (window !== 'perDay' && window !== 'perWeek') return undefined
  return whenSpendEntriesFallTo(spendEntries(spend), window, most)
}

/**
 * The time, in Unix milliseconds, from which on these entries have no more than `most` cents in a trailing window. They have more now.
 * Undefined: no such time will come.
 */
export const whenSpendEntriesFallTo = (
  entries: readonly SpendEntry[],
  window: keyof typeof trailingLimitWindowMs,
  most: number,
): number | undefined => leavesAt(entries, trailingLimitWindowMs[window], { most, of: (entry) => entry.amount })

/** When the trailing 24 hours will contain no more than `most` approvals, in Unix milliseconds. Undefined: never. */
export const whenApprovalCountFallsTo = (spend: LevelSpend, most: number): number | undefined =>
  leavesAt(spendEntries(spend), DAY_MS, { most, of: (entry) => entry.count })

/** Adds an approved authorization above 0 to the spend of a level. `part`: its moment and its cents. */
export function recordApproval(spend: LevelSpend, part: CountedSpend): LevelSpend {
  const [at] = part
  return { ...change(spend, part, 1, at), lastApprovedAt: Math.max(at, spend.lastApprovedAt ?? at) }
}

/**
 * Adds cents to the spend at a moment, or subtracts them if they are negative. Increments and forced captures count at their own moment.
 * Settlement, reversal and expiry change what was spent at the moment of the approval.
 */
export const adjustSpend = (spend: LevelSpend, part: CountedSpend, now: number): LevelSpend =>
  change(spend, part, 0, now)

function change(spend: LevelSpend, part: CountedSpend, count: number, now: number): LevelSpend {
  const [at, amount] = part
  const rolled = rollMonth(spend, utcMonth(now))
  const total = addCents(rolled.total, amount)
  const monthTotal = utcMonth(at) === rolled.month ? addCents(rolled.monthTotal, amount) : rolled.monthTotal
  assert(total >= 0 && monthTotal >= 0, 'no more is taken back than was spent')
  const parts = at + WEEK_MS > now ? changeParts(spend, at, { amount, count }, now) : undefined
  return { ...rolled, ...parts, total, monthTotal }
}

type Parts = Pick<LevelSpend, 'older' | 'recent'>

/**
 * Changes the spend entry of a moment. Undefined: no entry changes. `compactSpendEntries` runs when there are many recent entries, or when one of
 * the older entries has changed. That depends only on the entries, and not on the batches in which they came. So a replay of the journal
 * merges the same entries, and decides the same, as the engine did.
 */
function changeParts(spend: LevelSpend, at: number, delta: SpendSum, now: number): Parts | undefined {
  const { older, recent } = spend
  const newestOlder = older.at(-1)
  const isExact = older.length + recent.entries.length <= MOST_EXACT_SPEND_ENTRIES
  if (newestOlder === undefined || at > newestOlder.at) {
    const changed = addToRecentSpendEntry(recent, at, delta, { isExact })
    return changed.entries.length <= MOST_RECENT_SPEND_ENTRIES
      ? { older, recent: changed }
      : fold([...older, ...changed.entries], now)
  }
  const before = spendEntries(spend)
  const entries = changeSpendEntry(before, at, delta, { isExact })
  return entries === before ? undefined : fold(entries, now)
}

function fold(entries: readonly SpendEntry[], now: number): Parts {
  const kept = compactSpendEntries(entries, now)
  const olderEnd = Math.max(0, kept.length - KEPT_RECENT_SPEND_ENTRIES)
  return {
    older: olderEnd === 0 ? noSpendEntries : kept.slice(0, olderEnd),
    recent: recentSpendEntries(kept.slice(olderEnd)),
  }
}

const rollMonth = (spend: LevelSpend, month: number): LevelSpend =>
  month > spend.month ? { ...spend, month, monthTotal: 0 } : spend

/** The sum of all spend entries of a level after a moment. */
function spendAfter({ older, recent: { entries, sum } }: LevelSpend, after: number): SpendSum {
  const oldest = entries[0]
  if (oldest !== undefined && oldest.at <= after) return spendSumOf(entries.filter(({ at }) => at > after))
  const before = spendSumAfter(older, after)
  return { amount: before.amount + sum.amount, count: before.count + sum.count }
}

/**
 * The time, in Unix milliseconds, at which enough spend entries have left a window: `of` adds up to at most `most` over the entries that
 * remain. Undefined: no such time will come.
 */
function leavesAt(
  entries: readonly SpendEntry[],
  windowMs: number,
  { most, of }: { most: number; of: (entry: SpendEntry) => number },
): number | undefined {
  let left = entries.reduce((sum, entry) => sum + of(entry), 0)
  for (const entry of entries) {
    left -= of(entry)
    if (left <= most) return entry.at + windowMs
  }
  return undefined
}
