import { PurserError } from '@purser/client'
import { type ReactNode, useEffect, useState } from 'react'
import { onPurserReachableAgain } from '../../api/reach.ts'
import { isRequestOutcomeUnknown } from '../../api/one-time-request.ts'
import { errorMessage } from '../states.tsx'

/** Shows why a person's action failed, beside the button that started the action. It shows nothing where `error` is null. */
export function PersonActionFailureNote({ error, children }: { error: unknown; children?: ReactNode }) {
  const isBack = useIsBack(error)
  if (error === null || error === undefined) return null
  const isOpen = isRequestOutcomeUnknown(error)
  return (
    <div role="alert" className="grid gap-1 rounded-lg bg-bad-wash px-4 py-3">
      <p className="font-medium text-bad">{isOpen ? unansweredText(error, isBack) : errorMessage(error)}</p>
      {isOpen ? (
        <p className="text-sm">Try again: it is done once, even if it has arrived.</p>
      ) : (
        error instanceof PurserError && error.hint && <p className="text-sm">{error.hint}</p>
      )}
      {children}
    </div>
  )
}

/** Whether Purser answers again after the request of the action got no answer. */
function useIsBack(error: unknown): boolean {
  const [backFrom, setBackFrom] = useState<unknown>(null)
  useEffect(
    () => (isRequestOutcomeUnknown(error) ? onPurserReachableAgain(() => setBackFrom(error)) : undefined),
    [error],
  )
  return error !== null && backFrom === error
}

function unansweredText(error: unknown, isBack: boolean): string {
  if (isBack) return 'Not sent. Purser can be reached again.'
  if (!(error instanceof PurserError)) return errorMessage(error)
  if (error.code === 'timed_out') return 'No answer. Purser takes too long.'
  if (error.status === 429) return 'Not sent. Purser is asked too often at the moment.'
  return error.code === 'connection_failed' || error.code === 'unexpected_reply'
    ? 'Not sent. Purser cannot be reached.'
    : 'Not done. Purser is too busy, or its database is away.'
}
