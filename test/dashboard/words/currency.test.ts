import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountFormatError,
  amountFieldText,
  parseAmount,
  machineReadableAmount,
  parseTypedMoney,
} from '../../../dashboard/src/lib/amount.ts'
import { currencyDecimals, formatMoney, formatMoneyShort } from '../../../dashboard/src/lib/format.ts'
import { currencyCodes, currencyDecimals as decimalsOfService } from '../../../src/domain/currencies.ts'
import { decimalAmount } from '../../../src/domain/money.ts'

describe('money in the dashboard', () => {
  it('has the decimals that the service gives each currency', () => {
    expect(currencyCodes.map((code) => [code, currencyDecimals(code)])).toEqual(
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
    ['EUR', '20 eur', 2000],
    ['EUR', '$20', undefined],
    ['EUR', '20 USD', undefined],
    ['JPY', '€20', undefined],
    ['CAD', '$20', 2000],
    ['CLF', '999999999999.9999', undefined],
    ['XCG', 'Cg. 1.50', 150],
    ['XOF', 'F CFA 1,500', 1500],
  ])('is read in %s: %s', (currency, text, cents) => {
    expect(parseAmount(text, currency)).toBe(cents)
  })

  it.each([
    ['EUR', '1.234,50 €', 123_450],
    ['EUR', '1.234', 123_400],
    ['JPY', '1.234', 1234],
    ['KWD', '1,234', 1234],
    ['KWD', '1.234', 1_234_000],
  ])('is read as German writes it in %s: %s', (currency, text, cents) => {
    expect(parseAmount(text, currency, ',')).toBe(cents)
  })

  it.each([
    ['USD', 'This is no amount in dollars. Write for instance 25 or 25.50.'],
    ['JPY', 'This is no amount in JPY. Write for instance 25 or 2500.'],
    ['KWD', 'This is no amount in KWD. Write for instance 25 or 25.500.'],
  ])('is asked for again as %s has it', (currency, text) => {
    expect(amountFormatError(currency)).toBe(text)
  })

  it.each([
    ['20', 'EUR', { cents: 2000, currency: 'EUR' }],
    ['$20', 'EUR', { cents: 2000, currency: 'USD' }],
    ['$20', 'CAD', { cents: 2000, currency: 'CAD' }],
    ['¥2,500', 'USD', { cents: 2500, currency: 'JPY' }],
    ['kwd 1.5', 'USD', { cents: 1500, currency: 'KWD' }],
    ['12.345', 'USD', undefined],
    ['cloud 9', 'USD', undefined],
  ])('is found by %s where %s is usual', (text, usual, read) => {
    expect(parseTypedMoney(text, usual)).toEqual(read)
  })

  it('is the same after it was written and read, in every currency', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 11 })
    for (const code of currencyCodes)
      fc.assert(
        fc.property(amount, (cents) => {
          expect(machineReadableAmount(cents, code)).toBe(decimalAmount(cents, code))
          expect(parseAmount(amountFieldText(cents, code), code)).toBe(cents)
          expect(parseAmount(formatMoney(cents, code), code)).toBe(cents)
        }),
        { numRuns: 20 },
      )
  })

  it('loses no minor unit in any currency, however large it is', () => {
    const currency = fc.constantFrom(...currencyCodes)
    const amount = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    const digits = (text: string) => BigInt(text.replaceAll(/[^0-9-]/g, ''))
    fc.assert(
      fc.property(currency, amount, (code, cents) => {
        expect(digits(machineReadableAmount(cents, code))).toBe(BigInt(cents))
        expect(digits(formatMoney(cents, code))).toBe(BigInt(cents))
      }),
    )
  })
})
