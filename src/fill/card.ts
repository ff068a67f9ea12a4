import { randomInt } from 'node:crypto'

export interface Card {
  readonly pan: string
  /** The card's expiry as `MM/YY`. */
  readonly exp: string
  readonly cvv: string
}

/** How many first digits the placeholder shares with the card number: pages recognize a card's network by them. */
const NETWORK_DIGITS = 2

/**
 * The placeholder for a card: another number of the same network and length, which a checkout accepts as a card number. The number is new
 * each time, because shops lock cards that come again and again. The CVV has no leading zero, because a page that reads the CVV as a number
 * would drop it.
 */
export function placeholderFor({ pan, exp, cvv }: Card): Card {
  for (;;) {
    const other = { pan: luhnNumber(pan.slice(0, NETWORK_DIGITS), pan.length), exp, cvv: code(cvv.length) }
    if (other.pan !== pan && other.cvv !== cvv) return other
  }
}

function luhnNumber(start: string, length: number): string {
  const body = `${start}${digits(length - start.length - 1)}`
  let sum = 0
  for (const [index, digit] of Array.from(body).toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return `${body}${(10 - (sum % 10)) % 10}`
}

const code = (length: number): string => `${1 + randomInt(9)}${digits(length - 1)}`
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
