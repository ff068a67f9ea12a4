import { isKnownRun } from '../known-names/known-names.ts'
import { shapeOf } from './shape.ts'
import { numberMarkers } from './vocabulary.ts'
import type { Word } from './words.ts'

/** Words that may be removed from the end of a name. */
export interface Tail {
  /** The number of words of the tail. 0: the name has no such tail. */
  readonly length: number
  /** True: the tail itself shows that it is a number or a legal form: "#12", "STORE 12", "INC". */
  readonly isMarked?: boolean
}

export const NO_TAIL: Tail = { length: 0 }

/** Finds store, order and telephone numbers at the end of the first `end` words. */
export function numberTail(words: readonly Word[], end: number): Tail {
  const last = words[end - 1]
  if (last === undefined || last.gap === 'dot' || last.gap === 'slash') return NO_TAIL
  const { text, gap } = last
  if (!ANY_DIGIT.test(text)) return { length: isStoreLetter(last, words[end]) ? 1 : 0 }
  // The text is the number of a cash register, after the number of the store: "#4521 Q07", "#122 S1W".
  if (words[end - 2]?.gap === 'hash' && text.length <= 3) return { length: 1, isMarked: true }
  if (MARKED_NUMBER.test(text)) {
    if (isMarker(words, end - 2)) return { length: 2, isMarked: true }
    if (gap === 'hash' || LEADING_ZERO.test(text)) return { length: 1, isMarked: true }
  }
  const telephone = telephoneLength(words, end)
  if (telephone > 0) return { length: telephone, isMarked: true }
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
 * Whether the word announces a number, as the "STORE" of "STORE 0042" does. The "STORE" of "The UPS Store #12" does not: it belongs to a
 * known name.
 */
const isMarker = (words: readonly Word[], at: number) =>
  numberMarkers.has(words[at]?.text ?? '') && !isKnownRun(shapeOf(words.slice(0, at + 1)).run)

/** Whether the word is the letter before a store number, as the T of "T-1234" is. */
const isStoreLetter = ({ text }: Word, following: Word | undefined) =>
  text.length === 1 && following?.gap === 'hyphen' && ALL_DIGITS.test(following.text)

/**
 * The number of words of a telephone number at the end of a name: "866-579-7172", "866 579 7172", "877-7781161", "1-800-555-1212". 0: there
 * is none.
 */
function telephoneLength(words: readonly Word[], end: number): number {
  const digits = (at: number, count: number) => words[at]?.text.length === count && ALL_DIGITS.test(words[at].text)
  if (digits(end - 1, 7) && digits(end - 2, 3)) return 2
  if (!digits(end - 1, 4) || !digits(end - 2, 3) || !digits(end - 3, 3)) return 0
  return words[end - 4]?.text === '1' && words[end - 3]?.gap === 'hyphen' ? 4 : 3
}
