import type { EventData, EventType } from '../../contract/events.ts'
import type { MatchResult } from '../../contract/intents.ts'
import type { Seen, StepRecord } from './seen.ts'

/** Something to tell the account's webhooks, stored with the change. */
export type DomainEvent = {
  [T in EventType]: { accountId: string; customerId: string; type: T; data: EventData<T>; at: number }
}[EventType]

export type NumberedEvent = DomainEvent & { readonly sequence: number }

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
  /** By id of a new transaction: what its decision saw. */
  readonly seen: Map<string, Seen>
  readonly steps: StepRecord[]
  /** Cards whose status, lock or dates changed. */
  readonly cards: Set<string>
  /** Cards, agents and customers whose spend changed. */
  readonly spend: Set<string>
  /** Customers whose sequence moved on. */
  readonly customers: Set<string>
  readonly intents: ClosedIntent[]
  /** Without those of the decisions themselves: see `decision-event.ts`. */
  readonly events: NumberedEvent[]
}

export const noChanges = (): Changes => ({
  newTransactions: new Set(),
  changedTransactions: new Set(),
  seen: new Map(),
  steps: [],
  cards: new Set(),
  spend: new Set(),
  customers: new Set(),
  intents: [],
  events: [],
})
