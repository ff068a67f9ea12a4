import { machineReadableAmount } from '../../lib/amount.ts'
import { currencyUnitsOf } from '../../lib/format.ts'
import { csvLine } from '../../../../src/services/transactions/csv.ts'
import type { DayRange } from '../../lib/days.ts'
import { type SpendGroupingByName, type SpendGrouping, spendGroupings, isTimeGrouping } from './groups.ts'
import type { SpendReportAmounts, SpendReportRow } from './rows.ts'

interface Table {
  readonly group: SpendGrouping
  readonly range: DayRange
  readonly compared: DayRange
  readonly currency: string
  readonly rows: readonly SpendReportRow[]
  readonly total: SpendReportAmounts & { readonly before: number }
}

const daysText = ({ from, to }: DayRange): string => `${from} to ${to}, UTC`
/**
 * An amount in units of its currency, for a CSV cell. A negative amount is a number, because a text would get an apostrophe before its
 * minus.
 */
const figure = (cents: number, currency: string): string | number =>
  cents < 0 ? currencyUnitsOf(cents, currency) : machineReadableAmount(cents, currency)
const codeTitles: Readonly<Record<SpendGroupingByName, string>> = {
  agent: 'agent id',
  customer: 'customer id',
  card: 'card id',
  merchant: 'merchant name',
  category: 'category code',
  costCenter: 'cost center',
}
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10

/** The spend table with its total as a CSV file. Its first lines name the days and their time zone. */
export function spendCsv({ group, range, compared, currency, rows, total }: Table): string {
  const days = daysText(range)
  const head = [
    spendGroupings[group],
    isTimeGrouping(group) ? 'from day (UTC)' : codeTitles[group],
    `spent ${currency} (${days})`,
    'share %',
    `spent before ${currency} (${daysText(compared)})`,
    `purchases (${days})`,
    `declined (${days})`,
    `blocked ${currency} (${days})`,
  ]
  const line = (name: string, code: string | null, one: SpendReportAmounts & { before: number | null }) =>
    csvLine([
      name,
      code,
      figure(one.spent, currency),
      share(one.spent, total.spent),
      one.before === null ? null : figure(one.before, currency),
      one.purchases,
      one.declines,
      figure(one.blocked, currency),
    ])
  return [csvLine(head), ...rows.map((row) => line(row.name, row.code, row)), line('Total', null, total)].join('')
}

export const spendCsvFileName = ({ group, range }: Pick<Table, 'group' | 'range'>): string =>
  `spend-by-${group}-${range.from}-to-${range.to}-UTC.csv`
