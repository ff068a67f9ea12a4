import { type BoughtFrom, isPurchase, type SpendRequest, type Subject } from '../entities.ts'
import { claimedName } from '../merchant-match/merchant-match.ts'
import { boughtBefore, withBought } from './bought-names.ts'
import { recall } from './memories.ts'
import type { Memory } from './memory.ts'

/** The names of the merchants where the customer has bought. */
export const boughtAt: Memory<BoughtFrom, 'boughtAt'> = {
  name: 'boughtAt',
  of: 'customer',
  isNeededBy: ({ newMerchant }) => newMerchant === 'approve',
  after: (known, { merchant: { name } }) => (name === undefined ? known : withBought(known, name)),
  forms: [
    {
      key: 'isFirstPurchase',
      // Packed whatever the policies ask, because the shadow policies may ask something else.
      pack: (_known, subject, request) => isFirstPurchase(subject, request) || undefined,
      unpack: (stored) => boughtBefore(stored === true),
    },
  ],
}

/**
 * Whether a purchase is the customer's first one at its merchant. A purchase without a merchant's name counts as a first one. False if it is
 * not known, because no policy asks.
 */
export function isFirstPurchase(subject: Pick<Subject, 'memories' | 'card'>, request: SpendRequest): boolean {
  const known = recall(boughtAt, subject)
  if (known === undefined || subject.card === null || !isPurchase(request)) return false
  const name = claimedName(request.merchant)
  return name === undefined || !known.has(name, request.merchant)
}
