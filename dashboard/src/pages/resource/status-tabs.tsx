import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { statusCountsQuery } from '../../api/counts.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { fieldNameInWords, formatCount } from '../../lib/format.ts'

interface StatusTabsProps {
  of: 'customers' | 'agents' | 'cards'
  statuses: readonly string[]
  current: string
  /** True: the list has other filters, too. The tabs then show no counts, because counts do not consider filters. */
  isNarrowed: boolean
}

/** The tabs of a list by status, with their counts. Statuses that can spend come first. */
export function StatusTabs({ of, statuses, current, isNarrowed }: StatusTabsProps) {
  const { data } = useQuery({ ...statusCountsQuery(of), enabled: !isNarrowed })
  const [search] = useSearchParams()
  const to = (status: string) => {
    const next = new URLSearchParams(search)
    next.set('status', status)
    return `?${next.toString()}`
  }
  const countOf = (status: string) => (isNarrowed ? undefined : data?.find((one) => one.status === status))
  return (
    <nav aria-label="By status" className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
      {[...statuses, ALL].map((status) => {
        const counted = countOf(status)
        return (
          <Link
            key={status}
            to={to(status)}
            aria-current={status === current ? 'page' : undefined}
            className={joinClassNames(
              '-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 whitespace-nowrap no-underline',
              status === current
                ? 'border-accent font-medium text-accent'
                : 'border-transparent text-quiet hover:text-ink',
            )}
          >
            {fieldNameInWords(status)}
            {counted && (
              <span className="text-sm tabular-nums">
                {formatCount(counted.count)}
                {counted.hasMore && '+'}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

const ALL = 'all'

/** The status of a list's open tab: the one in the address, else `active`; all statuses if the list is searched or filtered. */
export function statusOfOpenListTab({ status, sort: _sort, ...others }: Readonly<Record<string, string | undefined>>) {
  const isNarrowed = Object.keys(others).length > 0
  const tab = status ?? (isNarrowed ? ALL : 'active')
  return { tab, isNarrowed, filter: { ...others, ...(tab !== ALL && { status: tab }) } }
}

/** Whether the account has no customer (or agent, or card) of any status. False until that is known. */
export const useHasNoResources = (of: StatusTabsProps['of']): boolean =>
  useQuery(statusCountsQuery(of)).data?.every(({ count }) => count === 0) ?? false
