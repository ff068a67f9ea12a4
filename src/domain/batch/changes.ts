import type { MatchedOrMismatchedIntent } from '../intents/matched-intent-end.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { ChangedCardState } from '../changes/card-consequences.ts'
import type { NewCard } from '../changes/card.ts'
import type { ChangedIntent } from '../changes/intent.ts'
import type { DomainEvent } from '../events/events.ts'
import type { ApprovalState, IntentState } from '../intents/intent.ts'
import type { DecisionInputs, JournalTransactionStep } from './decision-inputs.ts'
import type { ExceededPurchase } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { TakenSubscriptionPeriod } from '../subscription.ts'
import type { JournalEntry } from './journal-entry.ts'

/**
 * A fact (a report of an issuer or a network) that was recorded for the first time, with the ids of the transactions that it changed. Times
 * are Unix milliseconds.
 */
export interface RecordedNetworkFact {
  readonly accountId: string
  readonly customerId: string
  readonly cardId: string
  readonly factHash: string
  readonly cardReferenceHash: string | null
  /** The moment that the issuer's advice describes. Null: the fact is no advice. */
  readonly asOf: number | null
  readonly transactionId: string
  /** The id of the credit for the part of a refund that exceeds what the transaction could take. Null: there is none. */
  readonly creditId: string | null
  readonly at: number
}

/** A change for the audit trail, with the command that made it. */
export interface AuditedChange extends ResourceChangesOfAct {
  /** The index, in the batch, of the command that made the change. Null: time made the change. */
  readonly command: number | null
}

/** The changes that a batch has made in its working set, for the engine to save. The sets have ids that are keys of the working set. */
export interface BatchChanges {
  readonly newTransactions: Set<string>
  readonly changedTransactions: Set<string>
  /** The inputs from which each new transaction was decided, by transaction id. */
  readonly inputs: Map<string, DecisionInputs>
  readonly steps: JournalTransactionStep[]
  readonly facts: RecordedNetworkFact[]
  /** The cards that the batch has changed, by id: see `changeCard`. */
  readonly cards: Map<string, ChangedCardState>
  /** The one-time cards that the batch has made. */
  readonly newCards: NewCard[]
  /** The entries that the batch appended to the journals, in order: one for each new transaction and each step. */
  readonly entries: JournalEntry[]
  readonly intents: MatchedOrMismatchedIntent[]
  readonly newIntents: IntentState[]
  /** The intents that a person or a caller has changed, or that have expired, by id, and how each wait for a person ended. */
  readonly changedIntents: Map<string, ChangedIntent>
  readonly newApprovals: ApprovalState[]
  /** The periods that purchases of the batch took of subscriptions, by subscription id. Null: a reversal gave the period back. */
  readonly takenPeriods: Map<string, TakenSubscriptionPeriod | null>
  /** The last purchase of the batch that a subscription did not cover, by subscription id. */
  readonly exceeded: Map<string, ExceededPurchase>
  /** The ids of the cards whose waiting intents or subscriptions have changed. */
  readonly intentCards: Set<string>
  /** All events of the batch except those of the decisions themselves, which are not stored: see `decision-event.ts`. */
  readonly events: DomainEvent[]
  readonly audited: AuditedChange[]
}

export const noBatchChanges = (): BatchChanges => ({
  newTransactions: new Set(),
  changedTransactions: new Set(),
  inputs: new Map(),
  steps: [],
  facts: [],
  cards: new Map(),
  newCards: [],
  entries: [],
  intents: [],
  newIntents: [],
  changedIntents: new Map(),
  newApprovals: [],
  takenPeriods: new Map(),
  exceeded: new Map(),
  intentCards: new Set(),
  events: [],
  audited: [],
})
