import { agentSheet } from '../../contract/sheets/agent.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { customerSheet } from '../../contract/sheets/customer.ts'
import { nullableTimestamp } from '../../lib/clock.ts'
import type { MatchedIntentEnd } from '../intents/matched-intent-end.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import type { WholeAgent } from './agent.ts'
import type { WholeCard } from './card.ts'
import type { ChallengeState } from './challenge.ts'
import type { ChangeRequestState } from './change-request.ts'
import type { WholeCustomer } from './customer.ts'
import { unlessDefault } from '../currencies.ts'
import { lockedUntil } from '../credentials.ts'
import type { SubscriptionState } from '../subscription.ts'
import { intentDecision, type EndedApproval, type IntentState } from '../intents/intent.ts'
import { type AuditedState, changesBetween } from '../audit/field-changes.ts'
import type { ResourceChange } from '../audit/audited-act.ts'
import { auditing } from './sheet-fields.ts'

/** The audited fields of an intent, without its wait for a person. */
export const auditedIntent = (intent: IntentState): AuditedState => ({
  customerId: intent.customerId,
  agentId: intent.agentId,
  cardId: intent.cardId,
  ...intent.declared,
  declaredBy: intent.declaredBy,
  ceiling: intent.ceiling,
  requiresApproval: intent.requiresApproval,
  decidedBy: intent.decidedBy,
  decidedAt: nullableTimestamp(intent.decidedAt),
  decisionNote: intent.decisionNote,
  canceledAt: nullableTimestamp(intent.canceledAt),
  revokedBy: intent.revokedBy,
  revocationReason: intent.revocationReason,
  expiresAt: nullableTimestamp(intent.expiresAt),
  report: intent.report,
  ...auditedMatch(intent),
})

/** The audited fields of an intent that are set when a purchase matches or mismatches it. */
const auditedMatch = (
  intent: Pick<IntentState, 'status' | 'matchedAt' | 'transactionId' | 'matchResult'>,
): AuditedState => ({
  status: intent.status,
  matchedAt: nullableTimestamp(intent.matchedAt),
  transactionId: intent.transactionId,
  matchResult: intent.matchResult,
})

type Approval = Omit<EndedApproval, 'intentId' | 'status'> & { readonly status: string }

/** The audited fields of an intent's approval. The audit trail keeps them as fields of the intent itself. */
export const auditedApproval = ({ status, decidedBy, decidedAt, note }: Approval): AuditedState => ({
  approval: { status, decidedBy, decidedAt: nullableTimestamp(decidedAt), note },
})

/**
 * The audited fields of an intent's approval before a change that ends the approval or asks a person anew. Empty: no person was asked
 * before.
 */
function approvalBefore(before: IntentState): AuditedState {
  if (before.status === 'pending_approval') return WAITING
  if (before.decidedBy !== null) return auditedApproval({ status: 'approved', ...intentDecision(before) })
  const hasWaited = before.corrections.some(({ requiresApproval }) => requiresApproval)
  return hasWaited ? auditedApproval({ ...NOBODY, status: 'canceled' }) : {}
}

const NOBODY = { decidedBy: null, decidedAt: null, note: null }
const WAITING = auditedApproval({ ...NOBODY, status: 'pending' })

export const declaredChange = (intent: IntentState): ResourceChange => ({
  ...ofIntent(intent),
  changes: changesBetween(null, { ...auditedIntent(intent), ...(intent.requiresApproval ? WAITING : {}) }),
})

/**
 * The audit change of an intent about which an agent reported, which a caller corrected or canceled, which a person decided, or whose time
 * is over. `end`: how the intent's approval ended; null if none ended. `isAsked`: a person is asked about the intent since this change.
 */
export const intentDecisionChange = (
  before: IntentState,
  after: IntentState,
  { end, isAsked }: { readonly end: Approval | null; readonly isAsked: boolean },
): ResourceChange => ({
  ...ofIntent(after),
  changes: changesBetween(
    { ...auditedIntent(before), ...(end || isAsked ? approvalBefore(before) : {}) },
    { ...auditedIntent(after), ...(end ? auditedApproval(end) : isAsked ? WAITING : {}) },
  ),
})

/** The audit change of a pending intent that a purchase matched or mismatched. */
export const matchedChange = (card: LoadedCard, { at, ...closed }: MatchedIntentEnd): ResourceChange => ({
  ...ofIntent({ ...card, id: closed.id }),
  changes: changesBetween({ status: 'pending' }, auditedMatch({ ...closed, matchedAt: at })),
})

const ofIntent = ({ id, accountId, customerId }: Pick<IntentState, 'id' | 'accountId' | 'customerId'>) => ({
  accountId,
  customerId,
  resource: { type: 'intent', id } as const,
})

/** The currency as the audit trail keeps it: none where it is the default one, because entries from before currencies have none. */
export const auditedCurrency = ({ currency }: { readonly currency?: string }): AuditedState =>
  currency === undefined ? {} : unlessDefault(currency)

type AuditedCard = LoadedCard & Partial<WholeCard>

