import { describe, expect, it } from 'vitest'
import { amountAndCeiling, amountInWords, ceilingInWords } from './amount-in-words.ts'
import { formatMoney } from './money.ts'

describe('the amount of an intent', () => {
  it.each([
    [{ expectedAmount: 4900 }, '$49.00', '$49.00', 'any amount within the limits'],
    [{ expectedAmount: 4900, ceiling: 5390 }, '$49.00', '$49.00, up to $53.90', 'up to $53.90'],
    [{ expectedAmount: 4900, ceiling: 5391 }, '$49.00, up to $53.91', '$49.00, up to $53.91', 'up to $53.91'],
    [{ expectedAmount: 9, ceiling: 9 }, '$0.09', '$0.09', 'up to $0.09'],
    [{ expectedAmount: 9, ceiling: 10 }, '$0.09, up to $0.10', '$0.09, up to $0.10', 'up to $0.10'],
    [
      { expectedAmount: 100, ceiling: 9_000_100 },
      '$1.00, up to $90,001.00',
      '$1.00, up to $90,001.00',
      'up to $90,001.00',
    ],
    [{ expectedAmount: 5, ceiling: 700, expectedCurrency: 'JPY' }, '¥5, up to ¥700', '¥5, up to ¥700', 'up to ¥700'],
    [{}, 'any amount', 'any amount', 'any amount within the limits'],
  ])('and ceiling of %j', (intent, amount, both, ceiling) => {
    const money = { money: formatMoney }
    const said = [amountInWords(intent, money), amountAndCeiling(intent, money), ceilingInWords(intent, money)]
    expect(said).toEqual([amount, both, ceiling])
  })
})
