import type { ApiKeyRequest } from '@purser/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { formatClock, formatCount, formatDay, formatExactTime } from '../../lib/format.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Select } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice } from '../../ui/states.tsx'
import { type TableColumn, LoadingTable, Table } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type Outcome = 'succeeded' | 'failed'

/** The reload interval of an API key's requests, which have no events. */
const WATCHED_MS = 5_000
const requestsQuery = (keyId: string, outcome: Outcome | undefined) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'requests', outcome ?? 'all'],
    queryFn: ({ signal }) => purser.apiKeys.requests(keyId, outcome === undefined ? {} : { outcome }, { signal }),
    refetchInterval: WATCHED_MS,
  })

/** The recent requests of an API key, with their answers. The filter is in the URL. */
export function ApiKeyRequests({ keyId }: { keyId: string }) {
  const { filters, set, clear, isFiltered } = useListFilters(['outcome'])
  const outcome = filters.outcome === 'failed' || filters.outcome === 'succeeded' ? filters.outcome : undefined
  return (
    <PageSection
      title="Requests"
      flush
      action={
        <Select
          label="Outcome"
          hideLabel
          value={outcome ?? ''}
          onChange={(event) => set('outcome', event.target.value)}
        >
          <option value="">Every outcome</option>
          <option value="failed">Errors only</option>
          <option value="succeeded">Successes only</option>
        </Select>
      }
    >
      <Log
        keyId={keyId}
        outcome={outcome}
        empty={
          isFiltered ? (
            <EmptyState title="No request matches.">
              <Button size="small" onClick={clear}>
                Show all
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="There are no requests yet.">
              Requests with this key appear here some seconds after they were answered.
            </EmptyState>
          )
        }
      />
    </PageSection>
  )
}

function Log({ keyId, outcome, empty }: { keyId: string; outcome: Outcome | undefined; empty: React.ReactNode }) {
  const { data, error, refetch } = useQuery(requestsQuery(keyId, outcome))
  if (data === undefined) {
    if (!error) return <LoadingTable columns={columns} />
    return (
      <div className="p-5">
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (data.data.length === 0) return <>{empty}</>
  return (
    <>
      <Table rows={data.data} caption="Requests" columns={columns} rowKey={({ id }) => id} />
      <p className="border-t border-line px-5 py-3 text-sm text-quiet">
        The last 50 requests that succeeded and the last 50 that failed, of the last 30 days.
        {data.notRecorded > 0 &&
          ` ${formatCount(data.notRecorded)} more were not recorded, because there were too many at once or the database could not be reached.`}
      </p>
    </>
  )
}

const columns: TableColumn<ApiKeyRequest>[] = [
  {
    name: 'Request',
    cell: (request) => (
      <div className="grid min-w-0 gap-1">
        <code className="wrap-anywhere">
          {request.method} {request.path}
        </code>
        {request.operation && <span className="text-sm text-quiet">{request.operation}</span>}
        {request.byToken && <span className="text-sm text-quiet">by access token</span>}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm @xl:hidden">
          <Answer of={request} />
          <span className="text-quiet">
            <RelativeTime at={request.at} /> · {formatCount(request.durationMs)} ms
          </span>
          <CopyableId id={request.requestId} label="Copy the request id" />
        </span>
      </div>
    ),
  },
  { name: 'Result', wideOnly: true, cell: (request) => <Answer of={request} /> },
  { name: 'Duration', right: true, wideOnly: true, cell: ({ durationMs }) => `${formatCount(durationMs)} ms` },
  { name: 'Time', wideOnly: true, cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'Request id',
    wideOnly: true,
    cell: ({ requestId }) => <CopyableId id={requestId} label="Copy the request id" />,
  },
]

const Answer = ({ of: { status, errorCode } }: { of: ApiKeyRequest }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
    {errorCode && (
      <a
        href="/docs#description/errors"
        target="_blank"
        rel="noreferrer"
        title="What each error means, in the API reference"
        className="text-sm whitespace-nowrap underline underline-offset-2"
      >
        {errorCode}
      </a>
    )}
  </span>
)

/** The time of an API key's request with its seconds and without its year. */
const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExactTime(at)} className="whitespace-nowrap">
    {formatDay(at)}, {formatClock(at)}
  </time>
)
