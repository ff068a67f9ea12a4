import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789, '$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ])('%d cents read %s', (cents, text) => {
    expect(formatMoney(cents, 'USD')).toBe(text)
  })
})
