import type { BudgetLimit } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dailyStatsQuery } from '../../api/stats.ts'
import { dayAt, longDay, shortDay } from '../../lib/days.ts'
import { formatMoney, formatMoneyShort } from '../../lib/format.ts'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { useNow } from '../../lib/use-now.ts'
import { windowWords } from '../../lib/words/windows.ts'
import type { PointedColumn } from '../../ui/chart/axes.tsx'
import { LimitPlot } from '../../ui/chart/limit-plot.tsx'
import { Select } from '../../ui/field.tsx'
import { OthersText } from '../../ui/others-text.tsx'
import { Section } from '../../ui/page.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { DRAWN, spentByDay, windowDays } from './spent-by-day.ts'

/** A chart of how the spend of a limit's window grows towards the limit. The tightest limit is shown first. */
export function AgainstLimit({ of }: { of: readonly BudgetLimit[] }) {
  const drawn = useMemo(() => of.filter(({ window }) => DRAWN.has(window)), [of])
  const [chosen, setChosen] = useState<string | null>(null)
  const isWide = useIsWide()
  const limit = drawn.find(({ id }) => id === chosen) ?? drawn[0]
  if (limit === undefined) return null
  return (
    <Section
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
              {shortened(name, isWide ? 40 : 12)}, {windowWords(window)}
            </option>
          ))}
        </Select>
      }
    >
      <Growth of={limit} />
    </Section>
  )
}

export const AgainstLimitLoading = () => (
  <Section title="Spend against limit" action={<Skeleton className="h-10 w-48" />}>
    <GrowthLoading />
  </Section>
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
  const today = dayAt(useNow(), 'UTC')
  const days = useMemo(() => windowDays(limit.window, today), [limit.window, today])
  const owner = ownerOf(limit)
  const { currency } = limit
  const { data, error, refetch } = useQuery(dailyStatsQuery({ from: days[0] ?? today, to: today }, owner))
  const values = useMemo(() => {
    const sums = new Map(data?.data.map(({ start, approved }) => [start.slice(0, 10), approved.amount]))
    return spentByDay(days, { spent: limit.spent, today, sums })
  }, [data, days, limit.spent, today])
  const names = useMemo(() => days.map(shortDay), [days])
  const [point, setPoint] = useState<PointedColumn | null>(null)
  if (data === undefined) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <GrowthLoading />
  const day = point === null ? undefined : days[point.column]
  const value = point === null ? null : (values[point.column] ?? null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-quiet">
        <OthersText text={limit.name} />: {formatMoney(limit.spent, currency)} of {formatMoney(limit.limit, currency)}{' '}
        {limit.cards !== undefined && limit.cards.count > 1 ? 'on the tightest of the cards ' : ''}
        {windowWords(limit.window)}. The dashed line is the limit. Days are those of UTC.
      </p>
      <div className="relative">
        <LimitPlot
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
            <span className="font-medium">{longDay(day)}</span>
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
