import { describe, expect, it } from 'vitest'
import { mayContainCardNumber, maskCardNumbers } from './numbers-in-text.ts'

const BIN = '400000'

describe('a card number in a text', () => {
  it.each([
    ['alone', '4000001234567899', '****7899'],
    ['in a sentence', 'Pay with 4000001234567899, please.', 'Pay with ****7899, please.'],
    ['in groups', 'card: 4000 0012 3456 7899.', 'card: ****7899.'],
    ['with hyphens', '4000-0012-3456-7899', '****7899'],
    ['with a group of one', '4 000001234567899', '****7899'],
    ['with several spaces and a line end', '4000  0012\n3456 - 7899', '****7899'],
    ['behind other digits', 'order 12 4000 0012 3456 7899', 'order 12 ****7899'],
    ['before its CVV and expiry', '4000001234567899 123 12/30', '****7899 123 12/30'],
    ['between letters', 'x4000001234567899y', 'x****7899y'],
    ['with full-width digits', '4000\u{3000}001234567899', '****7899'],
    ['with mathematical digits', '\u{1d7d2}000001234567899', '****7899'],
    ['with what nobody sees', '40000012\u{200b}3456\u{feff}7899', '****7899'],
    ['with other spaces and hyphens', '4000\u{a0}0012\u{2011}3456\u{2212}7899', '****7899'],
    ['twice', '4000001234567899/4000001234567899', '****7899/****7899'],
    ['as a fraction', '0.4000001234567899', '0.****7899'],
  ])('%s is found, and masked', (_, text, masked) => {
    expect(mayContainCardNumber(text, BIN)).toBe(true)
    expect(maskCardNumbers(text, BIN)).toBe(masked)
  })

  it.each([
    ['another check digit', '4000001234567898'],
    ['another BIN', '4111111111111111'],
    ['one digit fewer', '400000123456789'],
    ['a longer number with it inside', '24000001234567899'],
    ['a longer number that goes on', '40000012345678991'],
    ['a moment in milliseconds', '1795359600000'],
    ['a moment in microseconds', '1795359600000000'],
    ['a time stamp', '2026-11-22 17:07:00.123'],
    ['an order number', 'INV-2026-0000-1234-5678'],
    ['a telephone number', '+49 40 000 012 345'],
    ['another thing between the digits', '4000.0012.3456.7899'],
    ['nothing', ''],
  ])('%s is none, and left as it is', (_, text) => {
    expect(mayContainCardNumber(text, BIN)).toBe(false)
    expect(maskCardNumbers(text, BIN)).toBe(text)
  })

  it.each(['4 ', '4 0 0 0 0 0 ', '40000012345678'])('a mebibyte of %j is looked through', (part) => {
    expect(mayContainCardNumber(part.repeat(2 ** 20 / part.length), BIN)).toBe(false)
  })
})
