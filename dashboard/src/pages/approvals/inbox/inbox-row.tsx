import type { ReactNode } from 'react'
import { ActorName } from '../../../ui/actor-name.tsx'
import { DecisionStatus } from '../decision-status.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import { InboxRowLink, type InboxRowLinkProps } from './row-link.tsx'

interface InboxRowProps extends InboxRowLinkProps {
  id: string
  /** The name of the agent or customer that requests. Undefined: only the card is known. */
  who: string | undefined
  /** The requested amount or change, in a word. */
  what: ReactNode
  title: string
  /** Further lines of a request in the inbox: the merchant, the reason, the card. */
  children?: ReactNode
  status: string
  /** The time of the decision about the request. Undefined: nobody has decided yet. */
  decidedAt: string | undefined
  decidedBy: string | undefined
  askedAt: string
  /** The time at which the inbox request expires, as people read it. */
  end: ReactNode
  isWaiting: boolean
}

/** A row of the inbox: the requester, the request, and the time left to decide, or the decision. */
export function InboxRow({ id, who, what, title, children, status, askedAt, end, ...row }: InboxRowProps) {
  const { isWaiting, decidedAt, decidedBy, ...link } = row
  return (
    <InboxRowLink id={id} {...link}>
      <span data-asked className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <UntrustedText text={who ?? 'A card'} />
        </span>
        <span className="font-semibold">{what}</span>
      </span>
      <span data-asked className="line-clamp-2 wrap-anywhere">
        <UntrustedText text={title} />
      </span>
      {children}
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {isWaiting && link.isGone ? (
          <span>No longer open</span>
        ) : isWaiting ? (
          <>
            <span>
              Requested <RelativeTime at={askedAt} />
            </span>
            {end}
          </>
        ) : (
          <>
            <span className="min-w-0 truncate">
              {link.isGone && decidedBy !== undefined && (
                <>
                  <ActorName id={decidedBy} />,{' '}
                </>
              )}
              <RelativeTime at={decidedAt ?? askedAt} />
            </span>
            <DecisionStatus of={status} />
          </>
        )}
      </span>
    </InboxRowLink>
  )
}

export const InboxRowExpiryTime = ({ at }: { at: string | number }) => (
  <span>
    Expires <RelativeTime at={at} />
  </span>
)

/** A text behind a separating dot. Nothing is drawn if it is undefined. */
export const DotSeparatedText = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <>
      {' · '}
      <UntrustedText text={text} />
    </>
  )
