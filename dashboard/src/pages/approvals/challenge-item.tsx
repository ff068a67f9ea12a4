import type { Challenge } from '@purser/client'
import { Status } from '../../ui/badge.tsx'
import { OthersText } from '../../ui/others-text.tsx'
import { SecondsLeft } from './seconds-left.tsx'
import { Time } from '../../ui/time.tsx'
import { challengeHeadline } from './challenge-text.ts'
import { RowLink, type RowProps } from './row-link.tsx'

/** Whose card a shop wants to charge, how much, and how long is left. */
export function ChallengeItem({ challenge, ...row }: RowProps & { challenge: Challenge }) {
  const { id, agentName, customerName, cardLabel, status } = challenge
  return (
    <RowLink id={id} {...row}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <OthersText text={agentName ?? customerName ?? 'A card'} />
        </span>
        <span className="font-semibold">Shop asks</span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <OthersText text={challengeHeadline(challenge)} />
      </span>
      {cardLabel !== undefined && (
        <span className="line-clamp-1 text-sm wrap-anywhere text-quiet">
          <OthersText text={cardLabel} />
        </span>
      )}
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {status === 'pending' ? (
          <>
            <span>
              Asked <Time at={challenge.createdAt} />
            </span>
            <span className="text-warn">
              <SecondsLeft until={challenge.expiresAt} /> left
            </span>
          </>
        ) : (
          <>
            <Time at={challenge.decidedAt ?? challenge.createdAt} />
            <Status of={status} />
          </>
        )}
      </span>
    </RowLink>
  )
}
