import { useWaiting, type Waiting as Row } from '../../api/approvals/inbox.ts'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { OthersText } from '../../ui/others-text.tsx'

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
        <Table
          caption="Approvals that wait"
          rows={rows.slice(0, SHOWN)}
          rowKey={({ id }) => id}
          href={({ id }) => `/approvals/${id}`}
          columns={[
            {
              name: 'For',
              cell: (row) => {
                const { agentName, customerName } = recordOf(row)
                return (
                  <>
                    <span className="line-clamp-2">
                      <OthersText text={purposeOf(row)} />
                    </span>
                    <span className="line-clamp-1 text-sm font-normal text-quiet">
                      <Time at={row.at} /> · <OthersText text={agentName ?? customerName ?? 'A card'} />
                    </span>
                  </>
                )
              },
            },
            {
              name: 'Amount',
              right: true,
              cell: (row) =>
                row.kind === 'change' ? (
                  <span className="whitespace-nowrap">a change</span>
                ) : row.kind === 'challenge' ? (
                  <Money cents={row.challenge.amount ?? 0} currency={row.challenge.currency ?? 'usd'} />
                ) : row.kind === 'subscription' ? (
                  <>
                    <Money cents={row.subscription.maxAmount} currency={row.subscription.currency} />{' '}
                    <span className="block text-sm text-quiet">a {row.subscription.interval}</span>
                  </>
                ) : (
                  <IntentAmount of={row.approval.subject} />
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

function recordOf(row: Row) {
  if (row.kind === 'change') return row.request
  if (row.kind === 'challenge') return row.challenge
  return row.kind === 'subscription' ? row.subscription : row.approval
}

function purposeOf(row: Row): string {
  if (row.kind === 'challenge') return `The bank asks: ${row.challenge.merchant.name ?? 'a shop'}`
  if (row.kind === 'subscription') return row.subscription.purpose
  return row.kind === 'change' ? row.request.why : row.approval.subject.purpose
}
