import { useWaitingInboxRequests } from '../../api/approvals/waiting.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'

/** The rows of waiting requests. Their script is loaded only if there are any: a new account has none. */
const WaitingRows = loadComponentLater(
  async () => (await import('./waiting-rows.tsx')).WaitingInboxRequestRows,
  <LoadingLines lines={3} />,
)

const SHOWN = 5

/** The section of the overview with requests that wait for a decision. */
export function WaitingInboxRequestsSection() {
  const { rows, hasMore, error, refetch } = useWaitingInboxRequests()
  const all = rows === undefined ? '' : `${formatCount(rows.length)}${hasMore ? '+' : ''}`
  return (
    <PageSection
      title="Waiting for approval"
      flush
      action={
        rows !== undefined &&
        rows.length > 0 && (
          <ButtonLink to="/approvals" look="ghost" size="small">
            All {all}
          </ButtonLink>
        )
      }
    >
      {rows === undefined ? (
        <div className="p-5">{error ? <FailureNotice error={error} onRetry={refetch} /> : <LoadingLines />}</div>
      ) : rows.length === 0 ? (
        <EmptyState title="No approval is waiting." />
      ) : (
        <WaitingRows rows={rows.slice(0, SHOWN)} />
      )}
    </PageSection>
  )
}
