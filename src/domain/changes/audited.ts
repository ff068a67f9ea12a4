import { agentSheet } from '../../contract/sheets/agent.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { customerSheet } from '../../contract/sheets/customer.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import type { AccessEventState } from '../access.ts'
import type { MatchedOrMismatchedIntent } from '../intents/matched-intent-end.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import type { AgentWithAllFields } from './agent.ts'
import type { CardWithAllFields } from './card.ts'
import type { ChallengeState } from './challenge.ts'
import type { ChangeRequestState } from './change-request.ts'
import type { CustomerWithAllFields } from './customer.ts'
import { currencyUnlessDefault } from '../currencies.ts'
import { credentialsLockedUntil } from '../credentials.ts'
import type { SubscriptionState } from '../subscription.ts'
import { decisionFieldsOfIntent, type EndedApproval, type IntentState } from '../intents/intent.ts'
import { type AuditedFields, auditedFieldChanges } from '../audit/field-changes.ts'
import type { ResourceChangesOfAct, ResourceType } from '../audit/audited-act.ts'
import { sheetAuditedFields } from './sheet-fields.ts'

/** The audited fields of an intent, without its wait for a person. */
export const intentAuditFields = (intent: IntentState): AuditedFields => ({
  customerId: intent.customerId,
  agentId: intent.agentId,
  cardId: intent.cardId,
  ...intent.declared,
  declaredBy: intent.declaredBy,
  ceiling: intent.ceiling,
  requiresApproval: intent.requiresApproval,
  approvalReasons: intent.approvalReasons.length === 0 ? null : intent.approvalReasons,
  autoApprovedAt: nullableIsoTimestamp(intent.autoApprovedAt),
  decidedBy: intent.decidedBy,
  decidedAt: nullableIsoTimestamp(intent.decidedAt),
  decisionNote: intent.decisionNote,
  canceledAt: nullableIsoTimestamp(intent.canceledAt),
  revokedBy: intent.revokedBy,
  revocationReason: intent.revocationReason,
  expiresAt: nullableIsoTimestamp(intent.expiresAt),
  report: intent.report,
  ...auditedMatch(intent),
})

/** The audited fields of an intent that are set when a purchase matches or mismatches it. */
const auditedMatch = (
  intent: Pick<IntentState, 'status' | 'matchedAt' | 'transactionId' | 'matchResult'>,
): AuditedFields => ({
  status: intent.status,
  matchedAt: nullableIsoTimestamp(intent.matchedAt),
  transactionId: intent.transactionId,
  matchResult: intent.matchResult,
})

type Approval = Omit<EndedApproval, 'intentId' | 'status'> & { readonly status: string }

/** The audited fields of an intent's approval. The audit trail keeps them as fields of the intent itself. */
export const approvalAuditFields = ({ status, decidedBy, decidedAt, note }: Approval): AuditedFields => ({
  approval: { status, decidedBy, decidedAt: nullableIsoTimestamp(decidedAt), note },
})

/**
 * The audited fields of an intent's approval before a change that ends the approval or asks a person anew. Empty: no person was asked
 * before.
 */
function approvalBefore(before: IntentState): AuditedFields {
  if (before.status === 'pending_approval') return WAITING
  if (before.decidedBy !== null) return approvalAuditFields({ status: 'approved', ...decisionFieldsOfIntent(before) })
  const hasWaited = before.corrections.some(({ requiresApproval }) => requiresApproval)
  return hasWaited ? approvalAuditFields({ ...NOBODY, status: 'canceled' }) : {}
}

const NOBODY = { decidedBy: null, decidedAt: null, note: null }
const WAITING = approvalAuditFields({ ...NOBODY, status: 'pending' })

export const intentDeclarationAuditChange = (intent: IntentState): ResourceChangesOfAct => ({
  ...ofIntent(intent),
  changes: auditedFieldChanges(null, { ...intentAuditFields(intent), ...(intent.requiresApproval ? WAITING : {}) }),
})

