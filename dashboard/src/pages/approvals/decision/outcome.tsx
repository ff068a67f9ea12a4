import { ActorName } from '../../../ui/actor-name.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import type { DecisionSubject } from './decision-subject.ts'

const verbs: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'declined',
  canceled: 'canceled',
}

/** The outcome of an inbox request: the decision, who made it and when, and the note. */
export function DecisionOutcome({ of: { status, decidedBy, decidedAt, note } }: { of: DecisionSubject }) {
  if (status === 'expired') return <p className="text-quiet">It has expired, because nobody decided in time.</p>
  return (
    <div className="grid gap-1 rounded-lg bg-raised px-4 py-3">
      <p>
        <span className="capitalize">{verbs[status] ?? status}</span>
        {decidedBy && (
          <>
            {' by '}
            <ActorName id={decidedBy} />
          </>
        )}
        {decidedAt && (
          <>
            {' '}
            <RelativeTime at={decidedAt} />
          </>
        )}
      </p>
      {note && <blockquote className="border-l-2 border-strong-line pl-3 wrap-anywhere text-quiet">{note}</blockquote>}
    </div>
  )
}

/** The note that a person's answer changed nothing: the request was already decided, or had expired. */
export const EarlierDecisionNote = ({ of: { status, decidedBy } }: { of: DecisionSubject }) => (
  <p role="alert" className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
    {decidedBy && verbs[status] ? (
      <>
        Already decided: <ActorName id={decidedBy} /> {verbs[status]} it. Your answer changed nothing.
      </>
    ) : (
      <>It is no longer open. Your answer changed nothing.</>
    )}
  </p>
)

/** The note in an open dialog that the request was decided by somebody else, or has expired. */
export const RequestNoLongerPendingNote = ({ of: { status, decidedBy, note } }: { of: DecisionSubject }) => (
  <div role="alert" className="grid gap-1 rounded-lg bg-warn-wash px-4 py-3 text-warn">
    <p>
      {decidedBy && verbs[status] ? (
        <>
          <span className="first-letter:uppercase">
            <ActorName id={decidedBy} />
          </span>{' '}
          {verbs[status]} it meanwhile.
        </>
      ) : status === 'expired' ? (
        <>It has expired meanwhile.</>
      ) : (
        <>It is no longer open.</>
      )}{' '}
      Nothing was sent.
    </p>
    {note && <blockquote className="border-l-2 border-current pl-3 wrap-anywhere">{note}</blockquote>}
  </div>
)
