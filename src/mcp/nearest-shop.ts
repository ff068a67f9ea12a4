import type { Evaluation } from '../contract/decisions.ts'
import { nearestName } from '../contract/complaints/nearest-name.ts'
import { safeForeignText } from './foreign.ts'

/** A merchant's name in lower case without spaces and punctuation, so that spellings can be compared. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The allowed merchant that the name of a refused one most likely means, as the owner of the policy has written it. Empty: the purchase was
 * not refused for the merchant's name, or no allowed name is near.
 */
export function nearestShop({ reasons, context: { policy } }: Evaluation, merchant: string): { nearestShop?: string } {
  if (!reasons.some(({ code }) => code === 'merchant_not_allowed')) return {}
  const allowed = new Map((policy.allowedMerchants ?? []).map((name) => [plain(name), name]))
  const nearest = nearestName(plain(merchant), [...allowed.keys()])
  const name = nearest === null ? undefined : allowed.get(nearest)
  return name === undefined ? {} : { nearestShop: safeForeignText(name) }
}
