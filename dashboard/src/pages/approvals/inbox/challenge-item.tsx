import type { Challenge } from '@purser/client'
import { OthersText } from '../../../ui/others-text.tsx'
import { SecondsLeft } from '../seconds-left.tsx'
import { challengeHeadline } from '../challenge-text.ts'
import { InboxRow } from './inbox-row.tsx'
import type { RowProps } from './row-link.tsx'

/** A challenge in the inbox: the holder of the card, the amount and the time left. */
export function ChallengeItem({ challenge, ...row }: RowProps & { challenge: Challenge }) {
  const { id, agentName, customerName, cardLabel, status } = challenge
  return (
    <InboxRow
      {...row}
      id={id}
      who={agentName ?? customerName}
      what="Challenge"
      title={challengeHeadline(challenge)}
      status={status}
      isWaiting={status === 'pending'}
      askedAt={challenge.createdAt}
      decidedAt={challenge.decidedAt}
      decidedBy={challenge.decidedBy}
      end={
        <span className="text-warn">
          <SecondsLeft until={challenge.expiresAt} /> left
        </span>
      }
    >
      {cardLabel !== undefined && (
        <span className="line-clamp-1 text-sm wrap-anywhere text-quiet">
          <OthersText text={cardLabel} />
        </span>
      )}
    </InboxRow>
  )
}
