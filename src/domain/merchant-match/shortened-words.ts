import categories from '../merchant-categories/names.json' with { type: 'json' }
import type { CompiledMerchant } from './compiled-merchant.ts'
import type { Reading } from './descriptor/readings.ts'
import { genericWords, tradeWords } from './descriptor/vocabulary.ts'
import type { Word } from './descriptor/words.ts'

/**
 * Systems with narrow fields shorten words that many names have: PHILADELPHIA MARINE CTR, SOUTHERN BUS COMM. Only such words may be
 * shortened, so that the words which tell one merchant from another stay whole.
 */

/** The fewest letters of a word that is shortened, and of what is left of it. */
const SHORTEST_WHOLE = 6
const SHORTEST_LEFT = 3
/** The fewest letters that a shortened last word keeps. It needs more than others, because it may have been cut off: BLUE BOTTLE COF. */
const SHORTEST_AT_END = 4
/** The most that is left of a shortened word. If only one letter is missing, it is a slip of the pen, or a look-alike. */
const MOST_LEFT = 0.75
/** Matches what remains of a word without its vowels, except for its first letter: "ctr", "intl", "eqpt". */
const CONSONANTS = /^[a-z][^aeiou0-9]*$/

/** The words of the names of merchant categories, and those that many merchants have in their names. */
const commonWords: ReadonlySet<string> = new Set(
  [
    ...Object.values(categories)
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/),
    ...genericWords,
    ...tradeWords,
  ].filter((word) => word.length >= SHORTEST_WHOLE - 1),
)

/** The beginnings of common words that are long enough, and short enough, to stand for the words. */
const beginnings: ReadonlySet<string> = new Set(
  [...commonWords, ...[...commonWords].map((word) => `${word}s`)]
    .filter((word) => word.length >= SHORTEST_WHOLE)
    .flatMap((word) =>
      Array.from({ length: Math.floor(word.length * MOST_LEFT) }, (_, at) => word.slice(0, at + 1)).slice(
        SHORTEST_LEFT - 1,
      ),
    ),
)

const isCommon = (word: string) =>
  commonWords.has(word) || (word.endsWith('s') && commonWords.has(word.slice(0, -1))) || commonWords.has(`${word}s`)

/** Listed names, by which an observed name with shortened words is found. */
export interface ShortenedNames<T> {
  readonly find: (observed: CompiledMerchant, readings: readonly Reading[]) => T | undefined
}

/**
 * Indexes listed names by a whole word at their beginning and the initials of the words behind it. The first word may be shortened, too, so
 * each name is also indexed from its second word on.
 */
export function shortenedNames<T extends { readonly merchant: CompiledMerchant }>(
  entries: readonly T[],
): ShortenedNames<T> {
  const byKey = new Map<string, T[]>()
  const wholeWords = new Set<string>()
  for (const entry of entries) {
    const texts = plain(entry.merchant.words)
    for (const key of keysOf(texts)) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [entry])
      else others.push(entry)
    }
    for (const word of texts.slice(0, 2)) wholeWords.add(word)
  }
  return {
    find({ words, isFull }, readings) {
      const [first = '', second = ''] = plain(words)
      if (!wholeWords.has(first) && !wholeWords.has(second)) return undefined
      for (const reading of readings) {
        for (const key of keysOf(plain(reading.words))) {
          const entry = byKey.get(key)?.find(({ merchant }) => isShortened(reading, merchant, isFull))
          if (entry !== undefined) return entry
        }
      }
      return undefined
    },
  }
}

/** The keys of a name. Empty: it has a single word, or a star. */
function keysOf([first, second, ...others]: readonly string[]): string[] {
  if (first === undefined || second === undefined) return []
  const initials = others.map((word) => word[0]).join('')
  return [`${first} ${second[0]}${initials}`, `* ${second} ${initials}`]
}

/** Whether any word may be a common word in short. Most names have no such word, and are not searched for. */
export const mayBeShortened = (words: readonly Word[]): boolean =>
  words.some(({ text }) => text.length >= SHORTEST_LEFT && (beginnings.has(text) || CONSONANTS.test(text)))

/** Whether a reading of an observed name is a listed name of which common words are shortened. */
export function isShortened({ words, known, steps }: Reading, listed: CompiledMerchant, isFull: boolean): boolean {
  if (known !== undefined || listed.isBrand || listed.isSeller || listed.key === null) return false
  const [seen, named] = [plain(words), plain(listed.words)]
  if (seen.length !== named.length || seen.length < 2 || hasAccents(words)) return false
  const last = seen.length - 1
  const isCut = isFull && steps.length === 0 && (named[last] ?? '').startsWith(seen[last] ?? '')
  const isShort = (word: string, at: number) =>
    isShortFor(word, named[at] ?? '') && (at < last || word.length >= SHORTEST_AT_END || CONSONANTS.test(word))
  return (
    seen.some(isShort) &&
    seen.every((word, at) => word === named[at] || isShort(word, at) || (isCut && at === last)) &&
    seen.some((word, at) => word === named[at] && word.length >= SHORTEST_LEFT && !isCommon(word))
  )
}

const hasAccents = (words: readonly Word[]) => words.some(({ text, spelled }) => text !== spelled)

/** Whether a word is a common word in short: its beginning ("TECH"), or some of its consonants ("CTR"). */
export function isShortFor(short: string, whole: string): boolean {
  if (short[0] !== whole[0] || whole.length < SHORTEST_WHOLE || short.length < SHORTEST_LEFT) return false
  if (short.length > whole.length * MOST_LEFT || !isCommon(whole)) return false
  return whole.startsWith(short) || (CONSONANTS.test(short) && hasInOrder(whole, short))
}

function hasInOrder(whole: string, letters: string): boolean {
  let at = 0
  for (const letter of whole) if (letter === letters[at]) at += 1
  return at === letters.length
}

/**
 * Returns the words of a name for the comparison: without a "the" at the beginning, and with an "and" for each ampersand. Returns none for
 * a name with a star, because what stands behind a star is not the merchant.
 */
function plain(words: readonly Word[]): string[] {
  const texts: string[] = []
  for (const [at, { text, gap }] of words.entries()) {
    if (at === 0 && text === 'the') continue
    if (at > 0 && gap === 'star') return []
    if (at > 0 && gap === 'ampersand') texts.push('and')
    texts.push(text)
  }
  return texts
}
