import type { Merchant } from '../entities.ts'
import type { IntentState } from './intent.ts'

/** A declined charge of a card. Amounts are cents, times Unix milliseconds. */
export interface DeclinedChargeTry {
  readonly transactionId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly at: number
}

/** How many of a card's newest declined charges are looked at to find the last try of an intent. */
export const MOST_DECLINED_CHARGES = 20

/**
 * The moment since which charges of the card can be tries of an intent, in Unix milliseconds: when the intent was declared, last corrected
 * or decided about, whichever came last.
 */
export const intentChargeTriesSince = ({
  createdAt,
  decidedAt,
  corrections,
}: Pick<IntentState, 'createdAt' | 'decidedAt' | 'corrections'>): number =>
  Math.max(createdAt, decidedAt ?? 0, corrections.at(-1)?.correctedAt ?? 0)
