import type { Approval } from '@purser/client'
import { DotSeparatedText, InboxRowExpiryTime, InboxRow } from './inbox-row.tsx'
import type { InboxRowLinkProps } from './row-link.tsx'
import { ApprovalCard } from '../approval-card.tsx'
import { IntentAmount } from '../../../ui/approvals/intent-amount.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** An approval in the inbox: the agent, the amount, the purpose, the merchant, the card and the time left. */
export function ApprovalItem({ approval, ...row }: InboxRowLinkProps & { approval: Approval }) {
  const { id, agentName, customerName, subject, status } = approval
  return (
    <InboxRow
      {...row}
      id={id}
      who={agentName ?? customerName}
      what={<IntentAmount of={subject} unbounded="Any amount" />}
      title={subject.purpose}
      status={status}
      isWaiting={status === 'pending'}
      askedAt={approval.requestedAt}
      decidedAt={approval.decidedAt}
      decidedBy={approval.decidedBy}
      end={<InboxRowExpiryTime at={approval.expiresAt} />}
    >
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        <UntrustedText text={subject.expectedMerchant ?? 'Any merchant'} />
        {subject.expectedOrigin !== undefined && <DotSeparatedText text={subject.expectedOrigin} />}
        {agentName !== undefined && <DotSeparatedText text={customerName} />}
        {' · '}
        <ApprovalCard of={approval} />
      </span>
    </InboxRow>
  )
}
