import { type BoughtMerchants, isNewPurchaseRequest, type SpendRequest, type SpendingSubject } from '../entities.ts'
import { claimedMerchantName } from '../merchant-match/merchant-match.ts'
import { replayedBoughtMerchants, withBoughtMerchant } from './bought-merchant-names.ts'
import { recallRuleMemory } from './memories.ts'
import type { RuleMemory } from './memory.ts'

/** The names of the merchants where the customer has bought. */
export const boughtMerchantsMemory: RuleMemory<BoughtMerchants, 'boughtAt'> = {
  name: 'boughtAt',
  of: 'customer',
  isNeededBy: ({ newMerchant }) => newMerchant === 'approve',
  after: (known, { isApproval, merchant: { name } }) =>
    isApproval && name !== undefined ? withBoughtMerchant(known, name) : known,
  forms: [
    {
      key: 'isFirstPurchase',
      // The memory of first purchases is stored whether the policy asks about them or not, because the shadow policy may ask.
      pack: (_known, subject, request) => isFirstPurchase(subject, request) || undefined,
      unpack: (stored) => replayedBoughtMerchants(stored === true),
    },
  ],
}

/**
 * Whether a purchase is the customer's first one at its merchant. A purchase without a merchant's name counts as a first one. False if it is
 * not known, because no policy asks.
 */
export function isFirstPurchase(subject: Pick<SpendingSubject, 'memories' | 'card'>, request: SpendRequest): boolean {
  const known = recallRuleMemory(boughtMerchantsMemory, subject)
  if (known === undefined || subject.card === null || !isNewPurchaseRequest(request)) return false
  const name = claimedMerchantName(request.merchant)
  return name === undefined || !known.has(name, request.merchant)
}
