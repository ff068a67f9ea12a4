import { useQueries, useQuery } from '@tanstack/react-query'
import type { Budget as Told } from '@purser/client'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { customerName } from '../../api/names.ts'
import { budgetQuery } from '../../api/resources.ts'
import { formatMoney } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Meter } from '../../ui/meter.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'

type Limit = Told['windows'][number]
type Level = 'customer' | 'agent'

interface Owner {
  readonly id: string
  readonly name: string
  readonly level: Level
}

/** Of each kind, the newest: a page of many shows a few, and leads to the lists. */
const SHOWN = 6
const windows: Readonly<Record<string, string>> = {
  perMonth: 'this month',
  perWeek: 'in 7 days',
  perDay: 'in 24 hours',
  total: 'in all',
}

/** What customers and agents have left, and where the month ends at this pace. */
export function Budgets() {
  const customers = useQuery({
    queryKey: ['customers', { limit: SHOWN }],
    queryFn: ({ signal }) => purser.customers.list({ limit: SHOWN }, { signal }),
  })
  const agents = useQuery({
    queryKey: ['agents', { limit: SHOWN }],
    queryFn: ({ signal }) => purser.agents.list({ limit: SHOWN }, { signal }),
  })
  const owners: Owner[] = [
    ...(customers.data?.data ?? []).map((one) => ({ id: one.id, name: customerName(one), level: 'customer' as const })),
    ...(agents.data?.data ?? []).map(({ id, name }) => ({ id, name, level: 'agent' as const })),
  ]
  const budgets = useQueries({
    queries: owners.map(({ id, level }) => budgetQuery(level, id)),
  })
  const error = customers.error ?? agents.error ?? budgets.find((one) => one.error)?.error
  const isLoading =
    customers.data === undefined || agents.data === undefined || budgets.some(({ data }) => data === undefined)
  const shown = owners.flatMap((owner, index) => {
    const limit = tightest(budgets[index]?.data, owner.level)
    return limit === undefined ? [] : [{ owner, limit }]
  })
  const again = () => void Promise.all([customers.refetch(), agents.refetch(), ...budgets.map((one) => one.refetch())])
  return (
    <Section title="Budgets">
      {error ? (
        <Failure error={error} onRetry={again} />
      ) : isLoading ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty title="No customer or agent has a limit yet.">
          When there is a monthly limit, its remaining amount appears here.
        </Empty>
      ) : (
        <ul className="grid gap-5">
          {shown.map(({ owner, limit }) => (
            <Budget key={owner.id} owner={owner} limit={limit} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Budget({ owner, limit }: { owner: Owner; limit: Limit }) {
  const end = useMonthEnd(limit)
  return (
    <li className="relative grid gap-1">
      <Link
        to={`/${owner.level}s/${owner.id}`}
        className="flex min-w-0 items-baseline gap-2 font-medium hover:underline"
      >
        <span className="truncate">{owner.name}</span>
        <span className="text-sm font-normal text-quiet">{owner.level}</span>
      </Link>
      <Meter label={windows[limit.window] ?? limit.window} limit={limit.limit} spent={limit.spent} held={limit.held} />
      {end !== null && (
        <p className={end > limit.limit ? 'text-sm text-warn' : 'text-sm text-quiet'}>
          At this pace {formatMoney(end)} by the end of the month{end > limit.limit && ', more than the limit'}
        </p>
      )}
    </li>
  )
}

/** The level's own limit of which least is left, by its share; not that of a single purchase. */
function tightest(budget: Told | undefined, level: Level): Limit | undefined {
  const own = budget?.windows.filter((limit) => limit.level === level && limit.window in windows) ?? []
  return own.toSorted((a, b) => left(a) - left(b))[0]
}

const left = ({ limit, remaining }: Limit): number => (limit === 0 ? 0 : remaining / limit)

/** Cents that a month comes to which goes on as it began. Months are those of UTC, as limits have them. */
function useMonthEnd({ window, spent }: Limit): number | null {
  const now = useNow()
  if (window !== 'perMonth' || spent === 0) return null
  const date = new Date(now)
  const [begin, end] = [0, 1].map((months) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)) as [
    number,
    number,
  ]
  return Math.round((spent * (end - begin)) / Math.max(now - begin, 3_600_000))
}
