import { compileMerchant, type CompiledMerchant } from './compiled-merchant.ts'
import { isListedMerchant } from './comparison.ts'

/** Merchant names of a policy, ready to be looked up in. */
export interface MerchantList {
  /** A listed name that the observed one belongs to, as it was listed. Does not get slower with the list. */
  matches(observed: string): string | undefined
}

/** Indexed by key; for cut names also in alphabetical order. */
export function compileMerchantList(names: readonly string[]): MerchantList {
  const listed = names.map(compileMerchant)
  const byKey = Map.groupBy(listed, ({ key }) => key)
  let alphabetical: readonly CompiledMerchant[] | null = null
  const goingOn = (cut: string | null) => {
    if (cut === null) return []
    alphabetical ??= listed.toSorted((a, b) => (a.spaced < b.spaced ? -1 : 1))
    return firstBehind(alphabetical, cut)
  }
  return {
    matches(name) {
      const observed = compileMerchant(name)
      const find = (candidates: readonly CompiledMerchant[] | undefined) =>
        candidates?.find((candidate) => isListedMerchant(observed, candidate))?.name
      return find(byKey.get(observed.key)) ?? find(byKey.get(observed.sellerKey)) ?? find(goingOn(observed.cut))
    },
  }
}

/** The first name behind `cut`, found by halving. Where any goes on from it, this one does. */
function firstBehind(alphabetical: readonly CompiledMerchant[], cut: string): readonly CompiledMerchant[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle] as CompiledMerchant).spaced <= cut) low = middle + 1
    else high = middle
  }
  return alphabetical.slice(low, low + 1)
}
