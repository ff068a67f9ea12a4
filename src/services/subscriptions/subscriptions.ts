import { MAX_INTENTS_PENDING_APPROVAL } from '../../contract/resources/intents.ts'
import {
  type CreateSubscriptionBody,
  MAX_OPEN_SUBSCRIPTIONS,
} from '../../contract/resources/subscriptions/subscriptions.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { newApprovalAsk } from '../../domain/asks/ask.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { closedCardObstacles, customerAndAgentStatusObstacles } from '../../domain/decision/obstacles.ts'
import { approvalDecidableUntil } from '../../domain/intents/approval.ts'
import { customerName } from '../../domain/names.ts'
import type { DeclaredSubscription, SubscriptionState } from '../../domain/subscription.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import { lockCardWithAgentAndCustomer, type LockedCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { findCard } from '../../store/cards/cards.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import {
  subscriptionSaveStatements,
  expireOverdueSubscriptions,
} from '../../store/subscriptions/subscription-saving.ts'
import {
  countOpenSubscriptions,
  countWaitingSubscriptions,
  findSubscription,
  listSubscriptions as listRows,
  type SubscriptionQuery,
} from '../../store/subscriptions/subscriptions.ts'
import { expireOverdueApprovalAsksOfAccount } from '../asks/expire-overdue.ts'
import { checkFreeFormObject } from '../input/free-form.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { checkIsOwnCard } from '../levels/one-time-cards.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { checkedOrigin } from '../levels/card-origins.ts'
import type {
  ReadOperationContext,
  ReadOperationService,
  ServiceSettings,
  WriteOperationContext,
  WriteOperationService,
} from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { type ApiListDefinition, paginate } from '../request/pagination.ts'
import {
  approveSubscription,
  cancelSubscription,
  pauseSubscription,
  rejectSubscription,
  resumeSubscription,
} from './subscription-decisions.ts'
import { reasonsForApproval } from './approval-reasons.ts'
import { endReplacedSubscription, takesMoreThanReplacedSubscription } from './replacement.ts'
import { subscriptionView } from './subscription-view.ts'

/** Asks for a subscription (contract, section 9). It is active at once if an intent of its amount would need no person. */
const createSubscription: WriteOperationService<'createSubscription'> = async (context, { params, body }) => {
  const { principal, clock, settings } = context
  const declared = declaredSubscription(body, settings)
  const family = objectOr404(await lockCardWithAgentAndCustomer(context, principal, params.cardId), 'card_not_found')
  checkIsOwnCard(family.card.parentCardId)
  const now = clock.now()
  checkFamily(family, now)
  const until = untilOf(body, now)
  const isMore = await takesMoreThanReplacedSubscription(context, { cardId: family.card.id, declared })
  const subscription = await stateOf(context, family, { declared, until, isMore })
  await checkRoom(context, subscription)
  const ended = await endReplacedSubscription(context, subscription, now)
  await saveAuditedChanges(family.locked, [subscriptionSaveStatements([...ended, newApprovalAsk(subscription)], now)])
  const { customer, agent, card } = family
  const names = {
    customerName: customerName(customer.name),
    agentName: agent?.name ?? null,
    cardLabel: card.label,
    currency: customer.currency,
  }
  return subscriptionView(context, { ...subscription, names })
}

function declaredSubscription(body: CreateSubscriptionBody, settings: ServiceSettings): DeclaredSubscription {
  const { until: _until, expectedOrigin, metadata, ...declared } = body
  return {
    ...declared,
    ...(expectedOrigin === undefined
      ? {}
      : { expectedOrigin: checkedOrigin('expectedOrigin', expectedOrigin, settings) }),
    ...(metadata === undefined ? {} : { metadata: checkFreeFormObject('metadata', metadata) }),
  }
}

function checkFamily({ customer, agent, card }: LockedCardWithAgentAndCustomer, now: number): void {
  const closed = closedCardObstacles(card, now)
  const [obstacle] = [...customerAndAgentStatusObstacles({ customer, agent }), ...closed]
  if (obstacle) throw new ApiError(obstacle.code, obstacle.message === undefined ? {} : { message: obstacle.message })
}

function untilOf({ until }: CreateSubscriptionBody, now: number): number | null {
  const at = instantOfTimestamp('until', until) ?? null
  if (at !== null && at <= now) {
    throw invalidRequestError(
      'until',
      '`until` is in the past.',
      'parameter_invalid',
      'Send a later moment, or leave `until` out: the subscription then goes on until it is canceled.',
    )
  }
  return at
}

