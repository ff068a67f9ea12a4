import type { Merchant, RecentPurchase } from '../entities.ts'
import { recognizedKey } from '../merchant-match/merchant-match.ts'

/**
 * How many of the newest purchases with the same amount and the same recognized key a purchase is compared with. More than one is needed
 * only for merchants whose names have the same key, such as one chain's shops in several towns.
 */
export const MOST_COMPARED_PURCHASES = 200

/** Makes the record of a purchase with which later purchases are compared. `at`: when it was made, in Unix milliseconds. */
export const recentPurchase = (at: number, amount: number, { name }: Pick<Merchant, 'name'>): RecentPurchase => ({
  at,
  amount,
  merchantName: name ?? null,
  merchantKey: recognizedKey(name),
})
