import type { ReactNode } from 'react'
import { ActorName } from '../../../ui/actor-name.tsx'
import { DecisionStatus } from '../decision-status.tsx'
import { OthersText } from '../../../ui/others-text.tsx'
import { Time } from '../../../ui/time.tsx'
import { RowLink, type RowProps } from './row-link.tsx'

interface InboxRowProps extends RowProps {
  id: string
  /** The name of the agent or customer. Undefined: only the card is known. */
  who: string | undefined
  /** The request, in a word or an amount. */
  what: ReactNode
  title: string
  /** Further lines: where, why, on which card. */
  children?: ReactNode
  status: string
  /** Undefined: nobody has decided yet. */
  decidedAt: string | undefined
  decidedBy: string | undefined
  askedAt: string
  /** When the wait is over, as people read it. */
  end: ReactNode
  isWaiting: boolean
}

/** A row of the inbox: who asks, for what, and until when somebody can decide, or what was decided. */
export function InboxRow({ id, who, what, title, children, status, askedAt, end, ...row }: InboxRowProps) {
  const { isWaiting, decidedAt, decidedBy, ...link } = row
  return (
    <RowLink id={id} {...link}>
      <span data-asked className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <OthersText text={who ?? 'A card'} />
        </span>
        <span className="font-semibold">{what}</span>
      </span>
      <span data-asked className="line-clamp-2 wrap-anywhere">
        <OthersText text={title} />
      </span>
      {children}
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {isWaiting && link.isGone ? (
          <span>No longer open</span>
        ) : isWaiting ? (
          <>
            <span>
              Requested <Time at={askedAt} />
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
              <Time at={decidedAt ?? askedAt} />
            </span>
            <DecisionStatus of={status} />
          </>
        )}
      </span>
    </RowLink>
  )
}

export const Expires = ({ at }: { at: string | number }) => (
  <span>
    Expires <Time at={at} />
  </span>
)

/** A text behind a dot, where there is one. */
export const AfterDot = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <>
      {' · '}
      <OthersText text={text} />
    </>
  )
