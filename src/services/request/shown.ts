import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { decisionSubjectChangedDetails, type DecisionSubject } from '../../domain/changes/subject.ts'
import type { Principal } from './context.ts'

/**
 * Throws where a person decides without `shown`, the hash of the subject that the person was shown: the screen may be older than the
 * subject.
 */
export function requireShownSubjectHash(principal: Principal | null, input: unknown): void {
  if (principal?.person == null) return
  if ((input as { body: { shown?: string } }).body.shown !== undefined) return
  throw invalidRequestError(
    'shown',
    'A decision of a person names what was shown: read the object, and send its `subjectHash` as `shown`.',
    'parameter_missing',
    'Show the person the answer of that read, and send the `subjectHash` that is in it.',
  )
}

/**
 * Throws `subject_changed` where the subject to decide about is not the one that was shown. To be called while the subject's customer is
 * locked.
 */
export function checkShownSubjectHash(subject: DecisionSubject, shown: string | undefined): void {
  const details = decisionSubjectChangedDetails(subject, shown)
  if (details !== null) throw new ApiError('subject_changed', { details })
}
