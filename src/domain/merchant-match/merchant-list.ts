import { compileMerchant, readingsAt, spellingsOf, type CompiledMerchant } from './compiled-merchant.ts'
import { goesOn, isListedMerchant, isSameName, readsAs } from './comparison.ts'
import { type NearNames, nearNames } from './known-names/near-names.ts'
import type { Reading } from './descriptor/readings.ts'
import { NOWHERE, type Whereabouts } from './places/whereabouts.ts'

/** A policy's list of merchant names, compiled for look-up. */
export interface MerchantList {
  /**
   * Finds the listed name, as written in the list, to which an observed name belongs. Undefined: to none. The look-up does not slow down
   * with the length of the list.
   */
  matches(observed: string, where?: Whereabouts): string | undefined
}

export interface AdvisingList extends MerchantList {
  /** Says, about an observed name that is not listed, which listed name it resembles, and which name to list so that it is recognized. */
  advise(observed: string, where?: Whereabouts): Advice
}

export interface Advice {
  readonly near?: string
  /** The observed name without what acquirers append, so that the next purchase is recognized, too. */
  readonly add: string
}

/** One spelling of a listed name. */
interface Entry {
  readonly merchant: CompiledMerchant
  readonly listed: string
}

/** Compiles a list. Its names are indexed by key and, for cut-off names, sorted alphabetically. */
export function compileMerchantList(names: readonly string[]): AdvisingList {
  const entries = names.flatMap((listed): Entry[] =>
    spellingsOf(compileMerchant(listed)).map((merchant) => ({ merchant, listed })),
  )
  const byKey = Map.groupBy(entries, ({ merchant }) => merchant.key)
  let alphabetical: readonly Entry[] | null = null
  let nearby: NearNames | null = null
  const goingOn = (cut: string | null) => {
    if (cut === null) return []
    alphabetical ??= entries.toSorted((a, b) => (a.merchant.spaced < b.merchant.spaced ? -1 : 1))
    return firstBehind(alphabetical, cut)
  }
  const asRead = (observed: CompiledMerchant, where: Whereabouts) => {
    for (const reading of readingsAt(observed, where)) {
      const { known, shape } = reading
      const keys = known === undefined ? [shape.run] : [known.key, known.sellerKey]
      const entry = keys
        .flatMap((key) => (key === null ? [] : (byKey.get(key) ?? [])))
        .find(({ merchant }) => readsAs(reading, merchant))
      if (entry !== undefined) return entry
    }
    return undefined
  }
  return {
    matches(name, where = NOWHERE) {
      const observed = compileMerchant(name)
      const same = (candidates: readonly Entry[] | undefined) =>
        candidates?.find(({ merchant }) => isSameName(observed, merchant))
      const entry =
        same(byKey.get(observed.key)) ??
        same(byKey.get(observed.sellerKey)) ??
        goingOn(observed.cut).find(({ merchant }) => goesOn(observed, merchant)) ??
        asRead(observed, where)
      return entry?.listed
    },
    advise(name, where = NOWHERE) {
      const readings = readingsAt(compileMerchant(name), where)
      nearby ??= nearNames(entries)
      const near = nearby.find(readings)
      return { ...(near === undefined ? {} : { near }), add: shortestOf(name, readings, where) }
    },
  }
}

/** Returns the name without everything that an acquirer may have appended, or the whole name if the shorter one would not be recognized. */
function shortestOf(name: string, readings: readonly Reading[], where: Whereabouts): string {
  const shortest = readings.at(-1)
  if (shortest === undefined || shortest.steps.length === 0) return name
  const text = shortest.words.map(({ spelled: word, gap }, at) => (at > 0 && gap === 'ampersand' ? `& ${word}` : word))
  const short = text.join(' ').toUpperCase()
  return isListedMerchant(compileMerchant(name), compileMerchant(short), where) ? short : name
}

/** Finds the first name after `cut` in alphabetical order, by binary search. If any name continues `cut`, this one does. */
function firstBehind(alphabetical: readonly Entry[], cut: string): readonly Entry[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle] as Entry).merchant.spaced <= cut) low = middle + 1
    else high = middle
  }
  return alphabetical.slice(low, low + 1)
}
