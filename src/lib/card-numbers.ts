/**
 * Runs of digits that could be a card number: 12 to 19 digits, bare or grouped by single spaces or dashes, with no digit before or after.
 */
const DIGIT_RUN = /(?<![0-9])[0-9](?:[ -]?[0-9]){11,18}(?![0-9])/g
const ZERO = 48

export const CARD_NUMBER_DIGITS = 16

/** Replaces everything in a text that could be a card number: each run of digits that passes the Luhn check. */
export const replaceCardNumbers = (text: string, replace: (run: string, at: number) => string): string =>
  text.replace(DIGIT_RUN, (run, at: number) => (isLuhnValid(run) ? replace(run, at) : run))

/** Whether digits pass the Luhn check. Spaces and dashes between them are skipped. */
export function isLuhnValid(run: string): boolean {
  let sum = 0
  let doubled = false
  for (let i = run.length - 1; i >= 0; i -= 1) {
    const digit = run.charCodeAt(i) - ZERO
    if (digit < 0) continue // a space or a dash
    const counted = doubled ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
    doubled = !doubled
  }
  return sum % 10 === 0
}
