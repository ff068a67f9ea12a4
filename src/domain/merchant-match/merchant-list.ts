import { compileMerchant, readingsAt, type CompiledMerchant } from './compiled-merchant.ts'
import { isListedMerchant, isSameName, readsAs, spelled } from './comparison.ts'
import { NOWHERE, type Whereabouts } from './whereabouts.ts'

/** Merchant names of a policy, ready to be looked up in. */
export interface MerchantList {
  /** A listed name that the observed one belongs to, as it was listed. Does not get slower with the list. */
  matches(observed: string, where?: Whereabouts): string | undefined
}

/** A listed name, in one of its spellings. */
interface Entry {
  readonly merchant: CompiledMerchant
  readonly listed: string
}

/** Indexed by key; for cut names also in alphabetical order. */
export function compileMerchantList(names: readonly string[]): MerchantList {
  const entries = names.flatMap((listed): Entry[] =>
    spelled(compileMerchant(listed)).map((merchant) => ({ merchant, listed })),
  )
  const byKey = Map.groupBy(entries, ({ merchant }) => merchant.key)
  let alphabetical: readonly Entry[] | null = null
  const goingOn = (cut: string | null) => {
    if (cut === null) return []
    alphabetical ??= entries.toSorted((a, b) => (a.merchant.spaced < b.merchant.spaced ? -1 : 1))
    return firstBehind(alphabetical, cut)
  }
  const asRead = (observed: CompiledMerchant, where: Whereabouts) => {
    for (const reading of readingsAt(observed, where)) {
      const { known, shape } = reading
      const keys = known === undefined ? [shape.run] : [known.key, known.sellerKey]
      const found = keys
        .flatMap((key) => (key === null ? [] : (byKey.get(key) ?? [])))
        .find(({ merchant }) => readsAs(reading, merchant))
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    matches(name, where = NOWHERE) {
      const observed = compileMerchant(name)
      const same = (candidates: readonly Entry[] | undefined) =>
        candidates?.find(({ merchant }) => isSameName(observed, merchant))
      const found =
        same(byKey.get(observed.key)) ??
        same(byKey.get(observed.sellerKey)) ??
        goingOn(observed.cut).find(({ merchant }) => isListedMerchant(observed, merchant)) ??
        asRead(observed, where)
      return found?.listed
    },
  }
}

/** The first name behind `cut`, found by halving. Where any goes on from it, this one does. */
function firstBehind(alphabetical: readonly Entry[], cut: string): readonly Entry[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle] as Entry).merchant.spaced <= cut) low = middle + 1
    else high = middle
  }
  return alphabetical.slice(low, low + 1)
}
