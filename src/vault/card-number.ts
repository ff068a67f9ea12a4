import { assert } from '../lib/assert.ts'
import { CARD_NUMBER_DIGITS } from '../lib/card-numbers.ts'

const VALID_YEARS = 4
const BIN = /^[0-9]{6,8}$/

/** The default of `PURSER_CARD_BIN`: a range that card networks reserve for tests. */
export const TEST_BIN = '400000'

/** Whether a text can be a BIN: 6 to 8 digits. */
export const isBin = (text: string): boolean => BIN.test(text)

/** Draws a uniform, unpredictable integer from 0 up to but not including `max`. */
export type RandomInt = (max: number) => number

export interface CardNumber {
  readonly pan: string
  readonly cvv: string
  /** The month of the card's expiry, `01` to `12`. */
  readonly expMonth: string
  /** The year of the card's expiry, four digits. */
  readonly expYear: string
}

/**
 * Creates a card number under the BIN, with a Luhn check digit, a CVV, and an expiry four years from `now`. Throws
 * where `bin` is not 6 to 8 digits.
 */
export function mintCardNumber(bin: string, now: number, random: RandomInt): CardNumber {
  assert(isBin(bin), 'a BIN has 6 to 8 digits')
  const accountDigits = CARD_NUMBER_DIGITS - 1 - bin.length
  const body = bin + String(random(10 ** accountDigits)).padStart(accountDigits, '0')
  const date = new Date(now)
  return {
    pan: body + luhnDigit(body),
    cvv: String(random(1000)).padStart(3, '0'),
    expMonth: String(date.getUTCMonth() + 1).padStart(2, '0'),
    expYear: String(date.getUTCFullYear() + VALID_YEARS),
  }
}

/** The check digit that completes a number for the Luhn check. */
export function luhnDigit(body: string): string {
  let sum = 0
  for (let i = 0; i < body.length; i += 1) {
    const digit = Number(body[body.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}
