import { Api } from './generated.ts'
import { type ClientOptions, sender } from './send.ts'

/**
 * The client of the API: `purser.cards.create({...})`, `purser.intents.declare(cardId, {...})`.
 * Runs in Node 20 and newer and in browsers, without dependencies. Amounts are integer cents.
 */
export class Purser extends Api {
  constructor(options: ClientOptions) {
    super(sender(options))
  }
}

export { PurserError, type TransportErrorCode } from './purser-error.ts'
export type { CallOptions, ClientOptions } from './send.ts'
export type { Listing } from './listing.ts'
export type { AccessEvent } from '../contract/access.ts'
export type { Agent } from '../contract/agents.ts'
export type { ApiKey } from '../contract/api-keys.ts'
export type { Card } from '../contract/cards.ts'
export type { Customer } from '../contract/customers.ts'
export type { Evaluation, Flags, Reason, ReasonCode } from '../contract/decisions.ts'
export type { ErrorCode } from '../contract/errors.ts'
export type { Event, EventData, EventType } from '../contract/events.ts'
export type { Approval, Intent } from '../contract/intents.ts'
export type { Page } from '../contract/operation.ts'
export type { Limits, Policy, PolicySummary } from '../contract/policy.ts'
export type { AuthorizationAnswer, Transaction } from '../contract/transactions.ts'
export type { Webhook } from '../contract/webhooks.ts'
