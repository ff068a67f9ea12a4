import { isKnownRun } from './known-names.ts'
import { shapeOf } from './shape.ts'
import { numberMarkers } from './vocabulary.ts'
import type { Word } from './words.ts'

/** What may be taken off the end of a name. */
export interface Tail {
  /** Words; 0 where there is none. */
  readonly length: number
  /** It says itself what it is: "#12", "STORE 12", "INC". */
  readonly isMarked?: boolean
}

/** Store, order and telephone numbers at the end of the first `end` words. */
export function numberTail(words: readonly Word[], end: number): Tail {
  const last = words[end - 1]
  if (last === undefined || last.gap === 'dot') return { length: 0 }
  const { text, gap } = last
  if (!/[0-9]/.test(text)) return { length: isStoreLetter(last, words[end]) ? 1 : 0 }
  if (isMarker(words, end - 2)) return { length: 2, isMarked: true }
  if (gap === 'hash' || /^0[0-9]{2}/.test(text)) return { length: 1, isMarked: true }
  const telephone = telephoneLength(words, end)
  if (telephone > 0) return { length: telephone, isMarked: true }
  return { length: isStoreNumber(text) || isOrderNumber(text) ? 1 : 0 }
}

/** The "STORE" of "STORE 0042", but not that of "The UPS Store #12". */
const isMarker = (words: readonly Word[], at: number) =>
  at > 0 && numberMarkers.has(words[at]?.text ?? '') && !isKnownRun(shapeOf(words.slice(0, at + 1)).run)

/** The T of "T-1234". */
const isStoreLetter = ({ text }: Word, following: Word | undefined) =>
  text.length === 1 && following?.gap === 'hyphen' && /^[0-9]+$/.test(following.text)

/** Four digits or more, "F12345", "WA0042". Shorter ones are names: "Studio 54", "Office 365". */
const isStoreNumber = (text: string) => /^(?:[0-9]{4,}|[a-z]{1,2}[0-9]{3,})$/.test(text)

/** "2K4AB1C23": at least seven letters and digits, three of them digits. */
const isOrderNumber = (text: string) =>
  text.length >= 7 && /^[a-z0-9]+$/.test(text) && text.replaceAll(/[a-z]/g, '').length >= 3

/** "866-579-7172", "1-800-555-1212", "866 579 7172": how many words; 0 where it is none. */
function telephoneLength(words: readonly Word[], end: number): number {
  const digits = (at: number, count: number) => words[at]?.text.length === count && /^[0-9]+$/.test(words[at].text)
  if (!digits(end - 1, 4) || !digits(end - 2, 3) || !digits(end - 3, 3)) return 0
  return words[end - 4]?.text === '1' && words[end - 3]?.gap === 'hyphen' ? 4 : 3
}
