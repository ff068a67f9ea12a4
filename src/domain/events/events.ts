import type { CardEventData, EventData, EventType } from '../../contract/events.ts'
import { timestamp } from '../../lib/clock.ts'
import { accessTold, type AccessState } from '../access.ts'
import type { CardState } from '../entities.ts'
import { cardLife, type CardMove } from '../lifecycles/card.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { DeclaredIntent, IntentState } from '../intents/intent.ts'

/** Something to tell the account's webhooks, stored with the change. `at`: Unix milliseconds. */
export type DomainEvent = {
  [T in EventType]: {
    readonly accountId: string
    readonly customerId: string
    readonly type: T
    readonly data: EventData<T>
    readonly at: number
    /** Of the decision or step that it tells of, if it tells of one. */
    readonly sequence?: number
  }
}[EventType]

type TransactionEventType = Extract<DomainEvent['type'], `transaction.${string}`>

/** `amount`: what the event is about, cents; the transaction's own amount unless said otherwise. */
export function transactionEvent(
  type: TransactionEventType,
  transaction: TransactionState,
  about: { amount?: number; reasons?: TransactionState['reasons']; flags?: TransactionState['flags'] } = {},
): DomainEvent {
  const { merchant, intentId } = transaction
  const reasons = about.reasons ?? transaction.reasons
  const data: EventData<TransactionEventType> = {
    transactionId: transaction.id,
    cardId: transaction.cardId,
    amount: about.amount ?? transaction.amount,
    merchant: merchant.name ?? '',
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    currency: transaction.currency,
    status: transaction.status,
    ...(merchant.mcc === undefined ? {} : { mcc: merchant.mcc }),
    ...(intentId === null ? {} : { intentId }),
    flags: about.flags ?? transaction.flags,
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
  }
  return { type, data, accountId: transaction.accountId, customerId: transaction.customerId, at: transaction.updatedAt }
}

/** As much of a card as is told. */
export type CardTold = Pick<CardState, 'id' | 'accountId' | 'customerId' | 'agentId' | 'status' | 'last4'>

export const cardCreated = (card: CardTold, at: number): DomainEvent => cardEvent('card.created', card, at)

/** What webhooks are told of a card that has moved. Why is said where it can no longer be used. */
export function cardMoved(
  card: CardTold,
  { to, reason }: CardMove,
  { at, note }: { readonly at: number; readonly note?: string | undefined },
): DomainEvent {
  const why = { reason, ...(note === undefined ? {} : { note }) }
  return cardEvent(cardLife[to].event, card, at, to === 'active' ? {} : why)
}

/** Too many wrong expiries or CVVs in a row. */
export const credentialsLocked = (card: CardTold, until: number, at: number): DomainEvent =>
  cardEvent('card.credentials_locked', card, at, { credentialsLockedUntil: timestamp(until) })

/** What its issuer was told of it is given up. */
export const issuerFailed = (card: CardTold, failed: { issuer: string; error: string }, at: number): DomainEvent => {
  const { id: cardId, accountId, customerId, agentId, status, last4 } = card
  const data = { cardId, customerId, agentId, status, last4, ...failed }
  return { type: 'card.issuer_failed', data, accountId, customerId, at }
}

function cardEvent(
  type: Exclude<Extract<EventType, `card.${string}`>, 'card.issuer_failed'>,
  card: CardTold,
  at: number,
  more: Pick<CardEventData, 'reason' | 'note' | 'credentialsLockedUntil'> = {},
): DomainEvent {
  const data = {
    cardId: card.id,
    customerId: card.customerId,
    agentId: card.agentId,
    status: card.status,
    last4: card.last4,
    ...more,
  }
  return { type, data, accountId: card.accountId, customerId: card.customerId, at }
}

/** A look at a card number, or the refusal of one. */
export const accessEvent = (access: AccessState, at: number): DomainEvent => ({
  type: `access.${access.decision}`,
  data: accessTold(access, at),
  accountId: access.accountId,
  customerId: access.customerId,
  at,
})

export type IntentEventType = Extract<DomainEvent['type'], `intent.${string}`>

/** What webhooks are told of an intent (contract, section 12). */
export function intentEvent(type: IntentEventType, intent: IntentTold, at: number): DomainEvent {
  const { expectedAmount, expectedMerchant, expectedOrigin } = intent.declared
  const data = {
    intentId: intent.id,
    cardId: intent.cardId,
    customerId: intent.customerId,
    agentId: intent.agentId,
    status: intent.status,
    purpose: intent.declared.purpose,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
    expiresAt: timestamp(intent.expiresAt),
    ...(intent.transactionId === null ? {} : { transactionId: intent.transactionId }),
    ...(intent.matchResult === null ? {} : { matchResult: intent.matchResult }),
    ...(type === 'intent.reported' && intent.report ? { report: intent.report } : {}),
  }
  return { type, data, accountId: intent.accountId, customerId: intent.customerId, at }
}

/** As much of an intent as is told. */
type IntentTold = Pick<
  IntentState,
  'id' | 'accountId' | 'customerId' | 'agentId' | 'cardId' | 'status' | 'expiresAt' | 'transactionId' | 'matchResult'
> & {
  readonly report?: IntentState['report']
  readonly declared: Pick<DeclaredIntent, 'purpose' | 'expectedAmount' | 'expectedMerchant' | 'expectedOrigin'>
}

/**
 * Told to the others that subscribe to it: the webhook itself is told nothing any more. `failingSince`: it was disabled because it has
 * taken no delivery since then, Unix milliseconds; undefined: somebody has disabled it.
 */
export const webhookDisabled = (
  webhook: { readonly id: string; readonly accountId: string; readonly failingSince?: number },
  at: number,
) =>
  ({
    type: 'webhook.disabled',
    data: {
      webhookId: webhook.id,
      status: 'disabled',
      ...(webhook.failingSince === undefined
        ? { reason: 'requested' as const }
        : { reason: 'failing' as const, failingSince: timestamp(webhook.failingSince) }),
    },
    webhookId: webhook.id,
    accountId: webhook.accountId,
    customerId: null,
    at,
  }) as const

/** What a webhook is sent to try it: it is for this one alone, and no customer's. */
export const testEvent = (webhook: { readonly id: string; readonly accountId: string }, at: number) =>
  ({
    type: 'webhook.test',
    data: { webhookId: webhook.id },
    webhookId: webhook.id,
    accountId: webhook.accountId,
    customerId: null,
    at,
  }) as const
