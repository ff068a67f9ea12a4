import { useWaiting } from '../../api/approvals/waiting.ts'
import { loadLater } from '../../app/load-later.tsx'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'

/** The rows of waiting requests. Their script is loaded only if there are any: a new account has none. */
const WaitingRows = loadLater(async () => (await import('./waiting-rows.tsx')).WaitingRows, <Loading lines={3} />)

const SHOWN = 5

/** The section of the overview with requests that wait for a decision. */
export function WaitingRequests() {
  const { rows, hasMore, error, refetch } = useWaiting()
  const all = rows === undefined ? '' : `${formatCount(rows.length)}${hasMore ? '+' : ''}`
  return (
    <Section
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
        <div className="p-5">{error ? <Failure error={error} onRetry={refetch} /> : <Loading />}</div>
      ) : rows.length === 0 ? (
        <Empty title="No approval is waiting." />
      ) : (
        <WaitingRows rows={rows.slice(0, SHOWN)} />
      )}
    </Section>
  )
}
