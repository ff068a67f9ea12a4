/**
 * The values at the lines of an axis: zero and at most `count` round values above it, up to `most`. They are whole, because there is no half
 * of a cent or of a delivery.
 */
export function ticksOf(most: number, count: number): number[] {
  const least = Math.max(1, most / count)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
}

/** The choice of columns between two names. A column is often a day, so the choice has weeks and months rather than tens. */
const STEPS = [1, 2, 7, 14, 30, 60] as const
const FEWEST = 90

/** How many columns lie from one name below the axis to the next, if a name needs `space` pixels. */
export const labelStep = (columnWidth: number, space: number): number =>
  STEPS.find((step) => step * columnWidth >= space) ?? FEWEST
