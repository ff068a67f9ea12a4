import type { Approval } from '@purser/client'
import { Status } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { RowLink, type RowProps } from './row-link.tsx'
import { ApprovalCard, Asked, endsAt } from './subject.tsx'
import { OthersText } from '../../ui/others-text.tsx'

/** Who asks, how much, for what, where, on which card, until when. */
export function Item({ approval, ...row }: RowProps & { approval: Approval }) {
  const { id, agentName, customerName, subject, status } = approval
  return (
    <RowLink id={id} {...row}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <OthersText text={agentName ?? customerName ?? 'A card'} />
        </span>
        <span className="font-semibold">
          <Asked of={approval} />
        </span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <OthersText text={subject.purpose} />
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        <OthersText text={subject.expectedMerchant ?? 'Any merchant'} />
        {subject.expectedOrigin !== undefined && <bdi> · {subject.expectedOrigin}</bdi>}
        {agentName !== undefined && customerName !== undefined && (
          <>
            {' · '}
            <OthersText text={customerName} />
          </>
        )}
        {' · '}
        <ApprovalCard of={approval} />
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {status === 'pending' ? (
          <>
            <span>
              Asked <Time at={approval.requestedAt} />
            </span>
            <span>
              Expires <Time at={endsAt(approval)} />
            </span>
          </>
        ) : (
          <>
            <Time at={approval.decidedAt ?? approval.requestedAt} />
            <Status of={status === 'rejected' ? 'declined' : status} />
          </>
        )}
      </span>
    </RowLink>
  )
}
