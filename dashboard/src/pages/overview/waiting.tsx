import { useWaiting } from '../../api/approvals/waiting.ts'
import { loadLater } from '../../app/load-later.tsx'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'

/** A new account has none, and loads nothing to show them with. */
const WaitingRows = loadLater(async () => (await import('./waiting-rows.tsx')).WaitingRows, <Loading lines={3} />)

const SHOWN = 5

/** Purchases, and changes that agents ask for, which wait for a person. */
export function Waiting() {
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
