import type { BatchWorkingSet } from '../../../domain/batch/working-set.ts'
import type { Merchant } from '../../../domain/entities.ts'
import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import type { DatabaseTransactionConnection } from '../../connection/transaction.ts'
import type { PossibleDuplicate, SendSqlStatement } from '../../transactions/earlier-purchases.ts'
import type { JournalCache } from '../cache/cache.ts'

export type BatchWorkingSetLevels = Pick<BatchWorkingSet, 'customers' | 'agents' | 'cards'>

/** A purchase that is to be decided. `amount`: cents. */
export interface RequestedPurchase {
  readonly amount: number
  readonly merchant: Merchant
}

/** The dependencies of reading memories of rules, and the decisions that the memories are read for. */
export interface RuleMemoryReadOptions {
  readonly cache: JournalCache
  /** True: the customers are locked, and what was read may be stored. */
  readonly isLocked: boolean
  /** The purchases and increments that are to be decided. */
  readonly requested: readonly (RequestedPurchase & { readonly cardId: string | null })[]
  /** The moment for which the memories of rules are read, in Unix milliseconds. */
  readonly now: number
}

/** The search of the journal for the earlier purchases that a decision of the past knew. */
export interface JournalPurchaseLookBack extends PossibleDuplicate {
  readonly customerId: string
  /** The moment in Unix milliseconds after which the decision has to know purchases. */
  readonly since: number
  /** The number of the decision in the customer's journal. */
  readonly beforeSequence: number
}

/** A number that comes after those of all journal entries. */
export const AFTER_ALL_JOURNAL_SEQUENCES = Number.MAX_SAFE_INTEGER

/** Reads a memory of rules, such as the merchants where a customer has bought: see `src/domain/memories/`. */
export interface RuleMemoryReader<Value> {
  /**
   * Reads the values that the rule's memory has for all these cards, or for their customers. Resolves with each value by the id of its card
   * or customer.
   */
  read(
    connection: DatabaseTransactionConnection,
    levels: BatchWorkingSetLevels & { readonly needing: readonly LoadedCard[] },
    reading: RuleMemoryReadOptions,
  ): Promise<Map<string, Value>>
  /** Reads the values of the rule's memory at past decisions from the journal, in their order. Absent: it is stored with each decision. */
  readPast?(send: SendSqlStatement, lookBacks: readonly JournalPurchaseLookBack[]): Promise<Value[]>
}
