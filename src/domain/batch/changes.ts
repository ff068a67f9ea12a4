import type { EventData, EventType } from '../../contract/events.ts'
import type { MatchResult } from '../../contract/intents.ts'
import type { DecisionInputs, StepRecord } from './decision-inputs.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Something to tell the account's webhooks, stored with the change. */
export type DomainEvent = {
  [T in EventType]: { accountId: string; customerId: string; type: T; data: EventData<T>; at: number }
}[EventType]

export type NumberedEvent = DomainEvent & { readonly sequence: number }

export interface ClosedIntent {
  readonly id: string
  readonly cardId: string
  readonly status: 'matched' | 'mismatched'
  readonly transactionId: string
  readonly matchResult: MatchResult
  readonly at: number
}

/** What a batch has changed in its working set and must save. Ids point into the working set. */
export interface Changes {
  readonly newTransactions: Set<string>
  readonly changedTransactions: Set<string>
  /** By id of a new transaction: what its decision was made from. */
  readonly inputs: Map<string, DecisionInputs>
  readonly steps: StepRecord[]
  /** Cards whose status, lock or dates changed. */
  readonly cards: Set<string>
  /** What was appended to the journals, in order: one for each new transaction and each step. */
  readonly entries: JournalEntry[]
  readonly intents: ClosedIntent[]
  /** Without those of the decisions themselves: see `decision-event.ts`. */
  readonly events: NumberedEvent[]
}

export const noChanges = (): Changes => ({
  newTransactions: new Set(),
  changedTransactions: new Set(),
  inputs: new Map(),
  steps: [],
  cards: new Set(),
  entries: [],
  intents: [],
  events: [],
})
