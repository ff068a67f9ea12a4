import { CARD_NUMBER_DIGITS, isLuhnValid } from './card-numbers.ts'

/** Ranges of characters that read as decimal digits: ASCII, full-width and mathematical digits. Each range begins with a zero. */
const DIGITS = [
  [0x30, 0x39],
  [0xff10, 0xff19],
  [0x1d7ce, 0x1d7ff],
] as const
const digit = DIGITS.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('')
/** Matches a run of digits with spaces, hyphens and invisible characters between them. */
const RUN = new RegExp(`[${digit}][${digit}\\s\\p{Zs}\\p{Pd}\\p{Cf}\\u2212]*[${digit}]`, 'gu')

/** The digits of a run that may be a card number, with the positions in the text at which the character of each digit begins and ends. */
interface Digits {
  readonly value: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

interface NumberSpan {
  readonly start: number
  readonly end: number
  readonly last4: string
}

/**
 * Whether a text contains what may be a card number of this installation. Only its form counts: the BIN, the length and the check digit. No
 * card is looked up, so that a caller cannot learn here which cards exist.
 */
export const mayContainCardNumber = (text: string, bin: string): boolean => cardNumbersIn(text, bin).length > 0

/** Replaces each card number of this installation in a text by `****` and its last four digits. */
export function maskCardNumbers(text: string, bin: string): string {
  let masked = ''
  let from = 0
  for (const { start, end, last4 } of cardNumbersIn(text, bin)) {
    masked += `${text.slice(from, start)}****${last4}`
    from = end
  }
  return masked + text.slice(from)
}

const cardNumbersIn = (text: string, bin: string): NumberSpan[] =>
  text.length < CARD_NUMBER_DIGITS
    ? []
    : [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => numbersIn(digitsOf(run, index), bin))

function digitsOf(run: string, offset: number): Digits {
  const starts: number[] = []
  const ends: number[] = []
  let value = ''
  for (let at = 0; at < run.length;) {
    const code = run.codePointAt(at) as number
    const end = at + (code > 0xffff ? 2 : 1)
    const range = DIGITS.find(([first, last]) => code >= first && code <= last)
    if (range !== undefined) {
      value += (code - range[0]) % 10
      starts.push(offset + at)
      ends.push(offset + end)
    }
    at = end
  }
  return { value, starts, ends }
}

/**
 * The card numbers in a run of digits. A number begins where a group of digits begins, and ends where a group ends. Digits in the middle of
 * a longer group are no number.
 */
function numbersIn(digits: Digits, bin: string): NumberSpan[] {
  const { value, starts, ends } = digits
  const spans: NumberSpan[] = []
  for (let first = value.indexOf(bin); first >= 0; first = value.indexOf(bin, first + 1)) {
    const next = first + CARD_NUMBER_DIGITS
    if (next > value.length || !isApart(digits, first) || !isApart(digits, next)) continue
    const number = value.slice(first, next)
    if (!isLuhnValid(number)) continue
    spans.push({ start: starts[first] as number, end: ends[next - 1] as number, last4: number.slice(-4) })
    first = next - 1
  }
  return spans
}

/** Whether other characters separate a digit of the text from the digit before it. */
const isApart = ({ starts, ends }: Digits, at: number): boolean => ends[at - 1] !== starts[at]
