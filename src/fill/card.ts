import { randomInt } from 'node:crypto'

/** As Purser seals it. */
export interface Card {
  readonly pan: string
  /** `MM/YY` */
  readonly exp: string
  readonly cvv: string
}

/** Another number of the same length that a checkout takes for one: shops lock those who repeat one, so it is new each time. */
export function placeholderFor({ pan, exp, cvv }: Card): Card {
  for (;;) {
    const standIn = { pan: luhnNumber(pan.length), exp, cvv: digits(cvv.length) }
    if (standIn.pan !== pan && standIn.cvv !== cvv) return standIn
  }
}

function luhnNumber(length: number): string {
  const body = `4${digits(length - 2)}`
  let sum = 0
  for (const [place, digit] of Array.from(body).toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return `${body}${(10 - (sum % 10)) % 10}`
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
