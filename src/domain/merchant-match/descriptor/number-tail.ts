import { isBrandName } from '../known-names/known-names.ts'
import { merchantNameShapeOf } from './shape.ts'
import { wordsBeforeShopNumber } from './vocabulary.ts'
import type { MerchantNameWord } from './words.ts'

/** Words that may be removed from the end of a merchant's name. */
export interface MerchantNameTail {
  /** The number of words that may be removed from the end of a merchant's name. 0: the name has no such words. */
  readonly length: number
  /** True: the removed words themselves show that they are a number or a legal form: "#12", "STORE 12", "INC". */
  readonly isMarked?: boolean
}

export const NO_MERCHANT_NAME_TAIL: MerchantNameTail = { length: 0 }

/** Finds store, order and telephone numbers at the end of a name's first `end` words. */
export function storeNumberTail(words: readonly MerchantNameWord[], end: number): MerchantNameTail {
  const last = words[end - 1]
  if (last === undefined || last.gap === 'dot') return NO_MERCHANT_NAME_TAIL
  const { text, gap } = last
  const isJoined = gap === 'hyphen' || gap === 'slash'
  const joined = isJoined ? joinedLength(words, end) : 0
  if (gap === 'slash') return { length: joined, isMarked: true }
  if (!ANY_DIGIT.test(text)) return { length: isStoreLetter(last, words[end]) ? 1 : 0 }
  // The text is the number of a cash register, after the number of the store: "#4521 Q07", "#122 S1W".
  if (words[end - 2]?.gap === 'hash' && text.length <= 3) return { length: 1, isMarked: true }
  const long = isGroup(words[end - 2]) ? Math.max(telephoneLength(words, end), joined) : joined
  if (long > 0) return { length: long, isMarked: true }
  if (MARKED_NUMBER.test(text)) {
    if (isMarker(words, end - 2)) return { length: 2, isMarked: true }
    if (gap === 'hash' || LEADING_ZERO.test(text)) return { length: 1, isMarked: true }
  }
  return { length: BARE_NUMBER.test(text) || isOrderNumber(text) ? 1 : 0 }
}

const ANY_DIGIT = /[0-9]/
const ALL_DIGITS = /^[0-9]+$/
/** Matches a number after "#" or "STORE": "12", "R123", "WA0042". */
const MARKED_NUMBER = /^[a-z]{0,2}[0-9]+$/
const LEADING_ZERO = /^0[0-9]{2,}$/
/**
 * Matches the number of a store or order without a marker: four digits or more, "F12345", "WA0042". Shorter numbers belong to names:
 * "Studio 54", "Office 365".
 */
const BARE_NUMBER = /^[a-z]{0,2}[0-9]{4,}$/

/** Matches a long number that was filled with zeros: "000K2JXKGF". */
const PADDED = /^00[a-z0-9]{6,}$/

/**
 * Whether a word is an order number, such as "2K4AB1C23": its letters and digits alternate, in runs that are too short to be words.
 * "DEALS2024", "PRO2024" and "4YOU" are not order numbers.
 */
export function isOrderNumber(text: string): boolean {
  if (text.length < 5 || !/^[a-z0-9]+$/.test(text)) return false
  if (PADDED.test(text)) return true
  const turns = text.match(/[a-z]+|[0-9]+/g) ?? []
  const digits = text.replaceAll(/[a-z]/g, '').length
  if (/[a-z]{3}/.test(text)) return !/[a-z]{4}/.test(text) && turns.length > 3 && digits > 2
  return turns.length > 2
}

/**
 * Whether a word of a name announces a number, as the "STORE" of "STORE 0042" does. The "STORE" of "The UPS Store #12" does not: it belongs
 * to a known name.
 */
const isMarker = (words: readonly MerchantNameWord[], at: number) =>
  wordsBeforeShopNumber.has(words[at]?.text ?? '') && !isBrandName(merchantNameShapeOf(words.slice(0, at + 1)).run)

/** Whether the word is the letter before a store number, as the T of "T-1234" is. */
const isStoreLetter = ({ text }: MerchantNameWord, following: MerchantNameWord | undefined) =>
  text.length === 1 && following?.gap === 'hyphen' && ALL_DIGITS.test(following.text)

/**
 * The number of words of a telephone number at the end of a name, in groups as a country writes them: "866-579-7172", "877-7781161",
 * "1-800-555-1212", "020 7946 0018", "0121 496 0123". 0: there is none.
 */
function telephoneLength(words: readonly MerchantNameWord[], end: number): number {
  let [start, digits] = [end, 0]
  while (start > 0 && isGroup(words[start - 1]) && end - start < MOST_GROUPS) {
    start -= 1
    digits += words[start]?.text.length ?? 0
  }
  const first = words[start]?.text ?? ''
  const isNumber = end - start > 1 && digits >= LEAST_DIGITS && digits <= MOST_DIGITS && first.length >= LEAST_OF_AREA
  if (!isNumber) return 0
  return words[start - 1]?.text === '1' && words[start]?.gap === 'hyphen' ? end - start + 1 : end - start
}

const [LEAST_DIGITS, MOST_DIGITS, MOST_GROUPS, LEAST_OF_AREA] = [9, 12, 4, 3]
const isGroup = (word: MerchantNameWord | undefined) =>
  word !== undefined && word.gap !== 'star' && word.gap !== 'hash' && /^[0-9]{3,8}$/.test(word.text)

/**
 * The number of words of an order's number or a date whose groups are joined by hyphens or slashes, each with a digit: "4f367a2a-6d02-4b0b",
 * "O11-08782-36782", "04/11/10". 0: there is none.
 */
function joinedLength(words: readonly MerchantNameWord[], end: number): number {
  let letters = 0
  for (let at = end - 1; at > Math.max(0, end - 1 - MOST_PARTS); at -= 1) {
    const { text, gap } = words[at] as MerchantNameWord
    if (!PART.test(text)) return 0
    letters += text.length
    if (gap === 'hyphen' || gap === 'slash') continue
    const parts = end - at
    return text.length > 1 && parts > 1 && letters >= (parts > 2 ? SHORTEST_DATE : SHORTEST_PAIR) ? parts : 0
  }
  return 0
}

/** The most groups of an order's number that is joined by hyphens: a UUID has five. */
const MOST_PARTS = 5
const [SHORTEST_DATE, SHORTEST_PAIR] = [6, 9]
const PART = /^(?=[a-z]*[0-9])[a-z0-9]+$/
