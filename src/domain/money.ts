import { assert } from '../lib/assert.ts'

/** Formats an amount as messages show it: `$1,234.56`. All cards are in USD (contract, section 2). */
export function formatCents(cents: number): string {
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`
}

/** Adds two amounts in cents. Throws above 2^53 - 1, where a sum would silently lose cents. */
export function addCents(a: number, b: number): number {
  const sum = a + b
  assert(Number.isSafeInteger(sum), 'an amount in cents is an exact integer')
  return sum
}

const UNITS_PER_PERCENT = 10_000
const UNITS = 100 * UNITS_PER_PERCENT

/**
 * `percent` of an amount, in whole cents, rounded down. Four decimals of the percentage count. It is computed with integers: 0.57 % of
 * 10000 is 57, where floating point gives 56.99.
 */
export function percentOf(cents: number, percent: number): number {
  const units = Math.round(percent * UNITS_PER_PERCENT)
  const rest = cents % UNITS
  return ((cents - rest) / UNITS) * units + Math.floor((rest * units) / UNITS)
}
