import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, currencyDecimals, isCurrency, currencyUnlessDefault } from './currencies.ts'
import { decimalAmount, formatMoney } from './money.ts'

const currency = fc.constantFrom(...currencyCodes)

describe('currencies', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['CLF', 4],
  ])('%s has %d decimals', (code, decimals) => {
    expect([isCurrency(code), currencyDecimals(code)]).toEqual([true, decimals])
  })

  it.each(['usd', 'EURO', 'XAU', 'DEM', ''])('"%s" is no currency of ISO 4217', (code) => {
    expect(isCurrency(code)).toBe(false)
  })

  it('are listed once each, in the order of their codes', () => {
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].toSorted())
    expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  })

  it('are left out where they are the default one', () => {
    expect([currencyUnlessDefault('USD'), currencyUnlessDefault('EUR')]).toEqual([{}, { currency: 'EUR' }])
  })
})

describe('an amount as a text', () => {
  it.each([
    [123_456, 'EUR', '€1,234.56'],
    [5, 'EUR', '€0.05'],
    [123_456, 'GBP', '£1,234.56'],
    [1_234_567, 'JPY', '¥1,234,567'],
    [0, 'JPY', '¥0'],
    [1500, 'KWD', 'KWD 1.500'],
    [1, 'KWD', 'KWD 0.001'],
    [12_345_678, 'CHF', 'CHF 123,456.78'],
    [12_345, 'CLF', 'CLF 1.2345'],
    [-1050, 'USD', '-$10.50'],
  ])('%d of %s is %s', (amount, code, text) => {
    expect(formatMoney(amount, code)).toBe(text)
  })

  it('loses no minor unit in any currency, however large it is', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
        (code, amount) => {
          const digits = (text: string) => BigInt(text.replaceAll(/[^0-9-]/g, ''))
          expect(digits(decimalAmount(amount, code))).toBe(BigInt(amount))
          expect(digits(formatMoney(amount, code))).toBe(BigInt(amount))
          const [, rest = ''] = decimalAmount(amount, code).split('.')
          expect(rest).toHaveLength(currencyDecimals(code))
        },
      ),
    )
  })
})