/**
 * The audited fields of a card. Fields that decisions do not read are left out if they were not loaded, because decisions do not change
 * them either.
 */
export const auditedCard = auditing<typeof cardSheet, AuditedCard>(cardSheet, {
  currency: (card) => auditedCurrency(card)['currency'],
  issuer: ({ issuer }) => issuer,
  singleUseConsumedAt: ({ consumedAt }) => nullableTimestamp(consumedAt),
  credentialsLockedUntil: ({ failedCredentials }) => nullableTimestamp(lockedUntil(failedCredentials)),
})

/** The audit change of a card. A null `before`: the card is new. */
export const cardChange = (before: AuditedCard | null, after: AuditedCard): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.customerId,
  resource: { type: 'card', id: after.id },
  changes: changesBetween(before && auditedCard(before), auditedCard(after)),
})

/** An agent's fields as the audit trail keeps them. */
export const auditedAgent = auditing<typeof agentSheet, WholeAgent>(agentSheet, {})

/** The audit change of an agent. A null `before`: the agent is new. */
export const agentChange = (before: WholeAgent | null, after: WholeAgent): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.customerId,
  resource: { type: 'agent', id: after.id },
  changes: changesBetween(before && auditedAgent(before), auditedAgent(after)),
})

/** A customer's fields as the audit trail keeps them. */
export const auditedCustomer = auditing<typeof customerSheet, WholeCustomer>(customerSheet, {
  currency: (customer) => auditedCurrency(customer)['currency'],
})

/** The audit change of a customer. A null `before`: the customer is new. */
export const customerChange = (before: WholeCustomer | null, after: WholeCustomer): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.id,
  resource: { type: 'customer', id: after.id },
  changes: changesBetween(before && auditedCustomer(before), auditedCustomer(after)),
})

/** A change request's fields as the audit trail keeps them. */
export const auditedChangeRequest = (request: ChangeRequestState): AuditedState => ({
  customerId: request.customerId,
  agentId: request.agentId,
  cardId: request.cardId,
  status: request.status,
  wanted: request.wanted,
  why: request.why,
  transactionId: request.transactionId,
  purchase: request.purchase,
  changes: request.changes.length === 0 ? null : request.changes,
  requestedBy: request.requestedBy,
  decidedBy: request.decidedBy,
  decidedAt: nullableTimestamp(request.decidedAt),
  note: request.note,
  expiresAt: nullableTimestamp(request.expiresAt),
})

/** The audit change of a change request. A null `before`: the change request is new. */
export const changeRequestChange = (before: ChangeRequestState | null, after: ChangeRequestState): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.customerId,
  resource: { type: 'change_request', id: after.id },
  changes: changesBetween(before && auditedChangeRequest(before), auditedChangeRequest(after)),
})

/** A challenge's fields as the audit trail keeps them. */
export const auditedChallenge = (challenge: ChallengeState): AuditedState => ({
  customerId: challenge.customerId,
  agentId: challenge.agentId,
  cardId: challenge.cardId,
  issuer: challenge.issuer,
  status: challenge.status,
  amount: challenge.amount,
  currency: challenge.currency,
  merchantAmount: challenge.merchantAmount,
  merchantCurrency: challenge.merchantCurrency,
  merchant: challenge.merchant,
  intentId: challenge.intentId,
  decidedBy: challenge.decidedBy,
  decidedAt: nullableTimestamp(challenge.decidedAt),
  note: challenge.note,
  expiresAt: nullableTimestamp(challenge.expiresAt),
})

/** The audit change of a challenge. A null `before`: the challenge is new. */
export const challengeChange = (before: ChallengeState | null, after: ChallengeState): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.customerId,
  resource: { type: 'challenge', id: after.id },
  changes: changesBetween(before && auditedChallenge(before), auditedChallenge(after)),
})

/**
 * A subscription's fields as the audit trail keeps them. The periods that purchases have taken are not among them, because the journal has
 * these purchases.
 */
export const auditedSubscription = (subscription: SubscriptionState): AuditedState => ({
  customerId: subscription.customerId,
  agentId: subscription.agentId,
  cardId: subscription.cardId,
  status: subscription.status,
  ...subscription.declared,
  requiresApproval: subscription.requiresApproval,
  requestedBy: subscription.requestedBy,
  decidedBy: subscription.decidedBy,
  decidedAt: nullableTimestamp(subscription.decidedAt),
  decisionNote: subscription.decisionNote,
  activatedAt: nullableTimestamp(subscription.activatedAt),
  pausedAt: nullableTimestamp(subscription.pausedAt),
  canceledAt: nullableTimestamp(subscription.canceledAt),
  until: nullableTimestamp(subscription.until),
  expiresAt: nullableTimestamp(subscription.expiresAt),
})

/** The audit change of a subscription. A null `before`: the subscription is new. */
export const subscriptionChange = (before: SubscriptionState | null, after: SubscriptionState): ResourceChange => ({
  accountId: after.accountId,
  customerId: after.customerId,
  resource: { type: 'subscription', id: after.id },
  changes: changesBetween(before && auditedSubscription(before), auditedSubscription(after)),
})
