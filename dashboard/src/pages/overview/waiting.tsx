import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '../../api/approvals.ts'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const SHOWN = 5

/** Purchases that wait for a person. */
export function Waiting() {
  const { data, error, refetch } = useQuery(waitingQuery)
  const all = data === undefined ? '' : `${formatCount(data.data.length)}${data.hasMore ? '+' : ''}`
  return (
    <Section
      title="Waiting for approval"
      flush
      action={
        data !== undefined &&
        data.data.length > 0 && (
          <ButtonLink to="/approvals" look="ghost" size="small">
            All {all}
          </ButtonLink>
        )
      }
    >
      {data === undefined ? (
        <div className="p-5">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}</div>
      ) : data.data.length === 0 ? (
        <Empty title="Nothing waits for a person." />
      ) : (
        <Table
          caption="Approvals that wait"
          rows={data.data.slice(0, SHOWN)}
          rowKey={({ id }) => id}
          href={({ id }) => `/approvals/${id}`}
          columns={[
            {
              name: 'For',
              cell: ({ subject, agentName, customerName, requestedAt }) => (
                <>
                  <span className="line-clamp-2">{subject.purpose}</span>
                  <span className="line-clamp-1 text-sm font-normal text-quiet">
                    <Time at={requestedAt} /> · {agentName ?? customerName}
                  </span>
                </>
              ),
            },
            {
              name: 'Amount',
              right: true,
              cell: ({ subject }) =>
                subject.expectedAmount === undefined ? 'any' : <Money cents={subject.expectedAmount} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
