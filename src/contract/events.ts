import { IntentException } from './resources/intents/exception.ts'
import { Type, type Static } from 'typebox'
import { AccessEvent } from './resources/access.ts'
import { AuditEntry } from './resources/audit.ts'
import { AgentStatus } from './sheets/agent-fields.ts'
import { Agent } from './resources/agents.ts'
import { ChallengeEventData } from './resources/challenges.ts'
import { ChangeRequestEventData } from './resources/change-requests.ts'
import { CardStatus, CredentialsLockedUntil, IssuerError, NullableLast4 } from './sheets/card-fields.ts'
import { CardOfEvent } from './resources/cards.ts'
import { CustomerStatus } from './sheets/customer-fields.ts'
import { Customer } from './resources/customers.ts'
import { TransactionFlags, DeclineReasons } from './decisions.ts'
import {
  Intent,
  IntentReport,
  IntentMatchResult,
  approvalRevocationFields,
  IntentValidMinutes,
} from './resources/intents.ts'
import { ExpectedOrigin, IntentStatus, PurposeText } from './resources/intents/intent-fields.ts'
import { declaredOrderFields } from './resources/orders.ts'
import { CapKind, policyLevels } from './policy.ts'
import {
  AmountCents,
  CurrencyCode,
  Id,
  Mcc,
  MerchantMoneyFields,
  MerchantName,
  NullableId,
  Timestamp,
} from './primitives.ts'
import { MAX_PASSKEYS } from './resources/passkeys.ts'
import { TransactionDocument } from './resources/papers/transaction-documents.ts'
import { PersonRole, personRoles } from './resources/people.ts'
import { SubscriptionEventData } from './resources/subscriptions/subscriptions.ts'
import { Transaction, TransactionStatus } from './resources/transactions.ts'

const transactionEventFields = {
  transactionId: Id,
  cardId: Id,
  amount: AmountCents,
  merchant: Type.String({
    maxLength: 256,
    description: 'Merchant name; empty when the network sent none. The whole merchant is in `transaction`.',
  }),
  customerId: Id,
  agentId: NullableId,
  currency: CurrencyCode,
  ...MerchantMoneyFields,
  status: TransactionStatus,
  mcc: Type.Optional(Mcc),
  intentId: Type.Optional(Id),
  flags: TransactionFlags,
}
/** The transaction right after what the event reports, as the network API answers it. */
const ofThatMoment = { transaction: Transaction }

const TransactionEventData = Type.Object(
  { ...transactionEventFields, reasons: Type.Optional(DeclineReasons), ...ofThatMoment },
  { title: 'TransactionEventData' },
)
export type TransactionEventData = Static<typeof TransactionEventData>

const TransactionDocumentedEventData = Type.Object(
  { ...transactionEventFields, reasons: Type.Optional(DeclineReasons), ...ofThatMoment, document: TransactionDocument },
  { title: 'TransactionDocumentedEventData' },
)

const TransactionDeclinedEventData = Type.Object(
  { ...transactionEventFields, reasons: DeclineReasons, ...ofThatMoment },
  { title: 'TransactionDeclinedEventData' },
)

const IntentEventData = Type.Object(
  {
    intentId: Id,
    cardId: Id,
    customerId: Id,
    agentId: NullableId,
    status: IntentStatus,
    purpose: PurposeText,
    expectedAmount: Type.Optional(AmountCents),
    expectedMerchant: Type.Optional(MerchantName),
    expectedOrigin: Type.Optional(ExpectedOrigin),
    originSeen: Type.Optional(
      Type.Boolean({
        description:
          'Whether, before this event, a purchase of this customer had matched another intent with the same `expectedOrigin`. Absent if the intent names no origin.',
      }),
    ),
    ...declaredOrderFields,
    expiresAt: Timestamp,
    validMinutes: Type.Optional(IntentValidMinutes),
    exception: Type.Optional(IntentException),
    transactionId: Type.Optional(Id),
    matchResult: Type.Optional(IntentMatchResult),
    report: Type.Optional(IntentReport),
    revokedBy: approvalRevocationFields.revokedBy,
    revocationReason: approvalRevocationFields.revocationReason,
    corrections: Intent.properties.corrections,
    intent: Intent,
  },
  { title: 'IntentEventData' },
)
export type IntentEventData = Static<typeof IntentEventData>

