import { Type, type Static } from 'typebox'
import { AccessEvent } from './access.ts'
import { CardStatus, CredentialsLockedUntil, NullableLast4 } from './cards.ts'
import { Flags, Reasons } from './decisions.ts'
import { IntentStatus, MatchResult, Purpose } from './intents.ts'
import { AmountCents, CurrencyCode, Id, Mcc, MerchantName, NullableId, Timestamp } from './primitives.ts'
import { TransactionStatus } from './transactions.ts'

const TransactionEventData = Type.Object(
  {
    transactionId: Id,
    cardId: Id,
    amount: AmountCents,
    merchant: Type.String({ maxLength: 256, description: 'Merchant name; empty when the network sent none.' }),
    customerId: Id,
    agentId: NullableId,
    currency: CurrencyCode,
    status: TransactionStatus,
    mcc: Type.Optional(Mcc),
    intentId: Type.Optional(Id),
    flags: Flags,
    reasons: Type.Optional(Reasons),
  },
  { title: 'TransactionEventData' },
)
export type TransactionEventData = Static<typeof TransactionEventData>

const IntentEventData = Type.Object(
  {
    intentId: Id,
    cardId: Id,
    customerId: Id,
    agentId: NullableId,
    status: IntentStatus,
    purpose: Purpose,
    expectedAmount: Type.Optional(AmountCents),
    expectedMerchant: Type.Optional(MerchantName),
    expiresAt: Timestamp,
    transactionId: Type.Optional(Id),
    matchResult: Type.Optional(MatchResult),
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
      Type.Enum(['requested', 'intent_missing', 'intent_mismatch', 'single_use', 'expired', 'agent_deleted']),
    ),
    credentialsLockedUntil: Type.Optional(CredentialsLockedUntil),
  },
  { title: 'CardEventData' },
)
export type CardEventData = Static<typeof CardEventData>

const TestEventData = Type.Object({ webhookId: Id }, { title: 'TestEventData' })

/** Every event type with the schema of its `data` (contract, section 12). */
export const eventData = {
  'transaction.created': TransactionEventData,
  'transaction.settled': TransactionEventData,
  'transaction.declined': TransactionEventData,
  'transaction.reversed': TransactionEventData,
  'transaction.refunded': TransactionEventData,
  'intent.created': IntentEventData,
  'intent.matched': IntentEventData,
  'intent.mismatched': IntentEventData,
  'intent.expired': IntentEventData,
  'intent.pending_approval': IntentEventData,
  'intent.approved': IntentEventData,
  'intent.rejected': IntentEventData,
  'intent.canceled': IntentEventData,
  'card.created': CardEventData,
  'card.frozen': CardEventData,
  'card.unfrozen': CardEventData,
  'card.closed': CardEventData,
  'card.credentials_locked': CardEventData,
  'access.granted': AccessEvent,
  'access.denied': AccessEvent,
  'webhook.test': TestEventData,
} as const

export type EventType = keyof typeof eventData
export type EventData<T extends EventType> = Static<(typeof eventData)[T]>
export const eventTypes = Object.keys(eventData) as EventType[]

const cardFrozen: EventData<'card.frozen'> = {
  cardId: 'card_01kdvy2n7rj4t8w0q3m5x9zb6c',
  customerId: 'cust_01kdvy2n7rj4t8w0q3m5x9zb6c',
  agentId: null,
  status: 'frozen',
  last4: '7899',
  reason: 'requested',
}

/** The envelope, as stored, listed and delivered. */
export const Event = Type.Object(
  {
    id: Id,
    type: Type.Enum(eventTypes, { examples: ['card.frozen'] }),
    createdAt: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'By type: see the webhooks of this document.',
      examples: [cardFrozen],
    }),
  },
  { title: 'Event' },
)
export type Event = Static<typeof Event>