async function stateOf(
  context: WriteOperationContext,
  family: LockedCardWithAgentAndCustomer,
  { declared, until, isMore }: Pick<SubscriptionState, 'declared' | 'until'> & { readonly isMore: boolean },
): Promise<SubscriptionState> {
  const { ids, principal } = context
  const { customer, agent, card } = family
  const id = ids('sub', bucketOfId(customer.id))
  const createdAt = timeOfId(id)
  const effective = effectivePolicy({ customer, agent, card })
  const approvalReasons = await reasonsForApproval(context, family, { effective, declared, isMore, now: createdAt })
  const requiresApproval = approvalReasons.length > 0
  return {
    id,
    accountId: customer.accountId,
    customerId: customer.id,
    agentId: card.agentId,
    cardId: card.id,
    status: requiresApproval ? 'pending_approval' : 'active',
    declared,
    requiresApproval,
    approvalReasons,
    autoApprovedAt: !requiresApproval && effective.policy.requireApproval ? createdAt : null,
    requestedBy: principal.id,
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    activatedAt: requiresApproval ? null : createdAt,
    pausedAt: null,
    canceledAt: null,
    until,
    expiresAt: requiresApproval ? approvalDecidableUntil(createdAt) : until,
    taken: null,
    exceeded: null,
    createdAt,
  }
}

/** Throws where the card has as many subscriptions as it may have, or too many wait for a person. */
async function checkRoom({ tx }: WriteOperationContext, subscription: SubscriptionState): Promise<void> {
  const open = await countOpenSubscriptions(tx, subscription.cardId, MAX_OPEN_SUBSCRIPTIONS)
  if (open >= MAX_OPEN_SUBSCRIPTIONS) {
    throw new ApiError('subscription_conflict', {
      message: `This card has ${MAX_OPEN_SUBSCRIPTIONS} subscriptions that have not ended: it cannot have more.`,
      details: { limit: MAX_OPEN_SUBSCRIPTIONS },
    })
  }
  if (!subscription.requiresApproval) return
  const waiting = await countWaitingSubscriptions(tx, subscription, {
    status: 'pending_approval',
    most: MAX_INTENTS_PENDING_APPROVAL,
  })
  if (waiting >= MAX_INTENTS_PENDING_APPROVAL) {
    throw new ApiError('too_many_waiting', { details: { waiting, limit: MAX_INTENTS_PENDING_APPROVAL } })
  }
}

const listSubscriptions: ReadOperationService<'listSubscriptions'> = (context, { query }) =>
  subscriptionPage(context, { name: 'listSubscriptions', query }, query)

const listCardSubscriptions: ReadOperationService<'listCardSubscriptions'> = async (context, { params, query }) => {
  objectOr404(await findCard(context.db, context.principal, params.cardId), 'card_not_found')
  return subscriptionPage(
    context,
    { name: 'listCardSubscriptions', query, params },
    { cardId: params.cardId, status: query.status },
  )
}

async function subscriptionPage(
  context: ReadOperationContext,
  list: Pick<ApiListDefinition<never, never>, 'name' | 'query' | 'params'>,
  filters: Omit<SubscriptionQuery, 'limit' | 'after'>,
) {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueSubscriptions)
  const { customerId, agentId, cardId, status } = filters
  return paginate(context, {
    ...list,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (subscription) => subscriptionView(context, subscription),
  })
}

const getSubscription: ReadOperationService<'getSubscription'> = async (context, { params }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueSubscriptions)
  const { db, principal } = context
  const subscription = await findSubscription(db, principal, params.subscriptionId)
  return subscriptionView(context, objectOr404(subscription, 'subscription_not_found'))
}

export const subscriptionHandlers = {
  createSubscription: writeOperationHandler(createSubscription),
  listCardSubscriptions: readOperationHandler(listCardSubscriptions),
  listSubscriptions: readOperationHandler(listSubscriptions),
  getSubscription: readOperationHandler(getSubscription),
  approveSubscription: writeOperationHandler(approveSubscription),
  rejectSubscription: writeOperationHandler(rejectSubscription),
  pauseSubscription: writeOperationHandler(pauseSubscription),
  resumeSubscription: writeOperationHandler(resumeSubscription),
  cancelSubscription: writeOperationHandler(cancelSubscription),
}
