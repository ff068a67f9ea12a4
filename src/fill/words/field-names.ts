import { cardWords, sentCardNumberFieldPattern } from './card-words.ts'
import { plainText } from './plain-text.ts'

const patternOf = (...sources: readonly string[]) => new RegExp(sources.join('|'), 'u')
const NUMBER = patternOf(sentCardNumberFieldPattern)
const CODE = patternOf(cardWords.code, cardWords.codeSent)
const EXPIRY = patternOf(cardWords.expiry, cardWords.expirySent, cardWords.month, cardWords.year)

/**
 * Whether a field of this name contains a card number. The name of a nickname, a note or an address does not count, because a shop shows
 * such fields again.
 */
export const isCardNumberFieldName = (name: string): boolean => NUMBER.test(withoutDigits(plainText(name)))
export const isCardCodeFieldName = (name: string): boolean => CODE.test(plainText(name))
export const isExpiryFieldName = (name: string): boolean => EXPIRY.test(plainText(name))

const withoutDigits = (text: string): string =>
  text
    .replaceAll(/\p{N}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
