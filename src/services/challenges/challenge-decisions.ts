import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { type ChallengeOutcomeFields, type ChallengeState, endedChallenge } from '../../domain/changes/challenge.ts'
import { challengeLifecycle } from '../../domain/lifecycles/challenge.ts'
import { lockChallenge } from '../../store/challenges/challenges.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { challengeSaveStatements } from '../../store/challenges/challenge-saving.ts'
import { challengeSubject } from '../../domain/changes/subject.ts'
import { checkShownSubjectHash } from '../request/shown.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { approvalAskNotPendingError } from '../asks/not-pending.ts'
import { unconfirmedPurchaseRefusal } from '../asks/unconfirmed-purchase.ts'
import type { CommittedRefusal, WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { challengeView } from './challenge-view.ts'

type Deciding = Pick<ChallengeOutcomeFields, 'status'> & {
  readonly operation: 'approveChallenge' | 'declineChallenge'
  readonly note?: string | undefined
  readonly shown?: string | undefined
  readonly proof?: PasskeyAssertion | undefined
}

/**
 * Approves a challenge. The issuer gets the answer after the commit, by a call that this transaction queues, so that it never gets an
 * answer that was rolled back.
 */
export const approveChallenge: WriteOperationService<'approveChallenge'> = (context, { params, body }) =>
  decide(context, params.challengeId, { operation: 'approveChallenge', status: 'approved', ...body })

export const declineChallenge: WriteOperationService<'declineChallenge'> = (context, { params, body }) =>
  decide(context, params.challengeId, { operation: 'declineChallenge', status: 'declined', ...body })

async function decide(context: WriteOperationContext, id: string, deciding: Deciding) {
  const { principal, clock } = context
  const { locked, found: challenge } = objectOr404(await lockChallenge(context, principal, id), 'challenge_not_found')
  const now = clock.now()
  const { status, note = null } = deciding
  const ended = endedChallenge(challenge, { status, note, decidedBy: principal.id, decidedAt: now })
  if (ended === null) throw approvalAskNotPendingError<ChallengeState>(KIND, challenge, now)
  if (challenge.intentId !== null) {
    throw new ApiError('challenge_of_intent', { details: { intentId: challenge.intentId } })
  }
  checkShownSubjectHash(challengeSubject(challenge), deciding.shown)
  const refusal = await unconfirmedDecision(context, challenge, deciding)
  if (refusal !== null) return refusal
  await saveAuditedChanges(locked, [challengeSaveStatements([ended], now)])
  return challengeView(context, { ...ended.after, names: challenge.names })
}

const WHY =
  'A person has to confirm this decision with a passkey: the purchase is above what the account lets pass without one.'

/** The refusal of a decision that needs a passkey and was not confirmed with one. Null: the decision may be made. */
function unconfirmedDecision(
  context: WriteOperationContext,
  challenge: ChallengeState,
  { operation, status, proof }: Deciding,
): Promise<CommittedRefusal | null> {
  const { id: resourceId, amount, currency, merchant } = challenge
  const becomes = { status, amount, currency, merchant: merchant.name ?? null }
  const purchase = { most: amount, currency: currency ?? undefined }
  const subject = challengeSubject(challenge)
  return unconfirmedPurchaseRefusal(
    context,
    { operation, resourceId, subject, becomes, ...purchase },
    { proof, message: WHY },
  )
}

const KIND = { code: 'challenge_not_pending', name: 'The challenge', life: challengeLifecycle } as const
