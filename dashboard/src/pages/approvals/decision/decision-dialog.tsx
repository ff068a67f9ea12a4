import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { IntentVerdict } from '../../../api/approvals/decide.ts'
import { loadComponentLater } from '../../../app/load-component-later.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { approveButtonLabel, type DecisionSubject } from './decision-subject.ts'
import { RequestNoLongerPendingNote } from './outcome.tsx'

const Differences = loadComponentLater(async () => (await import('./differences.tsx')).DecisionSubjectDifferences)

interface AskProps {
  verdict: IntentVerdict
  /** The subject of the decision as it was when the dialog opened. */
  seen: DecisionSubject
  of: DecisionSubject
  isBusy: boolean
  /** True if the person's decision was sent, and may not have arrived. */
  hasFailed: boolean
  /** Details of the request to decide about that the dialog's title does not have. */
  about?: ReactNode
  /** The error because of which the person's last decision was not accepted. */
  problem: ReactNode
  onDecide: (note: string) => void
  onClose: () => void
}

/**
 * The dialog that asks the person to confirm a decision. It stays open, with the typed text, until the person closes it, even if the
 * request changes meanwhile.
 */
export function RequestDecisionDialog({
  verdict,
  seen,
  of,
  isBusy,
  hasFailed,
  about,
  problem,
  onDecide,
  onClose,
}: AskProps) {
  const form = useId()
  const [note, setNote] = useState('')
  const isDecline = verdict === 'decline'
  const isOpen = of.status === 'pending'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOpen && !isBusy) onDecide(note.trim())
  }
  return (
    <Dialog
      title={`${isDecline ? 'Decline' : 'Approve'} ${of.title}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isOpen ? 'Cancel' : 'Close'}</Button>
          <Button
            type="submit"
            form={form}
            look={isDecline ? 'danger' : 'primary'}
            busy={isBusy}
            off={!isOpen}
            data-focus={isDecline ? undefined : true}
          >
            {hasFailed ? 'Try again' : isDecline ? 'Decline' : approveButtonLabel(of)}
          </Button>
        </>
      }
    >
      {!isOpen && !isBusy && <RequestNoLongerPendingNote of={of} />}
      {isOpen && hasDifferences(seen, of) && <Differences seen={seen} now={of} />}
      {problem}
      {about}
      <p className="wrap-anywhere text-quiet">
        <UntrustedText text={of.why} />
      </p>
      <form
        id={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
            event.currentTarget.requestSubmit()
        }}
      >
        {isDecline && (
          <TextArea
            label="Reason"
            hint="The agent can read it. It may be empty. Ctrl+Enter declines."
            maxLength={500}
            data-focus
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

const hasDifferences = (seen: DecisionSubject, now: DecisionSubject): boolean =>
  seen.subjectHash !== undefined && now.subjectHash !== undefined && seen.subjectHash !== now.subjectHash
