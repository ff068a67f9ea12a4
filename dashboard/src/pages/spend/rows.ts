import {
  type CalendarDay,
  type DayRange,
  daysOfRange,
  firstDayOfMonth,
  lastDayOfMonth,
  formatDayWithYear,
  addDays,
  mondayOf,
  monthName,
  formatDayRange,
} from '../../lib/days.ts'
import { type TransactionFilters, transactionsLink } from '../../lib/transactions-link.ts'
import { type SpendGroupingByName, type SpendFilterOptions, type TimeGrouping } from './groups.ts'

interface Tally {
  readonly count: number
  readonly amount: number
}

/** A group or period in the answer of `GET /stats/spend`, with its sums. */
interface Sums {
  readonly start: string
  readonly group?: string | null
  readonly name?: string
  readonly others?: boolean
  readonly approved: Tally
  readonly declined: Tally
  readonly compared?: { readonly approved: Tally; readonly declined: Tally }
}

/** The sums of approved and of declined purchases in a row of the spend report. Amounts are in cents. */
export interface SpendReportAmounts {
  readonly spent: number
  readonly purchases: number
  readonly declines: number
  readonly blocked: number
}

export interface SpendReportRow extends SpendReportAmounts {
  readonly key: string
  readonly name: string
  /** An id, a merchant category code or the first day of a period. Null: the purchases of the spend report's row have none. */
  readonly code: string | null
  /** The spend of the report row's group in the compared range. Null: a row of a day, week or month has none. */
  readonly before: number | null
  /** The address of the transactions that the spend report's row sums up. Null: no filter selects exactly these. */
  readonly purchasesHref: string | null
  readonly declinesHref: string | null
}

export const spendReportAmounts = ({
  approved,
  declined,
}: Pick<Sums, 'approved' | 'declined'>): SpendReportAmounts => ({
  spent: approved.amount,
  purchases: approved.count,
  declines: declined.count,
  blocked: declined.amount,
})

export const EMPTY_SPEND_REPORT_AMOUNTS: SpendReportAmounts = { spent: 0, purchases: 0, declines: 0, blocked: 0 }

export const sumOfAmounts = (all: readonly SpendReportAmounts[]): SpendReportAmounts =>
  all.reduce(
    (sum, one) => ({
      spent: sum.spent + one.spent,
      purchases: sum.purchases + one.purchases,
      declines: sum.declines + one.declines,
      blocked: sum.blocked + one.blocked,
    }),
    EMPTY_SPEND_REPORT_AMOUNTS,
  )

interface Shown {
  readonly behind: SpendFilterOptions
  readonly range: DayRange
}

/** The spend report's rows of a grouping by name, the largest spend first. All further groups are summed in the last row. */
export function spendRowsByName(
  data: readonly Sums[],
  group: SpendGroupingByName,
  { behind, range }: Shown,
): SpendReportRow[] {
  return data.map((sums) => {
    const filters = sums.others === true ? null : { ...behind, ...transactionFilterOf(group, sums.group ?? null) }
    return {
      ...spendReportAmounts(sums),
      ...linksOf(filters, range),
      key: sums.others === true ? '*' : (sums.group ?? ''),
      name: spendRowName(group, sums),
      code: sums.group ?? null,
      before: sums.compared?.approved.amount ?? 0,
    }
  })
}

const without: Readonly<Record<SpendGroupingByName, string>> = {
  agent: 'Without an agent',
  customer: 'Without a customer',
  card: 'Without a card',
  merchant: 'Without a merchant name',
  category: 'Without a category',
  costCenter: 'Without a cost center',
}
const others: Readonly<Record<SpendGroupingByName, string>> = {
  agent: 'Other agents',
  customer: 'Other customers',
  card: 'Other cards',
  merchant: 'Other merchants',
  category: 'Other categories',
  costCenter: 'Other cost centers',
}

export function spendRowName(group: SpendGroupingByName, { group: code, name, others: isRest }: Sums): string {
  if (isRest === true) return others[group]
  if (code === null || code === undefined) return without[group]
  // Airlines and hotels have many codes each, so the code is shown beside the category's name.
  return group === 'category' ? `${name ?? 'Category'} · ${code}` : (name ?? code)
}

export const otherSpendGroupsName = (group: SpendGroupingByName): string => others[group]

/** The filter of the list of transactions that finds the purchases of the spend report's group. */
export const transactionFilterOf = (group: SpendGroupingByName, code: string | null): TransactionFilters =>
  code === null ? lacking[group] : { [filterNames[group]]: code }

const filterNames: Readonly<Record<SpendGroupingByName, keyof TransactionFilters>> = {
  agent: 'agentId',
  customer: 'customerId',
  card: 'cardId',
  merchant: 'merchantName',
  category: 'mcc',
  costCenter: 'costCenter',
}
/** The filters that find the purchases without a value for the grouping. Every purchase has a customer and a card. */
const lacking: Readonly<Record<SpendGroupingByName, TransactionFilters>> = {
  agent: { without: 'agent' },
  customer: {},
  card: {},
  merchant: { without: 'merchant' },
  category: { without: 'category' },
  costCenter: { without: 'costCenter' },
}

const linksOf = (filters: TransactionFilters | null, range: DayRange) => ({
  purchasesHref: filters && transactionsLink({ ...filters, summed: 'approved' }, range),
  declinesHref: filters && transactionsLink({ ...filters, summed: 'declined' }, range),
})

/** The spend report's rows of a grouping by time: one for each day, week (from Monday) or month that the range touches, the last first. */
export function spendRowsByTime(
  data: readonly Sums[],
  group: TimeGrouping,
  { behind, range }: Shown,
): SpendReportRow[] {
  const byDay = Map.groupBy(data, ({ start }) => start.slice(0, 10))
  return timePartsOfRange(range, group)
    .map((part) => ({
      ...sumOfAmounts(daysOfRange(part).flatMap((day) => (byDay.get(day) ?? []).map(spendReportAmounts))),
      ...linksOf(behind, part),
      key: part.from,
      name: partName(part, group),
      code: part.from,
      before: null,
    }))
    .toReversed()
}

/** The days, weeks or months of a range, oldest first. The first and the last are cut to the range. */
export function timePartsOfRange(range: DayRange, group: TimeGrouping): DayRange[] {
  const parts: DayRange[] = []
  for (let from = range.from; from <= range.to;) {
    const last = lastDayOf(from, group)
    const to = last < range.to ? last : range.to
    parts.push({ from, to })
    from = addDays(to, 1)
  }
  return parts
}

function lastDayOf(day: CalendarDay, group: TimeGrouping): CalendarDay {
  if (group === 'day') return day
  return group === 'week' ? addDays(mondayOf(day), 6) : lastDayOfMonth(day)
}

function partName(part: DayRange, group: TimeGrouping): string {
  if (group === 'day') return formatDayWithYear(part.from)
  const isWholeMonth = part.from === firstDayOfMonth(part.from) && part.to === lastDayOfMonth(part.from)
  return group === 'month' && isWholeMonth ? monthName(part.from) : formatDayRange(part)
}
