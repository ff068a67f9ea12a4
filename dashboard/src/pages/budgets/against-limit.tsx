import type { BudgetLimit } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dailyStatsQuery } from '../../api/stats.ts'
import { dayInZone, formatDayWithYear, formatDayWithoutYear } from '../../lib/days.ts'
import { formatMoney, formatMoneyShort } from '../../lib/format.ts'
import { useIsWideScreen } from '../../lib/use-is-wide.ts'
import { useNow } from '../../lib/use-now.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'
import type { PointedChartColumn } from '../../ui/chart/axes.tsx'
import { LimitChart } from '../../ui/chart/limit-plot.tsx'
import { Select } from '../../ui/field.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, Skeleton } from '../../ui/states.tsx'
import { DRAWN_LIMIT_WINDOWS, spentByDay, limitWindowDays } from './spent-by-day.ts'

/** A chart of how the spend of a limit's window grows towards the limit. The tightest limit is shown first. */
export function SpendAgainstLimit({ of }: { of: readonly BudgetLimit[] }) {
  const drawn = useMemo(() => of.filter(({ window }) => DRAWN_LIMIT_WINDOWS.has(window)), [of])
  const [chosen, setChosen] = useState<string | null>(null)
  const isWide = useIsWideScreen()
  const limit = drawn.find(({ id }) => id === chosen) ?? drawn[0]
  if (limit === undefined) return null
  return (
    <PageSection
      title="Spend against limit"
      action={
        <Select
          label="Limit"
          hideLabel
          className="max-w-full"
          value={limit.id}
          onChange={(event) => setChosen(event.target.value)}
        >
          {drawn.map(({ id, name, window }) => (
            <option key={id} value={id}>
              {shortened(name, isWide ? 40 : 12)}, {limitWindowInWords(window)}
            </option>
          ))}
        </Select>
      }
    >
      <Growth of={limit} />
    </PageSection>
  )
}

export const SpendAgainstLimitLoading = () => (
  <PageSection title="Spend against limit" action={<Skeleton className="h-10 w-48" />}>
    <GrowthLoading />
  </PageSection>
)

/** Shortens a name for the select that chooses a limit: the text of an option neither wraps nor is cut by CSS. */
const shortened = (name: string, most: number): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name)

/** The placeholder of the growth chart, as high as the chart with the lines of text above it. */
const GrowthLoading = () => (
  <div className="grid gap-3">
    <Skeleton className="h-16 sm:h-5" />
    <Skeleton className="h-60" />
  </div>
)

function Growth({ of: limit }: { of: BudgetLimit }) {
  const today = dayInZone(useNow(), 'UTC')
  const days = useMemo(() => limitWindowDays(limit.window, today), [limit.window, today])
  const owner = ownerOf(limit)
  const { currency } = limit
  const { data, error, refetch } = useQuery(dailyStatsQuery({ from: days[0] ?? today, to: today }, owner))
  const values = useMemo(() => {
    const sums = new Map(data?.data.map(({ start, approved }) => [start.slice(0, 10), approved.amount]))
    return spentByDay(days, { spent: limit.spent, today, sums })
  }, [data, days, limit.spent, today])
  const names = useMemo(() => days.map(formatDayWithoutYear), [days])
  const [point, setPoint] = useState<PointedChartColumn | null>(null)
  if (data === undefined)
    return error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <GrowthLoading />
  const day = point === null ? undefined : days[point.column]
  const value = point === null ? null : (values[point.column] ?? null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-quiet">
        <UntrustedText text={limit.name} />: {formatMoney(limit.spent, currency)} of{' '}
        {formatMoney(limit.limit, currency)}{' '}
        {limit.cards !== undefined && limit.cards.count > 1 ? 'on the tightest of the cards ' : ''}
        {limitWindowInWords(limit.window)}. The dashed line is the limit. Days are those of UTC.
      </p>
      <div className="relative">
        <LimitChart
          {...{
            names,
            values,
            limit: limit.limit,
            onPoint: setPoint,
            formatShort: (cents: number) => formatMoneyShort(cents, currency),
          }}
          shown={point?.column}
        />
        {point !== null && day !== undefined && value !== null && (
          <div
            className="pointer-events-none absolute top-2 z-10 grid w-52 gap-0.5 rounded-lg border border-line bg-sheet p-3 text-sm tabular-nums shadow-lg"
            style={{ left: leftOf(point) }}
          >
            <span className="font-medium">{formatDayWithYear(day)}</span>
            <span>{formatMoney(value, currency)} spent</span>
            <span className="text-quiet">
              {value > limit.limit
                ? `${formatMoney(value - limit.limit, currency)} over the limit`
                : `${formatMoney(limit.limit - value, currency)} left`}
            </span>
          </div>
        )}
      </div>
    </div>
  )
}

/** The width of the chart's tooltip (`w-52`), and the space between it and its point, in pixels. */
const WIDTH = 208
const BESIDE = 14

const leftOf = ({ left, width }: { left: number; width: number }): number =>
  left + BESIDE + WIDTH <= width ? left + BESIDE : Math.max(0, left - BESIDE - WIDTH)

/** The owner of a limit. A limit that each card has belongs to its tightest card. */
function ownerOf({ level, id, cards }: BudgetLimit) {
  if (cards !== undefined) return { cardId: cards.tightestId }
  return level === 'customer' ? { customerId: id } : { agentId: id }
}
