import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { BatchChanges } from './changes.ts'
import type { JournalHead } from './journal-entry.ts'
import type { BatchWorkingSet } from './working-set.ts'

/** The time, durations and ids that a batch gets as arguments, so that the same inputs always give the same result. */
export interface BatchContext {
  /**
   * The moment at which all commands of the batch are decided, in Unix milliseconds. If a node with a faster clock has written a later
   * entry into a customer's journal, commands of that customer are decided at the moment of that entry instead, so that a customer's time
   * never goes back.
   */
  readonly now: number
  /** How long a hold counts towards limits, in milliseconds. */
  readonly holdMs: number
  /** Makes an id for an intent or a card, with the time `at` (Unix milliseconds) and in the bucket of the customer. */
  readonly newId: (prefix: 'int' | 'card', moment: { at: number; customerId: string }) => string
  /**
   * Makes an id for a journal entry that is greater than the id of the journal's last entry, because the ids of a journal are in the order
   * of its sequence numbers.
   */
  readonly newEntryId: (prefix: 'txn' | 'stp', moment: JournalEntryMoment) => string
}

/** The moment of a new journal entry, and the last entry before it in the journal. */
export interface JournalEntryMoment {
  /** The time of the new journal entry, in Unix milliseconds. */
  readonly at: number
  readonly customerId: string
  readonly last: JournalHead
}

/** A batch while its commands are decided one after the other. */
export interface EngineBatch extends BatchContext {
  readonly set: BatchWorkingSet
  readonly changes: BatchChanges
  /** The index of the batch's command that is being decided, from 0. */
  readonly command: number
}

/** Adds a change to those that the batch records in the audit trail, unless it changes no field. */
export function addAuditedChange({ changes, command }: EngineBatch, change: ResourceChangesOfAct): void {
  if (change.changes.length > 0) changes.audited.push({ ...change, command })
}