const CardEventData = Type.Object(
  {
    cardId: Id,
    customerId: Id,
    agentId: NullableId,
    status: CardStatus,
    last4: NullableLast4,
    reason: Type.Optional(
      Type.Enum([
        'requested',
        'intent_missing',
        'intent_mismatch',
        'single_use',
        'expired',
        'agent_deleted',
        'intent_ended',
      ]),
    ),
    note: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'For `card.frozen`: why the card was frozen, in the words of the caller.',
      }),
    ),
    credentialsLockedUntil: Type.Optional(CredentialsLockedUntil),
    card: CardOfEvent,
  },
  { title: 'CardEventData' },
)
export type CardEventData = Static<typeof CardEventData>

const CardIssuerEventData = Type.Object(
  {
    cardId: Id,
    customerId: Id,
    agentId: NullableId,
    status: CardStatus,
    last4: NullableLast4,
    issuer: Type.String({ maxLength: 32, description: 'The issuer of the card.' }),
    error: IssuerError,
    card: CardOfEvent,
  },
  { title: 'CardIssuerEventData' },
)

const changedNames = (description: string) =>
  Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100, description })
const ChangedFields = changedNames('The fields that changed: `name`, `status`, `policy`, ...')

const CustomerEventData = Type.Object(
  { customerId: Id, status: CustomerStatus, changed: ChangedFields, customer: Customer },
  { title: 'CustomerEventData' },
)

const AgentEventData = Type.Object(
  { agentId: Id, customerId: Id, status: AgentStatus, changed: ChangedFields, agent: Agent },
  { title: 'AgentEventData' },
)

const PolicyEventData = Type.Object(
  {
    level: Type.Enum(policyLevels),
    id: Id,
    customerId: Id,
    agentId: NullableId,
    cardId: NullableId,
    changed: changedNames('The changed rules: `policy.requireIntent`, `limits.perDay`, ...'),
    version: Type.String({
      maxLength: 64,
      description: 'The name of the policy and limits that the level has now: the same rules have the same name.',
    }),
  },
  { title: 'PolicyEventData' },
)

const BudgetEventData = Type.Object(
  {
    level: Type.Enum(policyLevels),
    kind: CapKind,
    window: Type.Enum(['perDay', 'perWeek', 'perMonth', 'total']),
    threshold: Type.Enum([80, 100], {
      minimum: 80,
      maximum: 100,
      description: 'The share of the limit that was reached, in percent.',
    }),
    limit: AmountCents,
    spent: AmountCents,
    customerId: Id,
    agentId: NullableId,
    cardId: Id,
    transactionId: Id,
  },
  { title: 'BudgetEventData' },
)

const PersonEventData = Type.Object(
  {
    personId: Id,
    change: Type.Enum(['created', 'renamed', 'confirmed', 'deleted'], {
      description: 'What happened to the passkeys. `confirmed`: an owner has agreed to a passkey that waited.',
    }),
    passkeyIds: Type.Array(Id, { maxItems: MAX_PASSKEYS }),
  },
  { title: 'PersonEventData' },
)

const PersonRoleEventData = Type.Object(
  {
    personId: Id,
    role: PersonRole,
    previousRole: Type.Optional(
      Type.Enum([...personRoles], {
        description: 'The role that the person had before. Absent: the person has joined.',
      }),
    ),
    changedBy: Type.String({
      maxLength: 256,
      description:
        'Who changed the role: the id of a person, an API key or a user of the machine. When a person joins: their own id.',
    }),
  },
  { title: 'PersonRoleEventData' },
)

