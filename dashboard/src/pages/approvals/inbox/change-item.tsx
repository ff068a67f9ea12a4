import type { ChangeRequest } from '@purser/client'
import { changeHeadline } from '../change-text.ts'
import { AfterDot, ExpiresAt, InboxRow } from './inbox-row.tsx'
import type { RowProps } from './row-link.tsx'
import { OthersText } from '../../../ui/others-text.tsx'

/** A change request in the inbox: the agent, the change, the reason and the time left. */
export function ChangeItem({ request, ...row }: RowProps & { request: ChangeRequest }) {
  const { id, agentName, customerName, cardLabel, why, status } = request
  return (
    <InboxRow
      {...row}
      id={id}
      who={agentName ?? customerName}
      what="Change"
      title={changeHeadline(request)}
      status={status}
      isWaiting={status === 'pending'}
      askedAt={request.createdAt}
      decidedAt={request.decidedAt}
      decidedBy={request.decidedBy}
      end={<ExpiresAt at={request.expiresAt} />}
    >
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        <OthersText text={why} />
        <AfterDot text={cardLabel} />
      </span>
    </InboxRow>
  )
}
