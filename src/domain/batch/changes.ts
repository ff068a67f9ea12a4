import type { EventData, EventType } from '../../contract/events.ts'
import type { MatchResult } from '../../contract/intents.ts'
import type { TransactionState } from '../transaction.ts'

/** Something to tell the account's webhooks, stored with the change. */
export type DomainEvent = {
  [T in EventType]: { accountId: string; customerId: string; type: T; data: EventData<T>; at: number }
}[EventType]

export interface ClosedIntent {
  readonly id: string
  readonly status: 'matched' | 'mismatched'
  readonly transactionId: string
  readonly matchResult: MatchResult
  readonly at: number
}

/** What a batch has changed in its working set and must save. Ids point into the working set. */
export interface Changes {
  readonly newTransactions: Set<string>
  readonly changedTransactions: Set<string>
  /** Cards whose status, lock or dates changed. */
  readonly cards: Set<string>
  /** Cards, agents and customers whose spend changed. */
  readonly spend: Set<string>
  /** Customers whose sequence moved on. */
  readonly customers: Set<string>
  readonly intents: ClosedIntent[]
  readonly events: DomainEvent[]
}

export const noChanges = (): Changes => ({
  newTransactions: new Set(),
  changedTransactions: new Set(),
  cards: new Set(),
  spend: new Set(),
  customers: new Set(),
  intents: [],
  events: [],
})

export const isEmpty = (changes: Changes): boolean =>
  changes.newTransactions.size === 0 && changes.changedTransactions.size === 0 && changes.cards.size === 0

/** What a command is answered. A decline is an answer; a refusal is an error of the catalogue. */
export type Outcome =
  | {
      readonly kind: 'decided'
      readonly transaction: TransactionState
      /** The decision of this command: of an increment, not of the transaction it adds to. */
      readonly decision: Pick<TransactionState, 'decision' | 'reasons' | 'flags'>
    }
  | { readonly kind: 'posted'; readonly transaction: TransactionState }
  | {
      readonly kind: 'refused'
      readonly code: 'card_not_found' | 'transaction_not_found' | 'transaction_not_open' | 'invalid_request'
      readonly message?: string
    }
