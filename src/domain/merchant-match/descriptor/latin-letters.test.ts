import anyAscii from 'any-ascii'
import { describe, expect, it } from 'vitest'
import { compileMerchantList } from '../merchant-match.ts'
import { lowerCase, withoutAccent } from './characters.ts'
import { latinBlocks } from './latin-letters.ts'

const letters = latinBlocks
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)))
  .filter((letter) => /\p{L}/u.test(letter))

/**
 * Characters for which the transliteration differs, decided here: marks that are no letters, and letters that only look like a sign or a
 * digit.
 */
const decided: Readonly<Record<string, string>> = {
  ŉ: 'n',
  ẚ: 'a',
  ẜ: 's',
  ẝ: 's',
  Ƅ: 'ƅ',
  ƅ: 'ƅ',
  Ƨ: 'ƨ',
  ƨ: 'ƨ',
  Ƽ: 'ƽ',
  ƽ: 'ƽ',
  Ƹ: 'ƹ',
  ƹ: 'ƹ',
  ǀ: 'ǀ',
  ǁ: 'ǁ',
  ǂ: 'ǂ',
  ǃ: 'ǃ',
  Ɂ: 'ɂ',
  ɂ: 'ɂ',
}

describe('Latin letters with marks', () => {
  it('are written without them as a transliteration of somebody else does', () => {
    const ours = letters.map((letter) => `${letter} ${withoutAccent(lowerCase(letter))}`)
    expect(ours).toEqual(letters.map((letter) => `${letter} ${decided[letter] ?? anyAscii(letter).toLowerCase()}`))
    expect(letters.length).toBeGreaterThan(600)
  })

  it.each([
    ['Kahve Dünyası', 'KAHVE DUNYASI 0412'],
    ['Yapı Market', 'YAPI MARKET'],
    ['Đồng Nai Gạo', 'DONG NAI GAO'],
    ['Trần Gia', 'TRAN GIA'],
    ['Phở Hòa', 'PHO HOA'],
    ['Þór Bakarí', 'THOR BAKARI'],
    ['Gənclik Mall', 'GENCLIK MALL'],
    ['H&M', 'H&amp;M'],
    ['H&M', 'H&AMP;AMP;M 0123'],
    ["Macy's", 'MACY&#39;S'],
    ['Dick Smith "Electronics"', 'DICK SMITH &quot;ELECTRONICS&quot;'],
  ])('of %s are recognized in %s', (listed, observed) => {
    expect(compileMerchantList([listed]).matches(observed)).toBe(listed)
    expect(compileMerchantList([observed]).matches(listed)).toBe(observed)
  })

  it.each([
    ['Apple', 'Äpple'],
    ['Dell', 'Đell'],
    ['Amazon', 'Amazơn'],
  ])('do not make another name of the brand %s: %s', (brand, alike) => {
    expect(compileMerchantList([brand]).matches(alike)).toBeUndefined()
  })
})
