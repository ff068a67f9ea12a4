import { compileBlockList } from './block-list.ts'
import { MerchantCandidates } from './candidates.ts'
import { claimedMerchantName } from './descriptor/claimed-merchant-name.ts'
import { compileMerchant } from './compiled-merchant.ts'
import { isListedMerchant, isSameMerchant } from './comparison.ts'
import { explainMatch } from './explain.ts'
import { type AdvisingMerchantList, compileMerchantList, type MerchantList } from './merchant-list.ts'
import { UNKNOWN_WHEREABOUTS, merchantWhereabouts } from './places/whereabouts.ts'
import { isSoughtMerchantKey, recognizedKey, soughtMerchantKeys } from './recognized-key.ts'

export {
  MerchantCandidates,
  claimedMerchantName,
  compileBlockList,
  compileExactList,
  compileMerchant,
  compileMerchantList,
  explainMatch,
  isListedMerchant,
  isSoughtMerchantKey,
  UNKNOWN_WHEREABOUTS,
  recognizedKey,
  isSameMerchant,
  soughtMerchantKeys,
  type AdvisingMerchantList,
  type MerchantList,
  merchantWhereabouts,
}

/**
 * Whether the merchant name of an authorization is a listed one (an allowed merchant, a merchant lock, an intent). It tolerates what
 * acquirers do to names, and refuses every difference that it cannot explain: see `docs/guides/merchant-names.md`.
 */
export const merchantMatches = (observed: string, listed: string, where = UNKNOWN_WHEREABOUTS): boolean =>
  isListedMerchant(compileMerchant(observed), compileMerchant(listed), where)

/** Compiles a list of the network's merchant ids. An id matches only if it is equal character for character. */
function compileExactList(ids: readonly string[]): MerchantList {
  const listed = new Set(ids)
  return { matches: (id) => (listed.has(id) ? id : undefined) }
}
