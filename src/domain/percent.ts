const UNITS_PER_PERCENT = 10_000
const UNITS = 100 * UNITS_PER_PERCENT

/**
 * `percent` of an amount, in whole minor units, rounded down. Four decimals of the percentage count. It is computed with integers: 0.57 %
 * of 10000 is 57, where floating point gives 56.99.
 */
export function percentOf(cents: number, percent: number): number {
  const units = Math.round(percent * UNITS_PER_PERCENT)
  const rest = cents % UNITS
  return ((cents - rest) / UNITS) * units + Math.floor((rest * units) / UNITS)
}
