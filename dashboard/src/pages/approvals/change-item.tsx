import type { ChangeRequest } from '@purser/client'
import { Status } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { changeHeadline } from './change-text.ts'
import { RowLink, type RowProps } from './row-link.tsx'
import { OthersText } from '../../ui/others-text.tsx'

/** Who asks, for what change, why, until when. */
export function ChangeItem({ request, ...row }: RowProps & { request: ChangeRequest }) {
  const { id, agentName, customerName, cardLabel, why, status } = request
  return (
    <RowLink id={id} {...row}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <OthersText text={agentName ?? customerName ?? 'A card'} />
        </span>
        <span className="font-semibold">Change</span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <OthersText text={changeHeadline(request)} />
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        <OthersText text={why} />
        {cardLabel !== undefined && (
          <>
            {' · '}
            <OthersText text={cardLabel} />
          </>
        )}
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {status === 'pending' ? (
          <>
            <span>
              Asked <Time at={request.createdAt} />
            </span>
            <span>
              Expires <Time at={request.expiresAt} />
            </span>
          </>
        ) : (
          <>
            <Time at={request.decidedAt ?? request.createdAt} />
            <Status of={status === 'rejected' ? 'declined' : status} />
          </>
        )}
      </span>
    </RowLink>
  )
}