const WebhookEventData = Type.Object(
  {
    webhookId: Id,
    status: Type.Enum(['active', 'disabled']),
    reason: Type.Optional(
      Type.Enum(['requested', 'failing'], {
        description:
          'Why the webhook was disabled. `failing`: Purser has disabled it, because no attempt has succeeded for days.',
      }),
    ),
    failingSince: Type.Optional(Timestamp),
  },
  { title: 'WebhookEventData' },
)

const AccountEventData = Type.Object(
  {
    accountId: Id,
    reason: Type.String({
      maxLength: 500,
      description: 'Why all spending was stopped or resumed, in the words of the caller.',
    }),
    by: Type.String({
      maxLength: 256,
      description: 'The id of the API key or the person that stopped or resumed spending.',
    }),
    name: Type.String({
      maxLength: 256,
      description: 'The name of the API key or the person that stopped or resumed spending.',
    }),
  },
  { title: 'AccountEventData' },
)

const TestEventData = Type.Object({ webhookId: Id }, { title: 'TestEventData' })

/** Every event type with the schema of its `data` (contract, section 12). */
export const eventDataSchemas = {
  'transaction.created': TransactionEventData,
  'transaction.settled': TransactionEventData,
  'transaction.declined': TransactionDeclinedEventData,
  'transaction.reversed': TransactionEventData,
  'transaction.refunded': TransactionEventData,
  'transaction.documented': TransactionDocumentedEventData,
  'intent.created': IntentEventData,
  'intent.corrected': IntentEventData,
  'intent.matched': IntentEventData,
  'intent.mismatched': IntentEventData,
  'intent.expired': IntentEventData,
  'intent.pending_approval': IntentEventData,
  'intent.approved': IntentEventData,
  'intent.rejected': IntentEventData,
  'intent.canceled': IntentEventData,
  'intent.reported': IntentEventData,
  'card.created': CardEventData,
  'card.frozen': CardEventData,
  'card.unfrozen': CardEventData,
  'card.closed': CardEventData,
  'card.credentials_locked': CardEventData,
  'card.issuer_failed': CardIssuerEventData,
  'customer.updated': CustomerEventData,
  'agent.updated': AgentEventData,
  'policy.changed': PolicyEventData,
  'budget.threshold': BudgetEventData,
  'change_request.created': ChangeRequestEventData,
  'change_request.approved': ChangeRequestEventData,
  'change_request.rejected': ChangeRequestEventData,
  'change_request.canceled': ChangeRequestEventData,
  'change_request.expired': ChangeRequestEventData,
  'challenge.requested': ChallengeEventData,
  'challenge.approved': ChallengeEventData,
  'challenge.declined': ChallengeEventData,
  'challenge.expired': ChallengeEventData,
  'subscription.created': SubscriptionEventData,
  'subscription.pending_approval': SubscriptionEventData,
  'subscription.approved': SubscriptionEventData,
  'subscription.rejected': SubscriptionEventData,
  'subscription.paused': SubscriptionEventData,
  'subscription.resumed': SubscriptionEventData,
  'subscription.canceled': SubscriptionEventData,
  'subscription.expired': SubscriptionEventData,
  'subscription.matched': SubscriptionEventData,
  'subscription.exceeded': SubscriptionEventData,
  'access.granted': AccessEvent,
  'access.denied': AccessEvent,
  'person.passkeys_changed': PersonEventData,
  'person.role_changed': PersonRoleEventData,
  'account.stopped': AccountEventData,
  'account.resumed': AccountEventData,
  'audit.recorded': AuditEntry,
  'webhook.disabled': WebhookEventData,
  'webhook.test': TestEventData,
} as const

export type EventType = keyof typeof eventDataSchemas
export type EventData<T extends EventType> = Static<(typeof eventDataSchemas)[T]>
export const eventTypes = Object.keys(eventDataSchemas) as EventType[]

/** The envelope of an event, as it is stored, listed and delivered. */
export const Event = Type.Object(
  {
    id: Id,
    type: Type.Enum(eventTypes),
    createdAt: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The data of the event, whose fields depend on its `type`: see the webhooks of this document.',
    }),
  },
  { title: 'Event' },
)
export type Event = Static<typeof Event>
