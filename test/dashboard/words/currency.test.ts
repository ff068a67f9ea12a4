import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText, parseAmount, plainAmount } from '../../../dashboard/src/lib/amount.ts'
import { formatMoney, formatMoneyShort, decimalsOf } from '../../../dashboard/src/lib/format.ts'
import { currencyCodes, decimalsOf as decimalsOfService } from '../../../src/domain/currencies.ts'
import { decimalAmount } from '../../../src/domain/money.ts'

describe('money in the dashboard', () => {
  it('has the decimals that the service gives each currency', () => {
    expect(currencyCodes.map((code) => [code, decimalsOf(code)])).toEqual(
      currencyCodes.map((code) => [code, decimalsOfService(code)]),
    )
  })

  it.each([
    ['USD', 123_456, '$1,234.56'],
    ['EUR', 123_456, '€1,234.56'],
    ['JPY', 123_456, '¥123,456'],
    ['KWD', 123_456, 'KWD\u00a0123.456'],
    ['HUF', 123_456, 'HUF\u00a01,234.56'],
  ])('is written in %s as the reader’s language does', (currency, cents, text) => {
    expect(formatMoney(cents, currency)).toBe(text)
  })

  it('is short where room is', () => {
    expect([formatMoneyShort(123_400), formatMoneyShort(1_234_000, 'JPY')]).toEqual(['$1.2K', '¥1.2M'])
  })

  it.each([
    ['JPY', '1,234', 1234],
    ['JPY', '¥12', 12],
    ['JPY', '12.5', undefined],
    ['KWD', '1.234', 1234],
    ['KWD', '1.2345', undefined],
    ['EUR', '€1,234.5', 123_450],
  ])('is read in %s: %s', (currency, text, cents) => {
    expect(parseAmount(text, currency)).toBe(cents)
  })

  it('is the same after it was written and read, in every currency', () => {
    const currency = fc.constantFrom(...currencyCodes)
    fc.assert(
      fc.property(currency, fc.integer({ min: 0, max: 10 ** 11 }), (code, cents) => {
        expect(plainAmount(cents, code)).toBe(decimalAmount(cents, code))
        expect(parseAmount(amountText(cents, code), code)).toBe(cents)
      }),
    )
  })
})
