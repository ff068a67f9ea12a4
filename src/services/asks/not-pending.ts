import { ApiError } from '../../contract/errors.ts'
import { type ApprovalAskLifecycle, isApprovalAskOverdue } from '../../domain/asks/ask.ts'
import { isoTimestamp } from '../../lib/clock.ts'

interface EndedAsk {
  readonly status: string
  readonly expiresAt: number
  readonly decidedBy: string | null
  readonly decidedAt: number | null
}

interface KindOfAsk<State extends EndedAsk> {
  readonly code: 'challenge_not_pending' | 'change_request_not_pending'
  /** The words for the challenge or change request at the beginning of the error's message: `The challenge`. */
  readonly name: string
  readonly life: ApprovalAskLifecycle<State>
}

/**
 * The error of a decision about a challenge or change request that no longer waits. Of two people who decide at the same time, the second
 * learns who was first.
 */
export function approvalAskNotPendingError<State extends EndedAsk>(
  kind: KindOfAsk<State>,
  ask: State,
  now: number,
): ApiError {
  const { decidedBy, decidedAt } = ask
  const status = isApprovalAskOverdue(kind.life, ask, now) ? 'expired' : ask.status
  if (decidedAt === null) {
    return new ApiError(kind.code, { message: `${kind.name} is ${status}.`, details: { status } })
  }
  const at = isoTimestamp(decidedAt)
  const by = decidedBy === null ? '' : ` by ${decidedBy}`
  return new ApiError(kind.code, {
    message: `${kind.name} was ${status} at ${at}${by}.`,
    details: { status, decidedAt: at, ...(decidedBy === null ? {} : { decidedBy }) },
  })
}
