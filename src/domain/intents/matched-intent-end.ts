import type { IntentMatchResult } from '../../contract/resources/intents.ts'

/** An intent that a purchase has matched or mismatched. `at`: Unix milliseconds. */
export interface MatchedOrMismatchedIntent {
  readonly id: string
  readonly cardId: string
  readonly status: 'matched' | 'mismatched'
  readonly transactionId: string
  readonly matchResult: IntentMatchResult
  readonly at: number
}
