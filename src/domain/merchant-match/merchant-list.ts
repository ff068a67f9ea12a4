import { compileMerchant, type CompiledMerchant } from './compiled-merchant.ts'
import { isListedMerchant } from './comparison.ts'

/** Merchant names of a policy, ready to be looked up in. */
export interface MerchantList {
  /** The first listed name that the observed one belongs to, as it was listed. Does not get slower with the list. */
  matches(observed: string): string | undefined
}

/** Indexed by key; for cut names also in alphabetical order. */
export function compileMerchantList(names: readonly string[]): MerchantList {
  const listed = names.map(compileMerchant)
  const byKey = Map.groupBy(listed, ({ key }) => key)
  let alphabetical: readonly CompiledMerchant[] | null = null
  const beginningWith = (cut: string) => {
    alphabetical ??= listed.toSorted((a, b) => (a.spaced < b.spaced ? -1 : 1))
    return startingAt(alphabetical, cut)
  }
  return {
    matches(name) {
      const observed = compileMerchant(name)
      const find = (candidates: readonly CompiledMerchant[] | undefined) =>
        candidates?.find((candidate) => isListedMerchant(observed, candidate))?.name
      return (
        find(byKey.get(observed.key)) ??
        (observed.sellerKey === null ? undefined : find(byKey.get(observed.sellerKey))) ??
        (observed.cut === null ? undefined : find(beginningWith(observed.cut)))
      )
    },
  }
}

/** The names that begin with `cut`, found by halving. */
function startingAt(alphabetical: readonly CompiledMerchant[], cut: string): readonly CompiledMerchant[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle]?.spaced ?? '') < cut) low = middle + 1
    else high = middle
  }
  const length = alphabetical.slice(low).findIndex(({ spaced }) => !spaced.startsWith(cut))
  return alphabetical.slice(low, length < 0 ? undefined : low + length)
}
