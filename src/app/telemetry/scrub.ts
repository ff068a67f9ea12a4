import { replaceCardNumbers } from '../../lib/card-numbers.ts'

const REDACTED = '[redacted]'

const API_KEY = /\bsk_[A-Za-z0-9_]{8,}/g
const WEBHOOK_SECRET = /\bwhsec_[A-Za-z0-9]{8,}/g
const BEARER = /\b(bearer +)[\x21\x23-\x7e]+/gi
const URL_PASSWORD = /(\b[a-z]+:\/\/[^\s:@/"]*:)[^\s@/"]+@/g

/**
 * Removes card numbers and secrets from a line of the log. No part of Purser should have written them into the log, but a library's message
 * may contain what the library was given.
 */
export function scrubLogLine(line: string): string {
  return replaceCardNumbers(line, (run, at) => placeholder(line, run, at))
    .replace(API_KEY, `sk_${REDACTED}`)
    .replace(WEBHOOK_SECRET, `whsec_${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(URL_PASSWORD, `$1${REDACTED}@`)
}

/**
 * The text that replaces a card number. Where the card number may be a JSON number it is replaced by a JSON number, so that the line stays
 * JSON.
 */
function placeholder(line: string, run: string, at: number): string {
  const mayBeJsonNumber = /[:[,]/.test(line.charAt(at - 1)) && /[\]},]/.test(line.charAt(at + run.length))
  return mayBeJsonNumber ? '0' : REDACTED
}
