import { ApiError } from '../../contract/errors.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { isApprovalAskOverdue } from '../../domain/asks/ask.ts'
import { subscriptionStatusChange, type SubscriptionTransition } from '../../domain/changes/subscription.ts'
import { subscriptionLifecycle } from '../../domain/lifecycles/subscription.ts'
import { subscriptionSubject } from '../../domain/changes/subject.ts'
import { checkShownSubjectHash } from '../request/shown.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { assertPresent } from '../../lib/assert.ts'
import { readCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { subscriptionSaveStatements } from '../../store/subscriptions/subscription-saving.ts'
import { lockSubscription, type NamedSubscription } from '../../store/subscriptions/subscriptions.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { checkSeparateApprover } from '../asks/separate-approver.ts'
import { unconfirmedPurchaseRefusal } from '../asks/unconfirmed-purchase.ts'
import type { CommittedRefusal, WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { endReplacedSubscription } from './replacement.ts'
import { subscriptionView } from './subscription-view.ts'

interface MoveRequest {
  readonly id: string
  readonly move: SubscriptionTransition['move']
  readonly note?: string | undefined
  readonly shown?: string | undefined
  readonly proof?: PasskeyAssertion | undefined
}

export const approveSubscription: WriteOperationService<'approveSubscription'> = (context, { params, body }) =>
  moved(context, { id: params.subscriptionId, move: 'approve', ...body })

export const rejectSubscription: WriteOperationService<'rejectSubscription'> = (context, { params, body }) =>
  moved(context, { id: params.subscriptionId, move: 'reject', ...body, note: body.reason })

export const pauseSubscription: WriteOperationService<'pauseSubscription'> = (context, { params }) =>
  moved(context, { id: params.subscriptionId, move: 'pause' })

export const resumeSubscription: WriteOperationService<'resumeSubscription'> = (context, { params, body }) =>
  moved(context, { id: params.subscriptionId, move: 'resume', proof: body.proof })

export const cancelSubscription: WriteOperationService<'cancelSubscription'> = (context, { params }) =>
  moved(context, { id: params.subscriptionId, move: 'cancel' })

/** The decisions about a subscription, which a person may have to confirm with a passkey, by the kind of the status change. */
const CONFIRMED: Partial<Record<MoveRequest['move'], OperationName>> = {
  approve: 'approveSubscription',
  reject: 'rejectSubscription',
  resume: 'resumeSubscription',
}

/**
 * Gives a subscription another status while its customer is locked. Returns the answer about it, or the refusal where a passkey has to
 * confirm the change.
 */
async function moved(context: WriteOperationContext, request: MoveRequest) {
  const { principal, clock } = context
  const found = await lockSubscription(context, principal, request.id)
  const { locked, found: subscription } = objectOr404(found, 'subscription_not_found')
  const { names, ...before } = subscription
  const now = clock.now()
  const change = subscriptionStatusChange(before, {
    move: request.move,
    by: principal.id,
    note: request.note ?? null,
    now,
  })
  if (change === null) throw notPossible(subscription, request, now)
  checkShownSubjectHash(subscriptionSubject(before), request.shown)
  if (request.move === 'approve') await separateApprover(context, subscription)
  const refusal = await unconfirmedMove(context, { ...subscription, currency: locked.customer.currency }, request)
  if (refusal !== null) return refusal
  const ended = await endReplacedSubscription(context, change.after, now)
  await saveAuditedChanges(locked, [subscriptionSaveStatements([...ended, change], now)])
  return subscriptionView(context, { ...change.after, names })
}

/** Throws `self_approval` where the policy of the subscription's card requires another approver than the caller. */
async function separateApprover(
  context: WriteOperationContext,
  { cardId, requestedBy }: NamedSubscription,
): Promise<void> {
  const family = assertPresent(
    await readCardWithAgentAndCustomer(context.tx, context.principal, cardId),
    'a subscription has a card',
  )
  await checkSeparateApprover(context, effectivePolicy(family).policy, { requestedBy, name: 'the subscription' })
}

/**
 * The refusal of a decision about more than `approvalPasskeyAbove` that no passkey has confirmed; null: it is confirmed, or needs no passkey.
 */
function unconfirmedMove(
  context: WriteOperationContext,
  { currency, ...subscription }: NamedSubscription & { readonly currency: string },
  { move, proof }: MoveRequest,
): Promise<CommittedRefusal | null> {
  const operation = CONFIRMED[move]
  if (operation === undefined) return Promise.resolve(null)
  const { id: resourceId, declared } = subscription
  const { merchant, maxAmount, interval, expectedOrigin = null } = declared
  const becomes = { decision: move, merchant, maxAmount, interval, expectedOrigin }
  const subject = subscriptionSubject(subscription)
  return unconfirmedPurchaseRefusal(
    context,
    { operation, resourceId, subject, becomes, most: maxAmount, currency },
    { proof },
  )
}

function notPossible(subscription: NamedSubscription, { move }: MoveRequest, now: number): ApiError {
  const status = isApprovalAskOverdue(subscriptionLifecycle, subscription, now) ? 'expired' : subscription.status
  const code = move === 'approve' || move === 'reject' ? 'subscription_not_pending' : 'subscription_conflict'
  return new ApiError(code, { message: `The subscription is ${status}.`, details: { status } })
}
