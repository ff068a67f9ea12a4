import type { Challenge } from '@purser/client'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Countdown } from '../countdown.tsx'
import { challengeHeadline } from '../challenge-text.ts'
import { InboxRow } from './inbox-row.tsx'
import type { InboxRowLinkProps } from './row-link.tsx'

/** A challenge in the inbox: the holder of the card, the amount and the time left. */
export function ChallengeItem({ challenge, ...row }: InboxRowLinkProps & { challenge: Challenge }) {
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
          <Countdown until={challenge.expiresAt} /> left
        </span>
      }
    >
      {cardLabel !== undefined && (
        <span className="line-clamp-1 text-sm wrap-anywhere text-quiet">
          <UntrustedText text={cardLabel} />
        </span>
      )}
    </InboxRow>
  )
}
