import categories from '../merchant-categories/names.json' with { type: 'json' }
import type { CompiledMerchant } from './compiled-merchant.ts'
import type { MerchantNameReading } from './descriptor/readings.ts'
import { genericNameWords, tradeWords } from './descriptor/vocabulary.ts'
import type { MerchantNameWord } from './descriptor/words.ts'

/**
 * Systems with narrow fields shorten words that many names have: PHILADELPHIA MARINE CTR, SOUTHERN BUS COMM. Only such words may be
 * shortened, so that the words which tell one merchant from another stay whole.
 */

/** The fewest letters of a word that a system may shorten (`SHORTEST_WHOLE`), and of its short form (`SHORTEST_LEFT`). */
const SHORTEST_WHOLE = 6
const SHORTEST_LEFT = 3
/**
 * The fewest letters of a short form that is the last word of a name. It needs more letters than others, because it may have been cut off:
 * BLUE BOTTLE COF.
 */
const SHORTEST_AT_END = 4
/** The largest part of a word that its short form may have. If only one letter is missing, it is a slip of the pen, or a look-alike. */
const MOST_LEFT = 0.75
/** Matches a word's short form without vowels, except for the first letter: "ctr", "intl", "eqpt". */
const CONSONANTS = /^[a-z][^aeiou0-9]*$/

/** The words of the names of merchant categories, and those that many merchants have in their names. */
const commonWords: ReadonlySet<string> = new Set(
  [
    ...Object.values(categories)
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/),
    ...genericNameWords,
    ...tradeWords,
  ].filter((word) => word.length >= SHORTEST_WHOLE - 1),
)

/**
 * The beginnings of common words by which a shortened merchant's name may write them: long enough, and short enough, to stand for the
 * words.
 */
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

/** An index of listed names, by which an observed name with shortened words is found. */
export interface ShortenedNameIndex<T> {
  readonly find: (observed: CompiledMerchant, readings: readonly MerchantNameReading[]) => T | undefined
}

/** A node of a tree of listed names by their words: each step from the root follows the next word of a name. */
interface Node<T> {
  readonly next: Map<string, Node<T>>
  /**
   * The common words among the words with which a listed name can go on from here, by their first letter. They are at most some dozens for
   * each letter, because there are no more common words.
   */
  readonly common: Map<string, string[]>
  readonly ends: T[]
}

const newNode = <T>(): Node<T> => ({ next: new Map(), common: new Map(), ends: [] })

/**
 * How many words one look-up of a shortened name follows at most. Lists of real names need a few; only a list that was made to slow the
 * look-up down needs more.
 */
const MOST_FOLLOWED = 500

/** Indexes listed names by their words, so that the look-up of a name follows only words that the name has, or may have in short. */
export function shortenedNameIndex<T extends { readonly merchant: CompiledMerchant }>(
  entries: readonly T[],
): ShortenedNameIndex<T> {
  const root = newNode<T>()
  for (const entry of entries) addName(root, plain(entry.merchant.words), entry)
  return {
    find({ isFull }, readings) {
      for (const reading of readings) {
        const entry = firstBelow(root, reading, isFull)
        if (entry !== undefined) return entry
      }
      return undefined
    },
  }
}

function addName<T>(root: Node<T>, words: readonly string[], entry: T): void {
  // A name that has no word of its own is not indexed: with shortened words it could be the name of many merchants.
  if (words.length < 2 || !words.some(isDistinctiveWord)) return
  let node = root
  for (const word of words) {
    const known = node.next.get(word)
    const next = known ?? newNode<T>()
    if (known === undefined) {
      node.next.set(word, next)
      if (isCommon(word)) node.common.set(word.charAt(0), [...(node.common.get(word.charAt(0)) ?? []), word])
    }
    node = next
  }
  node.ends.push(entry)
}

/** Finds the first listed name below a node that a reading of an observed name shows with shortened words. */
function firstBelow<T extends { readonly merchant: CompiledMerchant }>(
  root: Node<T>,
  reading: MerchantNameReading,
  isFull: boolean,
): T | undefined {
  const words = plain(reading.words)
  let left = MOST_FOLLOWED
  const below = (node: Node<T>, at: number): T | undefined => {
    left -= 1
    const word = words[at]
    if (word === undefined) return node.ends.find(({ merchant }) => isShortenedName(reading, merchant, isFull))
    for (const next of nextWords(node, word, isFull && at === words.length - 1)) {
      if (left <= 0) return undefined
      const child = node.next.get(next)
      const found = child && below(child, at + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  return words.length < 2 ? undefined : below(root, 0)
}

/**
 * The words after a node of the listed names' tree for which `word` of an observed name may stand: the same word, common words of which it
 * is a short form and, where it may be cut off, all words that begin with it.
 */
function nextWords<T>({ next, common }: Node<T>, word: string, mayBeCut: boolean): Iterable<string> {
  const others = (common.get(word.charAt(0)) ?? []).filter((whole) => isShortenedWordOf(word, whole))
  const words = next.has(word) ? [word, ...others] : others
  if (!mayBeCut) return words
  const cut: string[] = []
  for (const whole of next.keys()) {
    if (whole !== word && whole.startsWith(word) && !others.includes(whole)) cut.push(whole)
    if (cut.length >= MOST_FOLLOWED) break
  }
  return [...words, ...cut]
}

/** Whether a word tells one merchant from another: it is long enough and no common word. */
export const isDistinctiveWord = (word: string) => word.length >= SHORTEST_LEFT && !isCommon(word)

/** Whether a name may have a common word in a short form. Most names have no such word, and are not searched for. */
export const mayHaveShortenedWord = (words: readonly MerchantNameWord[]): boolean =>
  words.some(({ text }) => text.length >= SHORTEST_LEFT && (beginnings.has(text) || CONSONANTS.test(text)))

/** Whether a reading of an observed name is a listed name of which common words are shortened. */
export function isShortenedName(
  { words, known, steps }: MerchantNameReading,
  listed: CompiledMerchant,
  isFull: boolean,
): boolean {
  if (known !== undefined || listed.isBrand || listed.isSeller || listed.key === null) return false
  const [seen, named] = [plain(words), plain(listed.words)]
  if (seen.length !== named.length || seen.length < 2 || hasAccents(words)) return false
  const last = seen.length - 1
  const isCut = isFull && steps.length === 0 && (named[last] ?? '').startsWith(seen[last] ?? '')
  const isShort = (word: string, at: number) =>
    isShortenedWordOf(word, named[at] ?? '') && (at < last || word.length >= SHORTEST_AT_END || CONSONANTS.test(word))
  return (
    seen.some(isShort) &&
    seen.every((word, at) => word === named[at] || isShort(word, at) || (isCut && at === last)) &&
    seen.some((word, at) => word === named[at] && isDistinctiveWord(word))
  )
}

const hasAccents = (words: readonly MerchantNameWord[]) => words.some(({ text, spelled }) => text !== spelled)

/** Whether a word is a common word in short: its beginning ("TECH"), or some of its consonants ("CTR"). */
export function isShortenedWordOf(short: string, whole: string): boolean {
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
function plain(words: readonly MerchantNameWord[]): string[] {
  const texts: string[] = []
  for (const [at, { text, gap }] of words.entries()) {
    if (at === 0 && text === 'the') continue
    if (at > 0 && gap === 'star') return []
    if (at > 0 && gap === 'ampersand') texts.push('and')
    texts.push(text)
  }
  return texts
}
