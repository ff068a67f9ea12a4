import type { ResourceChange } from '../audit/record.ts'
import type { Changes } from './changes.ts'
import type { JournalHead } from './journal-entry.ts'
import type { WorkingSet } from './working-set.ts'

/** What a batch gets from outside, so that the same inputs always give the same result. */
export interface BatchContext {
  /**
   * Unix milliseconds, one moment for the whole batch: that of its decision. No other change of its customers comes between.
   * Where the journal of a customer is ahead of it, written by a node whose clock is, that customer's moment is the
   * journal's: its time never goes back.
   */
  readonly now: number
  /** How long a hold lasts. */
  readonly holdMs: number
  /** Of the customer's bucket, made at that moment. */
  readonly newId: (prefix: 'int', place: { at: number; customerId: string }) => string
  /** Greater than that of the last entry: in a journal, ids are in the order of the sequence. */
  readonly newEntryId: (prefix: 'txn' | 'stp', place: EntryPlace) => string
}

export interface EntryPlace {
  readonly at: number
  readonly customerId: string
  readonly last: JournalHead
}

/** One batch at work. */
export interface Batch extends BatchContext {
  readonly set: WorkingSet
  readonly changes: Changes
  /** Which command is decided, from 0. */
  readonly command: number
}

/** Tells the audit trail of a change, unless nothing changed. */
export function audit({ changes, command }: Batch, change: ResourceChange): void {
  if (change.changes.length > 0) changes.audited.push({ ...change, command })
}
