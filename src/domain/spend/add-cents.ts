import { assert } from '../../lib/assert.ts'

/** Adds two amounts in minor units of one currency. Throws above 2^53 - 1, where a sum would silently lose minor units. */
export function addCents(a: number, b: number): number {
  const sum = a + b
  assert(Number.isSafeInteger(sum), 'an amount in cents is an exact integer')
  return sum
}
