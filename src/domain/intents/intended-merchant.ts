import type { PendingIntent, SpendRequest } from '../entities.ts'
import {
  candidatesFor,
  claimedName,
  compileMerchant,
  isListedMerchant,
  NOWHERE,
  whereaboutsOf,
} from '../merchant-match/merchant-match.ts'

/** Whether a purchase is at the merchant that an intent names. */
export type IntendedMerchant = (intent: PendingIntent, expectedMerchant: string) => boolean

/**
 * Makes the comparison of a purchase with the merchants of intents, of which a card has up to a thousand. What is asked of the purchase's
 * name is computed once for all of them, an intent's name is compiled once for the intent, and only names that may be the same are compared.
 */
export function intendedMerchant({ merchant }: SpendRequest, isListed = isListedMerchant): IntendedMerchant {
  const claimed = claimedName(merchant)
  if (claimed === undefined) return () => false
  const observed = compileMerchant(claimed)
  const seen = whereaboutsOf(merchant)
  const where = seen.city.length === 0 && seen.country === null ? NOWHERE : seen
  let mayBe: ReturnType<typeof candidatesFor> | undefined
  return (intent, expectedMerchant) => {
    mayBe ??= candidatesFor(observed, where)
    const listed = listedBy.get(intent) ?? compileMerchant(expectedMerchant)
    listedBy.set(intent, listed)
    return mayBe(listed) && isListed(observed, listed, where)
  }
}

/** Intents never change in place. */
const listedBy = new WeakMap<PendingIntent, ReturnType<typeof compileMerchant>>()
