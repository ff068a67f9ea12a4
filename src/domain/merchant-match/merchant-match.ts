import { compileBlockList } from './block-list.ts'
import { MerchantCandidates } from './candidates.ts'
import { claimedMerchantName } from './descriptor/claimed-merchant-name.ts'
import { compileMerchantName } from './compiled-merchant.ts'
import { isListedMerchant, isSameMerchant } from './comparison.ts'
import { explainMerchantNameMatch } from './explain.ts'
import { type AdvisingMerchantList, compileMerchantList, type MerchantList } from './merchant-list.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, merchantWhereabouts } from './places/whereabouts.ts'
import { matchesMerchantLookupKeys, merchantNameKey, merchantLookupKeys } from './recognized-key.ts'

export {
  MerchantCandidates,
  claimedMerchantName,
  compileBlockList,
  compileExactList,
  compileMerchantName as compileMerchant,
  compileMerchantList,
  explainMerchantNameMatch as explainMatch,
  isListedMerchant,
  matchesMerchantLookupKeys as isSoughtMerchantKey,
  UNKNOWN_MERCHANT_WHEREABOUTS as UNKNOWN_WHEREABOUTS,
  merchantNameKey as recognizedKey,
  isSameMerchant,
  merchantLookupKeys as soughtMerchantKeys,
  type AdvisingMerchantList,
  type MerchantList,
  merchantWhereabouts,
}

/**
 * Whether the merchant name of an authorization is a listed one (an allowed merchant, a merchant lock, an intent). It tolerates what
 * acquirers do to names, and refuses every difference that it cannot explain: see `docs/guides/merchant-names.md`.
 */
export const merchantMatches = (observed: string, listed: string, where = UNKNOWN_MERCHANT_WHEREABOUTS): boolean =>
  isListedMerchant(compileMerchantName(observed), compileMerchantName(listed), where)

/** Compiles a list of the network's merchant ids. An id matches only if it is equal character for character. */
function compileExactList(ids: readonly string[]): MerchantList {
  const listed = new Set(ids)
  return { matches: (id) => (listed.has(id) ? id : undefined) }
}
