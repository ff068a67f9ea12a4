import type { CardEventData, EventType } from '../../contract/events.ts'
import type { ShopOrder } from '../../contract/resources/orders.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { accessEventApiAnswer, type AccessEventState } from '../access.ts'
import type { CardState } from '../entities.ts'
import { cardLifecycle, type CardTransition } from '../lifecycles/card.ts'
import type { StoredEventData } from './stored-data.ts'
import { declaredValidMinutesOfIntent } from '../intents/approval.ts'
import type { DeclaredIntent, IntentState } from '../intents/intent.ts'

/** An event for the account's webhooks, stored in the same transaction as the change. `at`: Unix milliseconds. */
export type DomainEvent = {
  [T in EventType]: {
    readonly accountId: string
    readonly customerId: string
    readonly type: T
    readonly data: StoredEventData<T>
    readonly at: number
    /** The journal sequence of the decision or step that caused the event. Undefined: no decision or step caused it. */
    readonly sequence?: number
  }
}[EventType]

/** The fields of a card that its events show. */
export type CardFieldsInEvents = Pick<CardState, 'id' | 'accountId' | 'customerId' | 'agentId' | 'status' | 'last4'>

export const cardCreatedEvent = (card: CardFieldsInEvents, at: number): DomainEvent =>
  cardEvent('card.created', card, at)

/** Makes the event of a card's status change. The events of freezing and closing have their reason, that of unfreezing does not. */
export function cardStatusEvent(
  card: CardFieldsInEvents,
  { to, reason }: CardTransition,
  { at, note }: { readonly at: number; readonly note?: string | undefined },
): DomainEvent {
  const why = { reason, ...(note === undefined ? {} : { note }) }
  return cardEvent(cardLifecycle[to].event, card, at, to === 'active' ? {} : why)
}

/**
 * Makes the event of a card whose credentials were locked by wrong expiries or CVVs in a row. `until`: when the lock ends, in Unix
 * milliseconds.
 */
export const credentialsLockedEvent = (card: CardFieldsInEvents, until: number, at: number): DomainEvent =>
  cardEvent('card.credentials_locked', card, at, { credentialsLockedUntil: isoTimestamp(until) })

/** Makes the event of a call to the card's issuer that was given up, because the issuer refused it or all retries failed. */
export const cardIssuerFailedEvent = (
  card: CardFieldsInEvents,
  failed: { issuer: string; error: string },
  at: number,
): DomainEvent => {
  const { id: cardId, accountId, customerId, agentId, status, last4 } = card
  const data = { cardId, customerId, agentId, status, last4, ...failed }
  return { type: 'card.issuer_failed', data, accountId, customerId, at }
}

function cardEvent(
  type: Exclude<Extract<EventType, `card.${string}`>, 'card.issuer_failed'>,
  card: CardFieldsInEvents,
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

/** Makes the event of an access to a card number, granted or denied. */
export const numberAccessEvent = (access: AccessEventState, at: number): DomainEvent => ({
  type: `access.${access.decision}`,
  data: accessEventApiAnswer(access, at),
  accountId: access.accountId,
  customerId: access.customerId,
  at,
})

export type IntentEventType = Extract<DomainEvent['type'], `intent.${string}`>

/** Makes an intent's event (contract, section 12). */
export function intentEvent(type: IntentEventType, intent: EventIntent, at: number): DomainEvent {
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
    ...(SHOWS_ORDER.has(type) ? orderOf(intent.declared) : {}),
    expiresAt: isoTimestamp(intent.expiresAt),
    ...(type === 'intent.pending_approval' ? validityOf(intent.declared) : {}),
    ...(SHOWS_ORDER.has(type) ? exceptionOf(intent.declared) : {}),
    ...(intent.transactionId === null ? {} : { transactionId: intent.transactionId }),
    ...(intent.matchResult === null ? {} : { matchResult: intent.matchResult }),
    ...(type === 'intent.canceled' ? revokedOf(intent) : {}),
    ...(type === 'intent.reported' && intent.report ? { report: intent.report } : {}),
    ...correctionsOf(intent),
  }
  return { type, data, accountId: intent.accountId, customerId: intent.customerId, at }
}

const revokedOf = ({ revokedBy = null, revocationReason: reason = null }: EventIntent) =>
  revokedBy === null ? {} : { revokedBy, ...(reason === null ? {} : { revocationReason: reason }) }

const correctionsOf = ({ corrections = 0 }: EventIntent) => {
  const times = typeof corrections === 'number' ? corrections : corrections.length
  return times === 0 ? {} : { corrections: times }
}

const SHOWS_ORDER: ReadonlySet<IntentEventType> = new Set(['intent.pending_approval', 'intent.corrected'])

const orderOf = ({ items, tax, shipping }: ShopOrder) => ({
  ...(items === undefined ? {} : { items }),
  ...(tax === undefined ? {} : { tax }),
  ...(shipping === undefined ? {} : { shipping }),
})

const validityOf = ({ ttlMinutes, validMinutes }: EventIntent['declared']) =>
  ttlMinutes === undefined ? {} : { validMinutes: declaredValidMinutesOfIntent({ ttlMinutes, validMinutes }) }

const exceptionOf = ({ exception }: EventIntent['declared']) => (exception === undefined ? {} : { exception })

/** The fields of an intent that its events show. */
type EventIntent = Pick<
  IntentState,
  'id' | 'accountId' | 'customerId' | 'agentId' | 'cardId' | 'status' | 'expiresAt' | 'transactionId' | 'matchResult'
> &
  Partial<Pick<IntentState, 'revokedBy' | 'revocationReason'>> & {
    readonly corrections?: IntentState['corrections'] | number | undefined
    readonly report?: IntentState['report']
    readonly declared: Pick<
      DeclaredIntent,
      'purpose' | 'expectedAmount' | 'expectedMerchant' | 'expectedOrigin' | keyof ShopOrder
    > &
      Partial<Pick<DeclaredIntent, 'ttlMinutes' | 'validMinutes' | 'exception'>>
  }

/**
 * Makes the event of a webhook that was disabled. It goes to other subscribed webhooks; the disabled one receives nothing more.
 * `failingSince`: Purser disabled the webhook, because no delivery has succeeded since this time, in Unix milliseconds. Undefined: somebody
 * disabled it.
 */
export const webhookDisabledEvent = (
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
        : { reason: 'failing' as const, failingSince: isoTimestamp(webhook.failingSince) }),
    },
    webhookId: webhook.id,
    accountId: webhook.accountId,
    customerId: null,
    at,
  }) as const

/** Makes the event that tests a webhook. Only this webhook receives it, and it belongs to no customer. */
export const webhookTestEvent = (webhook: { readonly id: string; readonly accountId: string }, at: number) =>
  ({
    type: 'webhook.test',
    data: { webhookId: webhook.id },
    webhookId: webhook.id,
    accountId: webhook.accountId,
    customerId: null,
    at,
  }) as const
