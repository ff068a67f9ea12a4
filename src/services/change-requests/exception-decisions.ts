import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { intentDecisionOutcomes } from '../../domain/batch/commands/decide-intent.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import { intentStatusChange, type UnsavedIntentChange } from '../../domain/changes/intent.ts'
import { changeRequestSubject } from '../../domain/changes/subject.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { isIntentOverdue, type IntentState } from '../../domain/intents/intent.ts'
import { assertPresent } from '../../lib/assert.ts'
import { readCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { findIntent } from '../../store/intents/intents.ts'
import { checkSeparateApprover } from '../asks/separate-approver.ts'
import { unconfirmedPurchaseRefusal } from '../asks/unconfirmed-purchase.ts'
import type { CommittedRefusal, WriteOperationContext } from '../request/context.ts'

const RULINGS = { approved: 'approve_intent', rejected: 'reject_intent', canceled: 'cancel_intent' } as const

interface Deciding {
  readonly status: keyof typeof RULINGS
  readonly note: string | null
  readonly now: number
}

/**
 * Decides the intent of a request for an exception as the request is decided: approving, rejecting or canceling one does the same to the
 * other. Throws `intent_not_pending` where the intent does not wait for this request any more.
 */
export async function exceptionIntentChange(
  { tx, principal }: WriteOperationContext,
  { id, once }: ChangeRequestState,
  { status, note, now }: Deciding,
): Promise<UnsavedIntentChange> {
  const found = assertPresent(await findIntent(tx, principal, once?.intent ?? ''), 'an intent is never deleted')
  const { names: _, ...intent } = found
  const by = { actorId: principal.id, note, now }
  const { to, kept } = intentDecisionOutcomes[RULINGS[status]]
  const change = intentStatusChange(intent, to, {
    kept: kept(intent, by),
    by: { decidedBy: principal.id, decidedAt: now, note: status === 'canceled' ? null : note },
  })
  if (change !== null && isWaitingFor(id, intent, now)) return change
  throw new ApiError('intent_not_pending', {
    message: `The intent is ${isIntentOverdue(intent, now) ? 'expired' : intent.status}, and does not wait for this exception.`,
    details: { status: intent.status },
  })
}

const isWaitingFor = (requestId: string, intent: IntentState, now: number): boolean =>
  intent.status === 'pending_approval' &&
  intent.declared.exception?.changeRequestId === requestId &&
  !isIntentOverdue(intent, now)

/**
 * Checks an approval of an exception as that of its intent: throws `self_approval`, and returns the refusal where a passkey has to confirm
 * it. Null: it can be approved.
 */
export async function unconfirmedExceptionRefusal(
  context: WriteOperationContext,
  request: ChangeRequestState,
  { before: intent, proof }: { readonly before: IntentState; readonly proof: PasskeyAssertion | undefined },
): Promise<CommittedRefusal | null> {
  const family = assertPresent(
    await readCardWithAgentAndCustomer(context.tx, context.principal, intent.cardId),
    'an intent has a card',
  )
  const { policy } = effectivePolicy(family)
  for (const requestedBy of new Set([intent.declaredBy, request.requestedBy])) {
    await checkSeparateApprover(context, policy, { requestedBy, name: 'the exception' })
  }
  const { expectedMerchant: merchant = null, expectedOrigin = null, expectedCurrency } = intent.declared
  return unconfirmedPurchaseRefusal(
    context,
    {
      operation: 'approveChangeRequest',
      resourceId: request.id,
      subject: changeRequestSubject(request, []),
      becomes: { merchant, expectedOrigin, exception: request.once },
      most: intent.ceiling,
      currency: expectedCurrency ?? family.customer.currency,
    },
    { proof },
  )
}
