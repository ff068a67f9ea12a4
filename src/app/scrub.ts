const REDACTED = '[redacted]'

/** 12 to 19 digits, bare or grouped by single spaces or dashes, with no digit before or after. */
const DIGIT_RUN = /(?<![0-9])[0-9](?:[ -]?[0-9]){11,18}(?![0-9])/g
const API_KEY = /\bsk_[A-Za-z0-9_]{8,}/g
const WEBHOOK_SECRET = /\bwhsec_[A-Za-z0-9]{8,}/g
const BEARER = /\b(bearer +)[\x21\x23-\x7e]+/gi
const URL_PASSWORD = /(\b[a-z]+:\/\/[^\s:@/"]*:)[^\s@/"]+@/g

/**
 * Takes card numbers and secrets out of a line of text. The log's last door: nothing should have put them there, but a
 * message of a library may hold what it was given.
 */
export function scrub(line: string): string {
  return line
    .replace(DIGIT_RUN, replaceNumber)
    .replace(API_KEY, `sk_${REDACTED}`)
    .replace(WEBHOOK_SECRET, `whsec_${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(URL_PASSWORD, `$1${REDACTED}@`)
}

/** Where it may be a JSON number it becomes one, so that the line stays JSON. */
function replaceNumber(run: string, at: number, line: string): string {
  if (!isLuhnValid(run)) return run
  const mayBeJsonNumber = /[:[,]/.test(line.charAt(at - 1)) && /[\]},]/.test(line.charAt(at + run.length))
  return mayBeJsonNumber ? '0' : REDACTED
}

const ZERO = 48

function isLuhnValid(run: string): boolean {
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
