import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useEffect } from 'react'
import type { IntentDecision } from '../../../api/approvals/decide.ts'
import {
  type RequestUnderOneIdempotencyKey,
  isRequestOutcomeUnknown,
  useRequestUnderOneIdempotencyKey,
} from '../../../api/one-time-request.ts'
import { useSignedInPerson } from '../../../api/sign-in/session.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { DecisionSubject } from './decision-subject.ts'

interface DecideOptions {
  readonly of: DecisionSubject
  decide(made: IntentDecision, intention: RequestUnderOneIdempotencyKey): Promise<unknown>
  /** The first parts of the query keys that a decision makes stale. */
  readonly stale: readonly string[]
  /** Revokes an approval. Undefined: it cannot be revoked. */
  readonly takeBack?: (() => Promise<unknown>) | undefined
  onDecided(): void
}

/** Sends a decision, reports that it was made, and reloads the stale queries. */
export function useSendDecision({ of, decide, stale, takeBack, onDecided }: DecideOptions) {
  const client = useQueryClient()
  const say = useToast()
  const renew = () => {
    for (const key of stale) void client.invalidateQueries({ queryKey: [key] })
  }
  const undo = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => say.done('The approval is revoked. The purchase is canceled.'),
    onError: say.failed,
    onSettled: renew,
  })
  const done = ({ verdict }: IntentDecision) => {
    const words = `${verdict === 'approve' ? 'Approved' : 'Declined'}: ${of.title}.`
    if (verdict === 'approve') say.done(of.approved ?? words, takeBack && (() => undo.mutate(takeBack)))
    else say.done(words)
    onDecided()
  }
  const deciding = useMutation<unknown, Error, IntentDecision>({
    mutationFn: useRequestUnderOneIdempotencyKey(decide),
    onSuccess: (_, made) => done(made),
    onSettled: renew,
  })
  const self = useSignedInPerson()
  const { error, variables, reset } = deciding
  // The service had recorded this person's decision, and only its answer was lost.
  const hasArrived = isRequestOutcomeUnknown(error) && of.status !== 'pending' && of.decidedBy === self.id
  useEffect(() => {
    if (!hasArrived || variables === undefined) return
    reset()
    done(variables)
  }, [hasArrived])
  return deciding
}

/** True if the request was decided by somebody else, or expired, while this page was open. */
export const isRequestNoLongerPending = (error: Error | null): boolean =>
  error instanceof PurserError && TAKEN.has(error.code)

/** Whether the service has refused a decision because its subject has changed since the page showed it. */
export const hasDecisionSubjectChanged = (error: Error | null): boolean =>
  error instanceof PurserError && error.code === 'subject_changed'

const TAKEN: ReadonlySet<string> = new Set([
  'intent_not_pending',
  'change_request_not_pending',
  'challenge_not_pending',
  'subscription_not_pending',
])
