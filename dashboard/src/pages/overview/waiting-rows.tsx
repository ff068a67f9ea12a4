import type { WaitingInboxRequest } from '../../api/approvals/waiting.ts'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Table } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The rows of requests that wait for a decision: the subject, its age, the requester and the amount. */
export const WaitingInboxRequestRows = ({ rows }: { rows: readonly WaitingInboxRequest[] }) => (
  <Table
    caption="Pending approvals"
    rows={rows}
    rowKey={({ id }) => id}
    href={({ id }) => `/approvals/${id}`}
    columns={[
      {
        name: 'Request',
        cell: (row) => {
          const { agentName, customerName } = recordOf(row)
          return (
            <>
              <span className="line-clamp-2">
                <UntrustedText text={purposeOf(row)} />
              </span>
              <span className="line-clamp-1 text-sm font-normal text-quiet">
                <RelativeTime at={row.at} /> · <UntrustedText text={agentName ?? customerName ?? 'A card'} />
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
)

function recordOf(row: WaitingInboxRequest) {
  if (row.kind === 'change') return row.request
  if (row.kind === 'challenge') return row.challenge
  return row.kind === 'subscription' ? row.subscription : row.approval
}

function purposeOf(row: WaitingInboxRequest): string {
  if (row.kind === 'challenge') return `The bank asks: ${row.challenge.merchant.name ?? 'a shop'}`
  if (row.kind === 'subscription') return row.subscription.purpose
  return row.kind === 'change' ? row.request.why : row.approval.subject.purpose
}
