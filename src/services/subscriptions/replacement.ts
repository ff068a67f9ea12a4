import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { MAX_OPEN_SUBSCRIPTIONS } from '../../contract/resources/subscriptions/subscriptions.ts'
import { subscriptionStatusChange, type UnsavedSubscriptionChange } from '../../domain/changes/subscription.ts'
import { compileMerchant, isSameMerchant, merchantWhereabouts } from '../../domain/merchant-match/merchant-match.ts'
import { isSubscriptionRaise } from '../../domain/subscriptions/raise.ts'
import type { DeclaredSubscription, SubscriptionState } from '../../domain/subscription.ts'
import { findSubscription, listSubscriptions, type NamedSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { WriteOperationContext } from '../request/context.ts'

/**
 * Checks that the subscription that a new one replaces is open, on the same card and at the same merchant. Resolves with whether the new
 * one may take more from the merchant than the card has agreed to: more than the replaced one, or anything if another one at the merchant
 * goes on.
 */
export async function takesMoreThanReplacedSubscription(
  context: WriteOperationContext,
  { cardId, declared }: Pick<SubscriptionState, 'cardId' | 'declared'>,
): Promise<boolean> {
  const there = (await openSubscriptions(context, cardId)).filter((each) => isAtSameMerchant(each.declared, declared))
  const { replaces } = declared
  const replaced = there.find(({ id }) => id === replaces)
  if (replaces !== undefined && replaced === undefined) throw await notReplaceable(context, cardId, replaces)
  return there.some((each) => each !== replaced || isSubscriptionRaise(declared, each.declared))
}

async function openSubscriptions(
  { tx, principal }: WriteOperationContext,
  cardId: string,
): Promise<NamedSubscription[]> {
  const page = { cardId, limit: MAX_OPEN_SUBSCRIPTIONS, after: null }
  const active = await listSubscriptions(tx, principal, { ...page, status: 'active' })
  return [...active, ...(await listSubscriptions(tx, principal, { ...page, status: 'paused' }))]
}

const isAtSameMerchant = (one: DeclaredSubscription, other: DeclaredSubscription): boolean =>
  isSameMerchant(compileMerchant(one.merchant), compileMerchant(other.merchant), merchantWhereabouts({}))

async function notReplaceable({ tx, principal }: WriteOperationContext, cardId: string, id: string): Promise<ApiError> {
  const named = await findSubscription(tx, principal, id)
  if (named === undefined) return new ApiError('subscription_not_found', { param: 'replaces' })
  if (named.cardId === cardId && (named.status === 'active' || named.status === 'paused')) {
    return invalidRequestError('replaces', 'That subscription is at another merchant.', 'parameter_invalid', LEAVE_OUT)
  }
  const { status } = named
  return new ApiError('subscription_conflict', {
    message: `What it would replace is ${named.cardId === cardId ? status : 'on another card'}.`,
    param: 'replaces',
    details: { status },
  })
}
const LEAVE_OUT = 'Leave `replaces` out: this one then goes on beside it.'

/**
 * The change that ends the replaced subscription, once the new one is active. Empty: the new one replaces none, or the replaced one has
 * ended already.
 */
export async function endReplacedSubscription(
  { tx, principal }: WriteOperationContext,
  { status, declared: { replaces } }: SubscriptionState,
  now: number,
): Promise<UnsavedSubscriptionChange[]> {
  if (status !== 'active' || replaces === undefined) return []
  const replaced = await findSubscription(tx, principal, replaces)
  if (replaced === undefined) return []
  const { names: _names, ...before } = replaced
  const change = subscriptionStatusChange(before, { move: 'cancel', by: principal.id, note: null, now })
  return change === null ? [] : [change]
}
