import type { Merchant } from '../entities.ts'
import type { IntentState } from './intent.ts'

/** A declined charge of a card. Amounts are cents, times Unix milliseconds. */
export interface DeclinedTry {
  readonly transactionId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly at: number
}

/** How many of a card's newest declined charges are looked at: the last try of an intent is among them. */
export const MOST_TRIES = 20

/** Since when an intent is what it is now: it was declared, corrected or approved then. Unix milliseconds. */
export const triedSince = ({
  createdAt,
  decidedAt,
  corrections,
}: Pick<IntentState, 'createdAt' | 'decidedAt' | 'corrections'>): number =>
  Math.max(createdAt, decidedAt ?? 0, corrections.at(-1)?.correctedAt ?? 0)
