import { Api } from './generated.ts'
import { type ClientOptions, completeOptions } from './options.ts'
import { sender } from './send.ts'

/**
 * The client of the API: `purser.cards.create({...})`, `purser.intents.declare(cardId, {...})`.
 * Runs in Node 20 and newer and in browsers, without dependencies. Amounts are integer cents.
 * `new Purser()` takes the key and the URL from the environment: `PURSER_API_KEY`, `PURSER_URL`.
 * Options that can never work are a `TypeError` at once.
 */
export class Purser extends Api {
  constructor(options?: ClientOptions) {
    super(sender(completeOptions(options)))
  }
}

export { PurserError, type TransportErrorCode } from './purser-error.ts'
export { type Attempt, requestIdOf } from './attempt.ts'
export type { ClientOptions } from './options.ts'
export type { CallOptions } from './send.ts'
export type { Listing } from './listing.ts'
export type * from './types.ts'
