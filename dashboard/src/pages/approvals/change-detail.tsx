import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import type { ChangeRequest } from '@purser/client'
import { changeRequestQuery } from '../../api/approvals/change-requests.ts'
import { purser } from '../../api/client.ts'
import { decideChangeRequest } from '../../api/approvals/decide.ts'
import { singleFieldChanges } from '../../lib/change-words.ts'
import { FieldChangeLine } from '../../ui/change-line.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Money } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { DetailList } from '../../ui/page-layout.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'
import { ExactTime, RelativeTime } from '../../ui/time.tsx'
import { changeRequestHeadline } from './change-text.ts'
import { DecisionButtons } from './decision/decision.tsx'
import {
  type InboxRequestDetailProps,
  InboxRequestDetailSection,
  InboxRequestDetailPlaceholder,
  shownInboxRequestKey,
} from './detail-section.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** The details of a change request: the fields before and after, the requester and the reason, and the two buttons. */
export function ChangeRequestDetail({
  id,
  listed,
  hasHeading = false,
  onDecided,
}: InboxRequestDetailProps<ChangeRequest>) {
  const { data = listed, error, refetch } = useQuery(changeRequestQuery(id))
  if (data === undefined) return <InboxRequestDetailPlaceholder error={error} onRetry={() => void refetch()} />
  // A request for an exception is decided with its purchase.
  if (data.once) return <Navigate replace to={`/approvals/${data.once.intent.replace('int', 'apr')}`} />
  const title = changeRequestHeadline(data)
  return (
    <InboxRequestDetailSection
      shown={shownInboxRequestKey(data)}
      hasHeading={hasHeading}
      title={<UntrustedText text={title} />}
      status={data.status}
    >
      <p className="text-lg wrap-anywhere">
        <UntrustedText text={data.why} />
      </p>
      <Changes of={data} />
      <DecisionButtons
        of={{ ...data, title, why: data.why, lines: linesOf(data) }}
        about={<ChangeLines of={data.changes} />}
        decide={(made, intention) => decideChangeRequest(id, made, intention)}
        stale={['change-requests', 'cards', 'agents', 'policy', 'budget']}
        {...(onDecided && { onDecided })}
      />
      <hr className="border-line" />
      <About request={data} />
    </InboxRequestDetailSection>
  )
}

function Changes({ of: { status, changes, warnings = [] } }: { of: ChangeRequest }) {
  if (status !== 'pending' && status !== 'approved') return null
  return (
    <div className="grid gap-2 rounded-lg bg-raised px-4 py-3">
      <p className="text-sm font-semibold">{status === 'pending' ? 'Requested change' : 'Change'}</p>
      {changes.length === 0 ? (
        <p className="text-quiet">Nothing: it holds already, or cannot be made any more.</p>
      ) : (
        <ChangeLines of={changes} />
      )}
      {warnings.map(({ message }) => (
        <p key={message} className="text-sm text-warn">
          <ApiSentence text={message} />
        </p>
      ))}
    </div>
  )
}

/** The lines of a change request: each field with its value before and after. */
const ChangeLines = ({ of }: { of: ChangeRequest['changes'] }) => (
  <ul className="grid gap-0.5">
    {of.flatMap(singleFieldChanges).map((change) => (
      <FieldChangeLine key={change.path} of={change} />
    ))}
  </ul>
)

function About({ request }: { request: ChangeRequest }) {
  const { agentId, customerId, cardId, purchase, transactionId, status, expiresAt } = request
  return (
    <DetailList
      of={[
        ['Agent', <AgentName key="agent" id={agentId} link={agentId !== null} />],
        ['Customer', <CustomerName key="customer" id={customerId} link />],
        ...(cardId === null ? [] : [['Card', <CardName key="card" id={cardId} link />] as const]),
        ...(transactionId === undefined
          ? []
          : [['Declined', <DeclinedPurchase key="declined" id={transactionId} />] as const]),
        ...(purchase === undefined
          ? []
          : [
              [
                'Purchase',
                <span key="for">
                  <Money cents={purchase.amount} currency={request.currency} /> at{' '}
                  <UntrustedText text={purchase.merchant?.name ?? 'any merchant'} />
                </span>,
              ] as const,
            ]),
        ['Requested', <ExactTime key="asked" at={request.createdAt} />],
        ...(status === 'pending' ? [['Expires', <RelativeTime key="until" at={expiresAt} />] as const] : []),
        ['Request', <Copyable key="request" text={request.id} />],
      ]}
    />
  )
}

/** The declined purchase because of which an agent requested a change, with the rule that declined it. */
function DeclinedPurchase({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => purser.transactions.get(id, { signal }),
  })
  return (
    <span className="grid gap-1">
      <Link to={`/transactions/${id}`} className="underline">
        {data === undefined ? id : <Money cents={data.amount} currency={data.currency} />}
        {data?.merchant.name !== undefined && (
          <>
            {' '}
            at <UntrustedText text={data.merchant.name} />
          </>
        )}
      </Link>
      {data?.reasons.map((reason) => (
        <span key={`${reason.code} ${reason.level} ${reason.message}`} className="text-sm wrap-anywhere text-quiet">
          <ApiSentence text={reason.message} about={reason} />
        </span>
      ))}
    </span>
  )
}

/** A change request as lines of text, to compare it with an older state. */
const linesOf = (request: ChangeRequest): readonly (readonly [name: string, text: string])[] => [
  ['Change', changeRequestHeadline(request)],
  ['Reason', request.why],
  ...request.changes
    .flatMap(singleFieldChanges)
    .map(({ path, before, after }) => [path, `${JSON.stringify(before)} → ${JSON.stringify(after)}`] as const),
]
