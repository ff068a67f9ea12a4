import { expect, it } from 'vitest'
import { addCents } from './add-cents.ts'

it('sums are exact or refused', () => {
  expect(addCents(Number.MAX_SAFE_INTEGER, -1)).toBe(Number.MAX_SAFE_INTEGER - 1)
  expect(() => addCents(Number.MAX_SAFE_INTEGER, 1)).toThrow('exact integer')
})
