import type { LoadedIntent } from './loaded-intent.ts'
import type { SpendRequest } from '../entities.ts'
import type { IntentTolerancePolicy } from './intent-ceiling.ts'
import { intentExpectsPurchase } from './intent-match.ts'

/** A purchase that an issuer asks the cardholder about. `currency`: that of the card. */
export interface ChallengedPurchase extends Pick<SpendRequest, 'merchant' | 'now'> {
  readonly amount: number | null
  readonly currency: string | null
  readonly cardCurrency: string
}

/**
 * The intent of a card that answers a challenge (contract, section 9). `approved`: exactly one intent that waits for its purchase fits.
 * `waits`: none does, and exactly one that waits for a person fits. `none`: a person has to decide about the challenge itself.
 */
export type IntentAnsweringChallenge =
  | { readonly kind: 'approved' | 'waits'; readonly intentId: string }
  | { readonly kind: 'none' }

/**
 * Finds the intent that answers a challenge. An intent fits by amount, currency and merchant, and has to name an amount and a merchant: an
 * intent that leaves them open does not say that the cardholder agrees to this purchase.
 */
export function intentAnsweringChallenge(
  intents: readonly LoadedIntent[],
  policy: IntentTolerancePolicy,
  { amount, currency, merchant, cardCurrency, now }: ChallengedPurchase,
): IntentAnsweringChallenge {
  if (amount === null || amount === 0 || currency === null) return { kind: 'none' }
  const fitting = intents.filter(
    (intent) =>
      intent.expiresAt > now &&
      intent.expectedAmount !== undefined &&
      intent.expectedMerchant !== undefined &&
      (intent.expectedCurrency ?? cardCurrency).toUpperCase() === currency &&
      intentExpectsPurchase(intent, policy, { amount, currency, merchant, now }),
  )
  const [open, second] = fitting.filter(({ status }) => status === 'pending')
  if (open !== undefined) return second === undefined ? { kind: 'approved', intentId: open.id } : { kind: 'none' }
  const [waiting, another] = fitting.filter(({ status }) => status === 'pending_approval')
  return waiting === undefined || another !== undefined ? { kind: 'none' } : { kind: 'waits', intentId: waiting.id }
}
