import type { buttonWords } from './button-words.ts'
import type { plainText } from './plain-text.ts'

declare const page: { plainText: typeof plainText }

/**
 * The meaning of a button of a checkout by what is written on it: it pays with the card (`pays`), perhaps pays in another way (`may pay`), leads
 * on to another step (`continues`), or does anything else (null). An amount on it does not matter. It runs in pages, too.
 */
export function buttonMeaning(
  text: string,
  { pays, mayPay, continues, otherWays }: typeof buttonWords,
  plainOf = page.plainText,
): 'pays' | 'may pay' | 'continues' | null {
  const plain = plainOf(text)
    .replaceAll(
      /(?<!\p{L})(?:usd|eur|gbp|chf|cad|aud|us|kr|sek|pln|zl|jpy|cny|krw|sar|aed|brl|r|rs|ريال|درهم)(?!\p{L})/gu,
      ' ',
    )
    .replaceAll(/\p{N}+ ?[円元원]?/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const is = (source: string) => new RegExp(source, 'u').test(plain)
  if (is(pays)) return 'pays'
  if (is(mayPay)) return is(otherWays) ? null : 'may pay'
  return is(continues) ? 'continues' : null
}
