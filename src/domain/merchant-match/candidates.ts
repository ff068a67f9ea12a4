import {
  type CompiledMerchant,
  type ListedNameKeys,
  readingsOfMerchant,
  spellingsOfListedName,
} from './compiled-merchant.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, type MerchantWhereabouts } from './places/whereabouts.ts'
import { isDistinctiveWord, mayHaveShortenedWord } from './shortened-words.ts'

type Words = CompiledMerchant['words']
type Index = ReadonlyMap<string, readonly CompiledMerchant[]>

/**
 * Finds, among many listed names, those that may be an observed name, so that `isListedMerchant` compares only a few of them. These have a
 * key or a beginning in common with the observed name or, where words may be shortened, a word of their own and the number of words.
 */
export class MerchantCandidates {
  readonly #listed: readonly CompiledMerchant[]
  #byKey: Index | null = null
  #byWord: Index | null = null
  #alphabetical: readonly Whole[] | null = null

  constructor(listed: Iterable<CompiledMerchant>) {
    this.#listed = [...listed]
  }

  /** Computes the texts under which a listed name is found, which is most of the work of an index. */
  static prepare(listed: CompiledMerchant): void {
    entriesOf(listed)
  }

  /** The merchants' listed names that may be the observed name. */
  of(
    observed: CompiledMerchant,
    where: MerchantWhereabouts = UNKNOWN_MERCHANT_WHEREABOUTS,
  ): ReadonlySet<CompiledMerchant> {
    const found = new Set<CompiledMerchant>()
    if (this.#listed.length === 0) return found
    const readings = readingsOfMerchant(observed, where)
    this.#byKey ??= indexBy(this.#listed, ({ keys }) => keys)
    for (const key of keysOf(observed, readings)) for (const listed of this.#byKey.get(key) ?? []) found.add(listed)
    if (observed.cut !== null) for (const listed of this.#beginningWith(observed.cut.text)) found.add(listed)
    if (!mayHaveShortenedWord(observed.words)) return found
    this.#byWord ??= indexBy(this.#listed, ({ words }) => words)
    const own = new Set(readings.flatMap(({ words }) => [...ownWords(words)]))
    for (const word of own) for (const listed of this.#byWord.get(word) ?? []) found.add(listed)
    return found
  }

  *#beginningWith(cut: string): Iterable<CompiledMerchant> {
    this.#alphabetical ??= this.#listed
      .flatMap((listed) => entriesOf(listed).wholes.map((text): Whole => ({ text, listed })))
      .toSorted((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1))
    const all = this.#alphabetical
    for (let at = firstFrom(all, cut); all[at]?.text.startsWith(cut) === true; at += 1) yield (all[at] as Whole).listed
  }
}

/** A spelling of a listed name, for observed names that are cut off: such a name may be the beginning of the spelling. */
interface Whole {
  readonly text: string
  readonly listed: CompiledMerchant
}

/** The index of the first text that is `from` or comes after it in alphabetical order. */
function firstFrom(all: readonly Whole[], from: string): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] as Whole).text < from) low = middle + 1
    else high = middle
  }
  return low
}

function indexBy(names: readonly CompiledMerchant[], textsOf: (entries: ListedNameKeys) => readonly string[]): Index {
  const index = new Map<string, CompiledMerchant[]>()
  for (const listed of names) {
    for (const text of textsOf(entriesOf(listed))) {
      const known = index.get(text)
      if (known === undefined) index.set(text, [listed])
      else known.push(listed)
    }
  }
  return index
}

/**
 * The texts under which the matching of merchants finds a listed name. They are computed once for each name, because the lists that contain
 * a name change often.
 */
function entriesOf(listed: CompiledMerchant): ListedNameKeys {
  listed.made.indexEntries ??= newEntries(listed)
  return listed.made.indexEntries
}

function newEntries(listed: CompiledMerchant): ListedNameKeys {
  const spellings = spellingsOfListedName(listed)
  const keys = new Set(spellings.flatMap(({ key }) => (key === null ? [] : [key])))
  const wholes = new Set([...keys, ...spellings.map(({ spaced }) => spaced)])
  return { keys: [...keys], wholes: [...wholes], words: [...ownWords(listed.words)] }
}

function keysOf(observed: CompiledMerchant, readings: ReturnType<typeof readingsOfMerchant>): Set<string> {
  const keys = new Set<string | null>([observed.key, observed.sellerKey])
  for (const { known, shape } of readings) {
    if (known === undefined) keys.add(shape.run)
    else keys.add(known.key).add(known.sellerKey)
  }
  keys.delete(null)
  return keys as Set<string>
}

/** The words that tell a merchant's name from other names, each after the number of the name's words: `3 bottle`. */
function ownWords(words: Words): Set<string> {
  const count = countOf(words)
  const own = new Set<string>()
  for (const { text } of words) if (isDistinctiveWord(text)) own.add(`${count} ${text}`)
  if (words.some(isBehindAmpersand)) own.add(`${count} and`)
  return own
}

const isBehindAmpersand = ({ gap }: Words[number]) => gap === 'ampersand'

/** The number of words of a name. A "the" at its beginning does not count, and an ampersand counts as a word. */
function countOf(words: Words): number {
  let count = words[0]?.text === 'the' ? -1 : 0
  for (const [at, word] of words.entries()) count += at > 0 && isBehindAmpersand(word) ? 2 : 1
  return count
}
