import type { Webhook, WebhookHealth } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatAge, formatClock, formatCount, formatDay, formatExactTime } from '../../lib/format.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { useNow } from '../../lib/use-now.ts'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import type { ChartSeries } from '../../ui/chart/series.ts'
import { Select } from '../../ui/field.tsx'
import { DetailList, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, Skeleton } from '../../ui/states.tsx'
import { webhookHealthQuery } from './webhook-queries.ts'

/** A chart of a webhook's deliveries by hour or by day: how many arrived, how late they were, and since when the oldest waits. */
export function WebhookHealthChart({ of: { id } }: { of: Webhook }) {
  const { filters, set } = useListFilters(['by'])
  const bucket = filters.by === 'day' ? 'day' : 'hour'
  const { data, error, refetch } = useQuery(webhookHealthQuery(id, bucket))
  return (
    <PageSection
      title="Deliveries over time"
      action={
        <Select label="Range" hideLabel value={bucket} onChange={(event) => set('by', event.target.value)}>
          <option value="hour">Last 24 hours</option>
          <option value="day">Last 14 days</option>
        </Select>
      }
    >
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-80" />
        )
      ) : (
        <Chart of={data} webhookId={id} />
      )}
    </PageSection>
  )
}

const outcomes = [
  ['succeeded', 'Delivered', 'succeeded'],
  ['failed', 'Failed', 'failed'],
  ['waiting', 'Waiting', 'pending'],
] as const

function Chart({ of: health, webhookId }: { of: WebhookHealth; webhookId: string }) {
  const now = useNow()
  const { columns, series } = useMemo(() => chartOf(health, webhookId), [health, webhookId])
  if (health.data.length === 0) return <EmptyState title="Nothing was sent in this time." />
  return (
    <div className="grid gap-4">
      <ColumnChart {...{ columns, series }} label="Deliveries" format={formatCount} formatShort={formatCount} />
      <DetailList
        of={[
          [
            'Delay',
            health.lag
              ? `half within ${seconds(health.lag.p50Ms)}, 95 % within ${seconds(health.lag.p95Ms)}`
              : 'nothing was delivered',
          ],
          [
            'Oldest waiting',
            health.oldestWaitingAt === null
              ? 'nothing waits'
              : `for ${formatAge(Math.max(0, now - Date.parse(health.oldestWaitingAt)))}`,
          ],
          ...(health.isPartial ? ([['Of', 'the newest 5,000 deliveries']] as const) : []),
        ]}
      />
    </div>
  )
}

const seconds = (ms: number): string =>
  ms < 1000 ? `${formatCount(ms)} ms` : `${formatCount(Math.round(ms / 100) / 10)} s`

const LENGTH_MS = { hour: 3_600_000, day: 86_400_000 } as const
const COUNT = { hour: 24, day: 14 } as const

function chartOf({ bucket, from, data }: WebhookHealth, webhookId: string) {
  const starts = Array.from({ length: COUNT[bucket] }, (_, index) => Date.parse(from) + index * LENGTH_MS[bucket])
  const byStart = new Map(data.map((one) => [Date.parse(one.start), one]))
  const page = `/developers/webhooks/${webhookId}`
  const columns = starts.map((start) => ({
    key: String(start),
    short: bucket === 'hour' ? formatClock(start).replace(/:\d\d(?=\D*$)/, '') : formatDay(start),
    long: bucket === 'hour' ? formatExactTime(start) : `${formatDay(start)} (UTC)`,
    href: page,
    act: 'Show all deliveries',
  }))
  const series = outcomes.map(([key, name, status]): ChartSeries => {
    const values = starts.map((start) => byStart.get(start)?.[key] ?? 0)
    const total = values.reduce((sum, value) => sum + value, 0)
    return { key, name, isRest: key === 'waiting', values, total, href: `${page}?status=${status}` }
  })
  return { columns, series }
}