/**
 * The audit change of an intent about which an agent reported, which a caller corrected or canceled, which a person decided, or whose time
 * is over. `end`: how the intent's approval ended; null if none ended. `isAsked`: a person is asked about the intent since this change.
 */
export const intentAuditChangeWithoutMatch = (
  before: IntentState,
  after: IntentState,
  { end, isAsked }: { readonly end: Approval | null; readonly isAsked: boolean },
): ResourceChangesOfAct => ({
  ...ofIntent(after),
  changes: auditedFieldChanges(
    { ...intentAuditFields(before), ...(end || isAsked ? approvalBefore(before) : {}) },
    { ...intentAuditFields(after), ...(end ? approvalAuditFields(end) : isAsked ? WAITING : {}) },
  ),
})

/** The audit change of a pending intent that a purchase matched or mismatched. */
export const intentMatchAuditChange = (
  card: LoadedCard,
  { at, ...closed }: MatchedOrMismatchedIntent,
): ResourceChangesOfAct => ({
  ...ofIntent({ ...card, id: closed.id }),
  changes: auditedFieldChanges({ status: 'pending' }, auditedMatch({ ...closed, matchedAt: at })),
})

const ofIntent = ({ id, accountId, customerId }: Pick<IntentState, 'id' | 'accountId' | 'customerId'>) => ({
  accountId,
  customerId,
  resource: { type: 'intent', id } as const,
})

/**
 * Makes a function that makes the audit change of a resource from its states before and after. A null `before`: the resource is new. A null
 * `after`: it is removed.
 */
export const auditChangeMaker =
  <State extends { readonly id: string }>(
    type: ResourceType,
    fields: (state: State) => AuditedFields,
    ownerOf: (state: State) => Pick<ResourceChangesOfAct, 'accountId' | 'customerId'>,
  ) =>
  (before: State | null, after: State | null): ResourceChangesOfAct => {
    const state = (after ?? before) as State
    return {
      ...ownerOf(state),
      resource: { type, id: state.id },
      changes: auditedFieldChanges(before && fields(before), after && fields(after)),
    }
  }

type Owner = Pick<IntentState, 'accountId' | 'customerId'>
export const ownerOfAuditedResource = ({ accountId, customerId }: Owner): Owner => ({ accountId, customerId })

/** The currency as the audit trail keeps it: none where it is the default one, because entries from before currencies have none. */
export const currencyAuditFields = ({ currency }: { readonly currency?: string }): AuditedFields =>
  currency === undefined ? {} : currencyUnlessDefault(currency)

type AuditedCard = LoadedCard & Partial<CardWithAllFields>

/**
 * The audited fields of a card. Fields that decisions do not read are left out if they were not loaded, because decisions do not change
 * them either.
 */
export const cardAuditFields = sheetAuditedFields<typeof cardSheet, AuditedCard>(cardSheet, {
  currency: (card) => currencyAuditFields(card)['currency'],
  issuer: ({ issuer }) => issuer,
  singleUseConsumedAt: ({ consumedAt }) => nullableIsoTimestamp(consumedAt),
  credentialsLockedUntil: ({ failedCredentials }) => nullableIsoTimestamp(credentialsLockedUntil(failedCredentials)),
})

export const cardAuditChange = auditChangeMaker<AuditedCard>('card', cardAuditFields, ownerOfAuditedResource)

/** An agent's fields as the audit trail keeps them. */
export const agentAuditFields = sheetAuditedFields<typeof agentSheet, AgentWithAllFields>(agentSheet, {})

export const agentAuditChange = auditChangeMaker<AgentWithAllFields>('agent', agentAuditFields, ownerOfAuditedResource)

/** A customer's fields as the audit trail keeps them. */
export const customerAuditFields = sheetAuditedFields<typeof customerSheet, CustomerWithAllFields>(customerSheet, {
  currency: (customer) => currencyAuditFields(customer)['currency'],
})

