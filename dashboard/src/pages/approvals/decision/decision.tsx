import { type ReactNode, useState } from 'react'
import { type IntentDecision, shownFieldOfDecision, type IntentVerdict } from '../../../api/approvals/decide.ts'
import { loadComponentLater } from '../../../app/load-component-later.tsx'
import { isRequestOutcomeUnknown, type RequestUnderOneIdempotencyKey } from '../../../api/one-time-request.ts'
import { lacksPasskey, passkeyErrorMessage } from '../../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../../api/sign-in/session.ts'
import { usePageShortcuts } from '../../../lib/input/use-page-shortcuts.ts'
import { PersonActionFailureNote } from '../../../ui/deciding/act-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { RequestDecisionDialog } from './decision-dialog.tsx'
import { approveButtonLabel, type DecisionSubject } from './decision-subject.ts'
import { DecisionOutcome, EarlierDecisionNote } from './outcome.tsx'
import { usePasskeyBeforeDecision } from './use-passkey-before-decision.ts'
import { hasDecisionSubjectChanged, isRequestNoLongerPending, useSendDecision } from './use-send-decision.ts'

const ValidMinutes = loadComponentLater(async () => (await import('./valid-minutes.tsx')).ApprovedPurchaseTimeSelect)
const PasskeyFirst = loadComponentLater(
  async () => (await import('./passkey-before-decision.tsx')).PasskeyBeforeDecision,
)

interface DecisionProps {
  of: DecisionSubject
  decide: (made: IntentDecision, intention: RequestUnderOneIdempotencyKey) => Promise<unknown>
  /** Details of the request to decide about that its title does not have. */
  about?: ReactNode
  /** The first parts of the query keys that a decision makes stale. */
  stale: readonly string[]
  /** Revokes an approval. Absent: it cannot be revoked. */
  takeBack?: () => Promise<unknown>
  onDecided?: () => void
}

interface Asking {
  readonly verdict: IntentVerdict
  /** The subject of the decision as it was when the dialog opened or the answer was sent. */
  readonly seen: DecisionSubject
}

/** The buttons to approve and decline a request, or its outcome. The keys `a` and `d` open a dialog: no single key decides. */
export function DecisionButtons({ of, decide, about, stale, takeBack, onDecided }: DecisionProps) {
  const may = useHasRole('admin', 'approver')
  const [asking, setAsking] = useState<Asking>()
  const [chosen, setChosen] = useState<{ id: string; minutes: number | undefined }>()
  const validMinutes = chosen?.id === of.id ? chosen.minutes : undefined
  const { mutate, reset, isPending, error, variables } = useSendDecision({
    of,
    decide,
    stale,
    takeBack,
    onDecided: () => {
      setAsking(undefined)
      onDecided?.()
    },
  })
  const isOpen = of.status === 'pending'
  const first = usePasskeyBeforeDecision({
    isNeeded: isOpen && may && (of.passkeyAbove !== undefined || lacksPasskey(error)),
    refused: lacksPasskey(error) ? variables : undefined,
    decide: mutate,
  })
  /** Sends the decision about the subject that is drawn now, even if a newer state is known. */
  const go = (verdict: IntentVerdict, note?: string) => {
    if (isPending) return undefined
    const made = { verdict, ...(note && { note }), ...shownFieldOfDecision(of), validMinutes }
    if (!first.isMissing)
      return mutate(made, {
        // The subject has changed: the dialog opens with the present state beside the one that the person saw.
        onError: (failed) => hasDecisionSubjectChanged(failed) && setAsking({ verdict, seen: asking?.seen ?? of }),
      })
    setAsking(undefined)
    return first.want(made)
  }
  const ask = (verdict: IntentVerdict) => {
    // An error after an approval is not shown in the dialog to decline, and the other way round.
    if (variables?.verdict !== verdict) reset()
    setAsking({ verdict, seen: of })
  }
  const canDecide = isOpen && may && !isPending
  usePageShortcuts(
    canDecide
      ? {
          a: { does: 'Approve', act: () => ask('approve') },
          d: { does: 'Decline', act: () => ask('decline') },
        }
      : {},
  )
  const problem = <Problem of={error} isMissing={first.isMissing} />
  return (
    <div className="grid gap-3">
      {isRequestNoLongerPending(error) && <EarlierDecisionNote of={of} />}
      {!isOpen && <DecisionOutcome of={of} />}
      {isOpen && may && <PasskeyFirst of={first} above={of.passkeyAbove} />}
      {isOpen && may && (
        <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
          <Button look="primary" decides busy={isPending} onClick={() => go('approve')}>
            {approveButtonLabel(of)}
          </Button>
          <Button decides busy={isPending} onClick={() => ask('decline')}>
            Decline
          </Button>
          {of.validMinutes !== undefined && (
            <ValidMinutes
              asked={of.validMinutes}
              value={validMinutes}
              onChange={(minutes) => setChosen({ id: of.id, minutes })}
            />
          )}
        </div>
      )}
      {isOpen && !may && <p className="text-quiet">An approver has to decide. Your role can only read.</p>}
      {asking === undefined && problem}
      {asking !== undefined && (
        <RequestDecisionDialog
          verdict={asking.verdict}
          seen={asking.seen}
          of={of}
          isBusy={isPending}
          hasFailed={isRequestOutcomeUnknown(error)}
          about={about}
          problem={problem}
          onDecide={(note) => go(asking.verdict, note)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/**
 * The error because of which a decision was not accepted, unless the page reports it elsewhere: the request was already decided, has
 * changed, or a passkey is missing.
 */
function Problem({ of: error, isMissing }: { of: Error | null; isMissing: boolean }) {
  if (error === null || isRequestNoLongerPending(error) || lacksPasskey(error) || hasDecisionSubjectChanged(error))
    return null
  const unconfirmed = isMissing ? undefined : passkeyErrorMessage(error)
  if (unconfirmed === undefined) return <PersonActionFailureNote error={error} />
  return (
    <p role="alert" className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
      {unconfirmed}
    </p>
  )
}
