import {
  compileMerchantName,
  readingsOfMerchant,
  spellingsOfListedName,
  type CompiledMerchant,
  type CutMerchantName,
} from './compiled-merchant.ts'
import {
  isCutOffListedMerchantName,
  isListedMerchant,
  isSameMerchantName,
  isReadingOfListedName,
} from './comparison.ts'
import { type NearMerchantNameIndex, buildNearMerchantNameIndex } from './known-names/near-name-index.ts'
import type { MerchantNameReading } from './descriptor/readings.ts'
import { mayHaveShortenedWord, shortenedNameIndex, type ShortenedNameIndex } from './shortened-words.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, type MerchantWhereabouts } from './places/whereabouts.ts'

/** A policy's list of merchant names, compiled for look-up. */
export interface MerchantList {
  /**
   * Finds the listed name, as written in the list, to which an observed name belongs. Undefined: to none. The look-up does not slow down
   * with the length of the list.
   */
  matches(observed: string, where?: MerchantWhereabouts): string | undefined
}

export interface AdvisingMerchantList extends MerchantList {
  /** Says, about an observed name that is not listed, which listed name it resembles, and which name to list so that it is recognized. */
  advise(observed: string, where?: MerchantWhereabouts): MerchantMatchAdvice
}

export interface MerchantMatchAdvice {
  /** The listed name that sentences about a decline call near. */
  readonly near?: string
  /** The listed name that is meant most likely: the near one, otherwise the only one that begins like the observed name. */
  readonly nearest?: string
  /** The observed name without what acquirers append: a name to list by which the next purchase is recognized, too. */
  readonly add: string
}

/** A spelling of a merchant's listed name, by which a merchant list finds the name. */
interface Entry {
  readonly merchant: CompiledMerchant
  readonly listed: string
}

/** Compiles a merchant list. Its names are indexed by key and, for cut-off names, sorted alphabetically. */
export function compileMerchantList(names: readonly string[]): AdvisingMerchantList {
  const entries = names.flatMap((listed): Entry[] =>
    spellingsOfListedName(compileMerchantName(listed)).map((merchant) => ({ merchant, listed })),
  )
  const byKey = Map.groupBy(entries, ({ merchant }) => merchant.key)
  let alphabetical: Sorted | null = null
  let joined: Sorted | null = null
  let nearby: NearMerchantNameIndex | null = null
  const goingOn = (cut: CutMerchantName | null) => {
    if (cut === null) return []
    if (cut.isAddress) return firstBehind((joined ??= sorted(entries, ({ key }) => key ?? '')), cut.text)
    alphabetical ??= sorted(entries, ({ spaced }) => spaced)
    return firstBehind(alphabetical, cut.isInWord ? cut.text + BEHIND_SPACE : cut.text)
  }
  const asRead = (readings: readonly MerchantNameReading[]) => {
    for (const reading of readings) {
      const { known, shape } = reading
      const keys = known === undefined ? [shape.run] : [known.key, known.sellerKey]
      const entry = keys
        .flatMap((key) => (key === null ? [] : (byKey.get(key) ?? [])))
        .find(({ merchant }) => isReadingOfListedName(reading, merchant))
      if (entry !== undefined) return entry
    }
    return undefined
  }
  let shortened: ShortenedNameIndex<Entry> | null = null
  const inShort = (observed: CompiledMerchant, readings: readonly MerchantNameReading[]) =>
    mayHaveShortenedWord(observed.words)
      ? (shortened ??= shortenedNameIndex(entries)).find(observed, readings)
      : undefined
  const readIn = (observed: CompiledMerchant, where: MerchantWhereabouts) => {
    const readings = readingsOfMerchant(observed, where)
    return asRead(readings) ?? inShort(observed, readings)
  }
  return {
    matches(name, where = UNKNOWN_MERCHANT_WHEREABOUTS) {
      const observed = compileMerchantName(name)
      const same = (candidates: readonly Entry[] | undefined) =>
        candidates?.find(({ merchant }) => isSameMerchantName(observed, merchant))
      const entry =
        same(byKey.get(observed.key)) ??
        same(byKey.get(observed.sellerKey)) ??
        goingOn(observed.cut).find(({ merchant }) => isCutOffListedMerchantName(observed, merchant)) ??
        readIn(observed, where)
      return entry?.listed
    },
    advise(name, where = UNKNOWN_MERCHANT_WHEREABOUTS) {
      const readings = readingsOfMerchant(compileMerchantName(name), where)
      nearby ??= buildNearMerchantNameIndex(entries)
      const near = nearby.find(readings)
      const nearest = near ?? nearby.findOnlyBeginning(readings)
      return {
        ...(near === undefined ? {} : { near }),
        ...(nearest === undefined ? {} : { nearest }),
        add: shortestOf(name, readings, where),
      }
    },
  }
}

/**
 * Returns an observed name without everything that an acquirer may have appended, or the whole name if the shorter one would not be
 * recognized.
 */
function shortestOf(name: string, readings: readonly MerchantNameReading[], where: MerchantWhereabouts): string {
  const shortest = readings.at(-1)
  if (shortest === undefined || shortest.steps.length === 0) return name
  const text = shortest.words.map(({ spelled: word, gap }, at) => (at > 0 && gap === 'ampersand' ? `& ${word}` : word))
  const short = text.join(' ').toUpperCase()
  return isListedMerchant(compileMerchantName(name), compileMerchantName(short), where) ? short : name
}

/** The entries of a merchant list, ordered alphabetically by one text of each entry. */
interface Sorted {
  readonly texts: readonly string[]
  readonly entries: readonly Entry[]
}

function sorted(entries: readonly Entry[], textOf: (merchant: CompiledMerchant) => string): Sorted {
  const ordered = entries
    .map((entry) => ({ entry, text: textOf(entry.merchant) }))
    .toSorted((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1))
  return { texts: ordered.map(({ text }) => text), entries: ordered.map(({ entry }) => entry) }
}

/** The character that comes right behind the space and the `&`, and before all letters and digits, in the order of characters. */
const BEHIND_SPACE = "'"

/** Finds the first text after `cut` in alphabetical order, by binary search. If any text continues `cut`, this one does. */
function firstBehind({ texts, entries }: Sorted, cut: string): readonly Entry[] {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((texts[middle] as string) <= cut) low = middle + 1
    else high = middle
  }
  return entries.slice(low, low + 1)
}