export const customerAuditChange = auditChangeMaker<CustomerWithAllFields>(
  'customer',
  customerAuditFields,
  ({ id, accountId }) => ({
    accountId,
    customerId: id,
  }),
)

/** A change request's fields as the audit trail keeps them. */
export const changeRequestAuditFields = (request: ChangeRequestState): AuditedFields => ({
  customerId: request.customerId,
  agentId: request.agentId,
  cardId: request.cardId,
  status: request.status,
  wanted: request.wanted,
  ...(request.once === null ? {} : { once: request.once }),
  why: request.why,
  transactionId: request.transactionId,
  purchase: request.purchase,
  changes: request.changes.length === 0 ? null : request.changes,
  requestedBy: request.requestedBy,
  decidedBy: request.decidedBy,
  decidedAt: nullableIsoTimestamp(request.decidedAt),
  note: request.note,
  expiresAt: nullableIsoTimestamp(request.expiresAt),
})

export const changeRequestChange = auditChangeMaker<ChangeRequestState>(
  'change_request',
  changeRequestAuditFields,
  ownerOfAuditedResource,
)

/** A challenge's fields as the audit trail keeps them. */
export const challengeAuditFields = (challenge: ChallengeState): AuditedFields => ({
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
  decidedAt: nullableIsoTimestamp(challenge.decidedAt),
  note: challenge.note,
  expiresAt: nullableIsoTimestamp(challenge.expiresAt),
})

export const challengeAuditChange = auditChangeMaker<ChallengeState>(
  'challenge',
  challengeAuditFields,
  ownerOfAuditedResource,
)

/**
 * A subscription's fields as the audit trail keeps them. The periods that purchases have taken are not among them, because the journal has
 * these purchases.
 */
export const subscriptionAuditFields = (subscription: SubscriptionState): AuditedFields => ({
  customerId: subscription.customerId,
  agentId: subscription.agentId,
  cardId: subscription.cardId,
  status: subscription.status,
  ...subscription.declared,
  requiresApproval: subscription.requiresApproval,
  approvalReasons: subscription.approvalReasons.length === 0 ? null : subscription.approvalReasons,
  autoApprovedAt: nullableIsoTimestamp(subscription.autoApprovedAt),
  requestedBy: subscription.requestedBy,
  decidedBy: subscription.decidedBy,
  decidedAt: nullableIsoTimestamp(subscription.decidedAt),
  decisionNote: subscription.decisionNote,
  activatedAt: nullableIsoTimestamp(subscription.activatedAt),
  pausedAt: nullableIsoTimestamp(subscription.pausedAt),
  canceledAt: nullableIsoTimestamp(subscription.canceledAt),
  until: nullableIsoTimestamp(subscription.until),
  expiresAt: nullableIsoTimestamp(subscription.expiresAt),
})

export const subscriptionAuditChange = auditChangeMaker<SubscriptionState>(
  'subscription',
  subscriptionAuditFields,
  ownerOfAuditedResource,
)

/** An access event's fields as the audit trail keeps them. */
export const accessEventAuditFields = (access: AccessEventState): AuditedFields => ({
  customerId: access.customerId,
  agentId: access.agentId,
  cardId: access.cardId,
  intentId: access.intentId,
  keyId: access.keyId,
  kind: access.kind,
  decision: access.decision,
  reasons: access.reasons,
  purpose: access.purpose,
  expectedAmount: access.expectedAmount,
  merchant: access.merchant,
  passkeyId: access.passkeyId,
  replayOf: access.replayOf,
  expiresAt: nullableIsoTimestamp(access.expiresAt),
  consumedAt: nullableIsoTimestamp(access.consumedAt),
})
export const accessEventAuditChange = auditChangeMaker<AccessEventState>(
  'access_event',
  accessEventAuditFields,
  ownerOfAuditedResource,
)
