import type { TransactionState } from '../transaction.ts'

/** What a command is answered. A decline is an answer; a refusal is an error of the catalogue. */
export type Outcome =
  | {
      readonly kind: 'decided'
      readonly transaction: TransactionState
      /** The decision of this command: of an increment, not of the transaction it adds to. */
      readonly decision: Pick<TransactionState, 'decision' | 'reasons' | 'flags'>
    }
  | { readonly kind: 'posted'; readonly transaction: TransactionState }
  | {
      readonly kind: 'refused'
      readonly code: 'card_not_found' | 'transaction_not_found' | 'transaction_not_open' | 'invalid_request'
      readonly message?: string
    }
