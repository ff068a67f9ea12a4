import type { ChangeRequest } from '@purser/client'
import { changeRequestHeadline } from '../change-text.ts'
import { DotSeparatedText, InboxRowExpiryTime, InboxRow } from './inbox-row.tsx'
import type { InboxRowLinkProps } from './row-link.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** A change request in the inbox: the agent, the change, the reason and the time left. */
export function ChangeRequestItem({ request, ...row }: InboxRowLinkProps & { request: ChangeRequest }) {
  const { id, agentName, customerName, cardLabel, why, status } = request
  return (
    <InboxRow
      {...row}
      id={id}
      who={agentName ?? customerName}
      what="Change"
      title={changeRequestHeadline(request)}
      status={status}
      isWaiting={status === 'pending'}
      askedAt={request.createdAt}
      decidedAt={request.decidedAt}
      decidedBy={request.decidedBy}
      end={<InboxRowExpiryTime at={request.expiresAt} />}
    >
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        <UntrustedText text={why} />
        <DotSeparatedText text={cardLabel} />
      </span>
    </InboxRow>
  )
}
