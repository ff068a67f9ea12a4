import type { WorkingSet } from '../../../domain/batch/working-set.ts'
import type { Merchant } from '../../../domain/entities.ts'
import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import type { Connection } from '../../connection/transaction.ts'
import type { PossibleDuplicate, SendStatement } from '../../transactions/earlier-purchases.ts'
import type { JournalCache } from '../cache/cache.ts'

export type WorkingSetLevels = Pick<WorkingSet, 'customers' | 'agents' | 'cards'>

/** A purchase that is to be decided. `amount`: cents. */
export interface RequestedPurchase {
  readonly amount: number
  readonly merchant: Merchant
}

/** The dependencies of reading memories of rules, and the decisions that the memories are read for. */
export interface MemoryReadOptions {
  readonly cache: JournalCache
  /** True: the customers are locked, and what was read may be stored. */
  readonly isLocked: boolean
  /** The purchases and increments that are to be decided. */
  readonly requested: readonly (RequestedPurchase & { readonly cardId: string | null })[]
  /** The moment for which the memories of rules are read, in Unix milliseconds. */
  readonly now: number
}

/** The search of the journal for the earlier purchases that a decision of the past knew. */
export interface JournalLookBack extends PossibleDuplicate {
  readonly customerId: string
  /** The moment in Unix milliseconds after which the decision has to know purchases. */
  readonly since: number
  /** The number of the decision in the customer's journal. */
  readonly beforeSequence: number
}

/** A number that comes after those of all journal entries. */
export const LAST_SEQUENCE = Number.MAX_SAFE_INTEGER

/** Reads a memory of rules, such as the merchants where a customer has bought: see `src/domain/memories/`. */
export interface MemoryReader<Value> {
  /**
   * Reads the values that the rule's memory has for all these cards, or for their customers. Resolves with each value by the id of its card
   * or customer.
   */
  read(
    connection: Connection,
    levels: WorkingSetLevels & { readonly needing: readonly LoadedCard[] },
    reading: MemoryReadOptions,
  ): Promise<Map<string, Value>>
  /** Reads the values of the rule's memory at past decisions from the journal, in their order. Absent: it is stored with each decision. */
  readPast?(send: SendStatement, lookBacks: readonly JournalLookBack[]): Promise<Value[]>
}
