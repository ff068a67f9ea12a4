import { Type } from 'typebox'
import {
  ApproveSubscriptionBody,
  CreateSubscriptionBody,
  MAX_OPEN_SUBSCRIPTIONS,
  RejectSubscriptionBody,
  ResumeSubscriptionBody,
  Subscription,
  subscriptionFilters,
  SubscriptionStatus,
} from '../resources/subscriptions/subscriptions.ts'
import { MAX_INTENTS_PENDING_APPROVAL } from '../resources/intents.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'

const tag = 'Subscriptions'
const readers = ['admin', 'approver', 'read', 'agent'] as const
const subscription = { tag, status: 200, response: Subscription } as const

export const subscriptionOperations = {
  createSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/cards/{cardId}/subscriptions',
    summary: 'Ask for a subscription',
    description:
      'While the subscription is active, one purchase in each period at its merchant, of at most `maxAmount`, matches it as it would match an intent. ' +
      'The subscription waits for a person if an intent of `maxAmount` would. ' +
      `A card has at most ${MAX_OPEN_SUBSCRIPTIONS} subscriptions that have not ended, and an agent at most ${MAX_INTENTS_PENDING_APPROVAL} that wait.`,
    roles: ['admin', 'agent'],
    body: CreateSubscriptionBody,
    status: 201,
    errors: [
      'card_not_found',
      'customer_not_active',
      'agent_not_active',
      'card_closed',
      'subscription_not_found',
      'subscription_conflict',
      'too_many_waiting',
    ],
  }),
  listCardSubscriptions: declareOperation({
    method: 'GET',
    path: '/cards/{cardId}/subscriptions',
    tag,
    summary: 'List the subscriptions of a card',
    roles: readers,
    query: listPageQuery({ status: Type.Optional(SubscriptionStatus) }),
    status: 200,
    response: listPageSchema(Subscription),
    errors: ['card_not_found'],
  }),
  listSubscriptions: declareOperation({
    method: 'GET',
    path: '/subscriptions',
    tag,
    summary: 'List subscriptions',
    description: 'With `?status=pending_approval`, those that wait for a person.',
    roles: readers,
    query: listPageQuery(subscriptionFilters),
    status: 200,
    response: listPageSchema(Subscription),
    errors: [],
  }),
  getSubscription: declareOperation({
    ...subscription,
    method: 'GET',
    path: '/subscriptions/{subscriptionId}',
    summary: 'Read a subscription',
    roles: readers,
    errors: ['subscription_not_found'],
  }),
  approveSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/approve',
    summary: 'Approve a subscription',
    description:
      'The first period of the subscription begins now. If the policy sets `requireSeparateApprover`, the key that asked for it cannot approve it. If `maxAmount` is ' +
      'above `approvalPasskeyAbove` of the account, a person has to confirm it with `proof`.',
    roles: ['admin', 'approver'],
    body: ApproveSubscriptionBody,
    bodyOptional: true,
    decides: true,
    errors: [
      'subscription_not_found',
      'subscription_not_pending',
      'subject_changed',
      'self_approval',
      'passkey_required',
      'passkey_refused',
    ],
  }),
  rejectSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/reject',
    summary: 'Reject a subscription',
    description: 'Rejecting or resuming a subscription takes `proof` if approving it does.',
    roles: ['admin', 'approver'],
    body: RejectSubscriptionBody,
    bodyOptional: true,
    decides: true,
    errors: [
      'subscription_not_found',
      'subscription_not_pending',
      'subject_changed',
      'passkey_required',
      'passkey_refused',
    ],
  }),
  pauseSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/pause',
    summary: 'Pause a subscription',
    description: 'No purchase matches the subscription until it is resumed. Its periods go on.',
    roles: ['admin', 'approver'],
    errors: ['subscription_not_found', 'subscription_conflict'],
  }),
  resumeSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/resume',
    summary: 'Resume a subscription',
    description: 'Rejecting or resuming a subscription takes `proof` if approving it does.',
    roles: ['admin', 'approver'],
    body: ResumeSubscriptionBody,
    bodyOptional: true,
    errors: ['subscription_not_found', 'subscription_conflict', 'passkey_required', 'passkey_refused'],
  }),
  cancelSubscription: declareOperation({
    ...subscription,
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/cancel',
    summary: 'Cancel a subscription',
    description: 'Canceling is final. What the merchant charges afterwards is decided like any other purchase.',
    roles: ['admin', 'approver', 'agent'],
    errors: ['subscription_not_found', 'subscription_conflict'],
  }),
} as const
