import type { CompiledMerchant } from './compiled-merchant.ts'
import { partsWithin } from './shape.ts'

/**
 * Are these one merchant? Symmetric, for two names that were both observed, as those of a repeated purchase. Numbers,
 * processors and the cities of a known brand may differ.
 */
export function sameMerchant(a: CompiledMerchant, b: CompiledMerchant): boolean {
  if (isSameName(a, b) || isSameName(b, a)) return true
  return isCutInWord(a, b) || isCutInWord(b, a)
}

/** The listed name decides where words part: "HOMEDEPOT" is "Home Depot", "AMA ZON" is not "Amazon". */
export const isListedMerchant = (observed: CompiledMerchant, listed: CompiledMerchant): boolean =>
  isSameName(observed, listed) || restOf(listed, observed) !== ''

function isSameName(observed: CompiledMerchant, listed: CompiledMerchant): boolean {
  if (listed.key === null) return false
  if (observed.key === listed.key) {
    return observed.isBrand || (isSamePlace(observed, listed) && partsWithin(observed.spaced, listed.seams))
  }
  return observed.sellerKey === listed.key
}

function isSamePlace({ whereabouts: a }: CompiledMerchant, { whereabouts: b }: CompiledMerchant): boolean {
  const agree = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other
  return agree(a.city, b.city) && agree(a.state, b.state) && agree(a.country, b.country)
}

/** How a name goes on from the last letter that a cut one has of it; empty where it is no such name. */
const restOf = ({ spaced }: CompiledMerchant, { cut }: CompiledMerchant): string =>
  cut !== null && spaced.length > cut.length && spaced.startsWith(cut) ? spaced.slice(cut.length - 1) : ''

/** Two observed names: a word cut in two shows that the field was full, a complete word may be the end of the name. */
const isCutInWord = (observed: CompiledMerchant, whole: CompiledMerchant) => /^[^ ][^ &]/.test(restOf(whole, observed))
