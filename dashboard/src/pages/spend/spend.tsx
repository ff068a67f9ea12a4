import { Money, CurrencyScope } from '../../ui/money.tsx'
import { useAccountTimeZone } from '../../api/account.ts'
import { formatDayRange, startOfDay } from '../../lib/days.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { DayRangeSelect } from '../../ui/range-select.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { TransactionOwnerFilters } from '../transactions/filters.tsx'
import { DeclinesOverTime } from './declines-over-time.tsx'
import { spendGroupings, spendGroupingsFor } from './groups.ts'
import { spendCsv, spendCsvFileName } from './spend-csv.ts'
import { SpendOverTimeChart } from './spend-over-time.tsx'
import { SpendTable } from './spend-table.tsx'
import { SpendTotals } from './totals.tsx'
import { type SpendReport, useSpendReport } from './use-spend.ts'
import { useSpendReportView, type SpendReportView } from './use-spend-view.ts'

/** The spend report of a range of days: by agent, merchant and so on, with its declines. */
export default function SpendPage() {
  const { view, set } = useSpendReportView()
  const { data, error, refetch } = useSpendReport(view)
  return (
    <PageLayout title="Spend" actions={<Export view={view} spend={data} />}>
      <Filters view={view} set={set} />
      {data !== undefined && data.inEach.length > 0 && <Currencies of={data} set={set} />}
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={refetch} />
        ) : (
          <LoadingLines lines={8} />
        )
      ) : (
        <CurrencyScope of={data.currency}>
          <SpendTotals of={data} view={view} />
          <SpendOverTimeChart view={view} behind={data.behind} />
          <PageSection title={`Spend by ${spendGroupings[view.group].toLowerCase()}`} flush>
            {data.rows.length === 0 ? (
              <EmptyState title="Nothing was bought or declined on these days." />
            ) : (
              <SpendTable {...data} view={view} />
            )}
          </PageSection>
          <DeclinesOverTime view={view} behind={data.behind} />
        </CurrencyScope>
      )}
    </PageLayout>
  )
}

/**
 * The spend in each currency, side by side, because amounts of two currencies are never summed. The rest of the page is about the chosen
 * one.
 */
function Currencies({ of: { inEach, currency: shown }, set }: { of: SpendReport; set: FilterProps['set'] }) {
  return (
    <nav aria-label="Currencies" className="flex flex-wrap gap-3">
      {inEach.map(({ currency, spent }) => (
        <Button
          key={currency}
          {...(currency === shown && { look: 'primary' as const })}
          aria-pressed={currency === shown}
          onClick={() => set({ currency })}
        >
          {currency} <Money cents={spent} currency={currency} />
        </Button>
      ))}
    </nav>
  )
}

interface FilterProps {
  view: SpendReportView
  set: ReturnType<typeof useSpendReportView>['set']
}

function Filters({ view: { group, owner, range, preset }, set }: FilterProps) {
  const able = spendGroupingsFor(owner)
  return (
    <search aria-label="Filters" className="@container grid gap-3">
      <div className="grid items-start gap-3 @sm:grid-cols-2 @3xl:grid-cols-3 @6xl:grid-cols-5">
        <Select label="Group by" value={group} onChange={({ target }) => set({ groupBy: target.value })}>
          {able.map((name) => (
            <option key={name} value={name}>
              {spendGroupings[name]}
            </option>
          ))}
        </Select>
        <DayRangeSelect
          preset={preset}
          range={range}
          zone="UTC"
          onPreset={(name) => set({ range: name, from: undefined, to: undefined })}
          onDays={({ from, to }) => set({ range: undefined, from, to })}
        />
        <TransactionOwnerFilters filters={owner} set={(name, value) => set({ [name]: value })} />
      </div>
      <DaysMeant range={range} />
      {able.length < Object.keys(spendGroupings).length && (
        <p className="text-sm text-quiet">
          Merchants and categories are summed for whole customers: choose no agent and no card to see them.
        </p>
      )}
    </search>
  )
}

/** The note that the days are UTC days, if the account has another time zone. */
function DaysMeant({ range }: { range: SpendReportView['range'] }) {
  const zone = useAccountTimeZone()
  const begins = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' })
  return (
    <p className="text-sm text-quiet">
      {formatDayRange(range)}, in days of UTC, as monthly limits have them.
      {zone !== 'UTC' &&
        ` In ${zone}, the time zone of this account, such a day begins at ${begins.format(startOfDay(range.from, 'UTC'))}.`}
    </p>
  )
}

function Export({ view, spend }: { view: SpendReportView; spend: SpendReport | undefined }) {
  const save = () =>
    spend && downloadFile(new Blob([spendCsv({ ...view, ...spend })], { type: 'text/csv' }), spendCsvFileName(view))
  return (
    <Button disabled={spend === undefined} onClick={save}>
      Export CSV
    </Button>
  )
}
