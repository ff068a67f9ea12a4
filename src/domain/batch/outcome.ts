import type { ErrorCode } from '../../contract/errors.ts'
import type { IntentState } from '../intents/intent.ts'
import type { Names } from '../names.ts'
import type { TransactionState } from '../transactions/transaction.ts'

/** What a command is answered. A decline is an answer; a refusal is an error of the catalogue. */
export type Outcome =
  | {
      readonly kind: 'decided'
      readonly transaction: TransactionState
      /** The decision of this command: of an increment, not of the transaction it adds to. */
      readonly decision: Pick<TransactionState, 'decision' | 'reasons' | 'flags' | 'trace'>
    }
  /** `credit`: of what the transaction could not take of a credit. */
  | { readonly kind: 'posted'; readonly transaction: TransactionState; readonly credit?: TransactionState }
  /** `isExisting`: it was declared before, in the same words. */
  | { readonly kind: 'intent'; readonly intent: IntentState; readonly names: Names; readonly isExisting: boolean }
  | Refused

/** An error of the catalogue, and what of it is not the catalogue's own. */
export interface Refused {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly message?: string
  readonly param?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
}
