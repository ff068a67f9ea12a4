const DAY_MS = 86_400_000

export const RANGES = [7, 30, 90] as const
export type Days = (typeof RANGES)[number]

/** Of the URL; 30 where it names no range that there is. */
export const daysOf = (text: string | undefined): Days => RANGES.find((days) => String(days) === text) ?? 30

/** The starts of the last days, UTC, today's last: as the API's buckets. */
export function dayStarts(days: Days, now: number): number[] {
  const today = now - (now % DAY_MS)
  return Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS)
}

interface ListFilters {
  readonly status?: string
  readonly agentId?: string
  readonly customerId?: string
  readonly reason?: string
  /** Moments of days of UTC: from the first one's begin to the last one's end. */
  readonly from?: number
  readonly to?: number
}

/** The transactions behind a number. */
export function transactionsLink({ from, to, ...filters }: ListFilters): string {
  const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined))
  // The list shows what is after the one and before the other.
  if (from !== undefined) search.set('createdAfter', new Date(from - 1).toISOString())
  if (to !== undefined) search.set('createdBefore', new Date(to + DAY_MS).toISOString())
  return `/transactions?${search.toString()}`
}

const utc = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
export const dayName = (start: number): string => utc.format(start)
