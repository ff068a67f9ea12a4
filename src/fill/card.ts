import { randomInt } from 'node:crypto'

export interface PaymentCard {
  readonly pan: string
  /** The card's expiry as `MM/YY`. */
  readonly exp: string
  readonly cvv: string
}

/**
 * How many first and last digits the placeholder has in common with the card number. Pages recognize the card's network by the first ones
 * and show the last ones; PCI DSS (3.4) lets everybody see both.
 */
const KEPT_FIRST = 6
const KEPT_LAST = 4

/**
 * The placeholder for a card: another number of the same issuer, length and last digits, which a checkout accepts as a card number. The
 * digits between are new each time, because shops lock cards that come again and again. The CVV has no leading zero, because a page that
 * reads the CVV as a number would drop it.
 */
export function placeholderForCard({ pan, exp, cvv }: PaymentCard): PaymentCard {
  for (;;) {
    const other = { pan: withOtherMiddle(pan), exp, cvv: code(cvv.length) }
    if (other.pan !== pan && other.cvv !== cvv) return other
  }
}

/** Replaces the middle digits of a card number by random ones. The last of these makes the number pass the Luhn check. */
function withOtherMiddle(pan: string): string {
  const start = `${pan.slice(0, KEPT_FIRST)}${digits(pan.length - KEPT_FIRST - KEPT_LAST - 1)}`
  const candidates = Array.from({ length: 10 }, (_none, digit) => `${start}${digit}${pan.slice(-KEPT_LAST)}`)
  return candidates.find((each) => luhnSum(each) % 10 === 0) ?? pan
}

function luhnSum(pan: string): number {
  let sum = 0
  for (const [index, digit] of Array.from(pan).toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum
}

const code = (length: number): string => `${1 + randomInt(9)}${digits(length - 1)}`
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
