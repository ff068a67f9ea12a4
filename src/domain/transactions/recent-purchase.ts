import type { Merchant, RecentPurchase } from '../entities.ts'
import { recognizedKey } from '../merchant-match/merchant-match.ts'

/**
 * How many earlier purchases with the same amount and the same recognized key a purchase is compared with, the newest. Only names that are
 * read the same and are none the less other merchants, such as one chain's shops in other towns, need more than one.
 */
export const MOST_COMPARED = 200

/** Makes what later purchases are compared with from a purchase at `at`, in Unix milliseconds. */
export const recentPurchase = (at: number, amount: number, { name }: Pick<Merchant, 'name'>): RecentPurchase => ({
  at,
  amount,
  merchantName: name ?? null,
  merchantKey: recognizedKey(name),
})
