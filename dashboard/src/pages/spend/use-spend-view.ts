import { type DayRange, dayInZone } from '../../lib/days.ts'
import { chosenDayRange, isDayRangePreset, type DayRangePreset, comparedDayRange } from '../../lib/ranges.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { useNow } from '../../lib/use-now.ts'
import { type SpendGrouping, spendGroupingOf, type SpendOwner } from './groups.ts'

export interface SpendReportView {
  readonly group: SpendGrouping
  readonly owner: SpendOwner
  /** The chosen currency, as an ISO 4217 code. Undefined: none is chosen, so it is the owner's or the account's. */
  readonly currency: string | undefined
  readonly range: DayRange
  /** The range of days with which the spend report's range is compared. */
  readonly compared: DayRange
  /** The named range of days that is chosen. Undefined: the first and last day are chosen instead. */
  readonly preset: DayRangePreset | undefined
}

const NAMES = ['groupBy', 'range', 'from', 'to', 'customerId', 'agentId', 'cardId', 'currency'] as const

/** The choices of the spend report, kept in the URL. Days are in UTC, because sums are. */
export function useSpendReportView() {
  const { filters, setAll } = useListFilters(NAMES)
  const today = dayInZone(useNow(), 'UTC')
  const { groupBy, range: preset, from, to, currency, ...owner } = filters
  const range = chosenDayRange(filters, today)
  const isOwn = from !== undefined && to !== undefined
  const view: SpendReportView = {
    group: spendGroupingOf(groupBy, owner),
    owner,
    currency,
    range,
    compared: comparedDayRange(range),
    preset: isOwn ? undefined : isDayRangePreset(preset) ? preset : 'this-month',
  }
  return { view, set: setAll }
}
