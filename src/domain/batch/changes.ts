import type { MatchResult } from '../../contract/resources/intents.ts'
import type { ResourceChange } from '../audit/record.ts'
import type { ChangedCard } from '../changes/card-consequences.ts'
import type { ChangedIntent } from '../changes/intent.ts'
import type { DomainEvent } from '../events/events.ts'
import type { ApprovalState, IntentState } from '../intents/intent.ts'
import type { DecisionInputs, StepRecord } from './decision-inputs.ts'
import type { JournalEntry } from './journal-entry.ts'

export interface ClosedIntent {
  readonly id: string
  readonly cardId: string
  readonly status: 'matched' | 'mismatched'
  readonly transactionId: string
  readonly matchResult: MatchResult
  readonly at: number
}

/** A fact that came for the first time, and where it found its place. */
export interface RecordedFact {
  readonly accountId: string
  readonly customerId: string
  readonly cardId: string
  readonly factHash: string
  readonly cardReferenceHash: string | null
  /** Of an advice. */
  readonly asOf: number | null
  readonly transactionId: string
  readonly creditId: string | null
  readonly at: number
}

/** A change for the audit trail, and which command of the batch made it; none where time did. */
export interface AuditedChange extends ResourceChange {
  readonly command: number | null
}

/** What a batch has changed in its working set and must save. Ids point into the working set. */
export interface Changes {
  readonly newTransactions: Set<string>
  readonly changedTransactions: Set<string>
  /** By id of a new transaction: what its decision was made from. */
  readonly inputs: Map<string, DecisionInputs>
  readonly steps: StepRecord[]
  readonly facts: RecordedFact[]
  /** By id: see `changeCard`. */
  readonly cards: Map<string, ChangedCard>
  /** What was appended to the journals, in order: one for each new transaction and each step. */
  readonly entries: JournalEntry[]
  /** Intents that a purchase has matched or mismatched. */
  readonly intents: ClosedIntent[]
  readonly newIntents: IntentState[]
  /** By id: what a person, a caller or the time has decided about intents, and how the wait for a person has ended by it. */
  readonly changedIntents: Map<string, ChangedIntent>
  readonly newApprovals: ApprovalState[]
  /** Cards whose waiting intents are others now. */
  readonly intentCards: Set<string>
  /** Without those of the decisions themselves: see `decision-event.ts`. */
  readonly events: DomainEvent[]
  readonly audited: AuditedChange[]
}

export const noChanges = (): Changes => ({
  newTransactions: new Set(),
  changedTransactions: new Set(),
  inputs: new Map(),
  steps: [],
  facts: [],
  cards: new Map(),
  entries: [],
  intents: [],
  newIntents: [],
  changedIntents: new Map(),
  newApprovals: [],
  intentCards: new Set(),
  events: [],
  audited: [],
})
