import type { ErrorCode } from '../../contract/errors.ts'
import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'
import type { IntentState } from '../intents/intent.ts'
import type { LevelNames } from '../names.ts'
import type { TransactionState } from '../transactions/transaction.ts'

/** The answer to a command. A declined purchase is decided, not refused; a refusal is an error of the API's error catalogue. */
export type EngineCommandOutcome =
  | {
      readonly kind: 'decided'
      readonly transaction: TransactionState
      /**
       * The decision about this command. For an increment it is the increment's own decision, not that of the transaction's authorization.
       */
      readonly decision: Pick<TransactionState, 'decision' | 'reasons' | 'flags' | 'trace'>
    }
  /** A capture, refund or other step was recorded. `credit`: a transaction for the part of a refund that `transaction` could not take. */
  | { readonly kind: 'posted'; readonly transaction: TransactionState; readonly credit?: TransactionState }
  /**
   * An intent was declared or decided. `isExisting`: it was declared before. `notPayable`: what stands in the way of the intent's payment.
   * Null: the intent is no longer open.
   */
  | {
      readonly kind: 'intent'
      readonly intent: IntentState
      readonly names: LevelNames
      readonly isExisting: boolean
      readonly notPayable: readonly NotPayableReason[] | null
    }
  | EngineCommandRefusal

/** A refusal of a command: an error of the API's error catalogue. The optional fields replace or add to what the catalogue says. */
export interface EngineCommandRefusal {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly message?: string
  readonly param?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
}
