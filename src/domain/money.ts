import { assert } from '../lib/assert.ts'

/** `$1,234.56`: how amounts read in messages. Cards are in USD (contract, section 2). */
export function formatCents(cents: number): string {
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`
}

/** The sum, where it is an exact number of cents: beyond 2^53 - 1 cents would be lost without a sign. */
export function addCents(a: number, b: number): number {
  const sum = a + b
  assert(Number.isSafeInteger(sum), 'an amount in cents is an exact integer')
  return sum
}

const UNITS_PER_PERCENT = 10_000
const UNITS = 100 * UNITS_PER_PERCENT

/**
 * Whole cents in `percent` of an amount, rounded down. The percentage counts to four decimals. In integers: 0.57 % of
 * 10000 is 57, where floating point says 56.99.
 */
export function percentOf(cents: number, percent: number): number {
  const units = Math.round(percent * UNITS_PER_PERCENT)
  const rest = cents % UNITS
  return ((cents - rest) / UNITS) * units + Math.floor((rest * units) / UNITS)
}
