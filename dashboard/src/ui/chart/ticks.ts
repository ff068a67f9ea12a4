/**
 * The values at an axis's grid lines: zero and at most `count` round values up to `most`. They are integers, because amounts are whole
 * cents and counts are whole.
 */
export function axisTicks(most: number, count: number): number[] {
  const least = Math.max(1, most / count)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
}

/** The possible distances between two named columns. A column is often a day, so they are days, weeks and months rather than tens. */
const STEPS = [1, 2, 7, 14, 30, 60] as const
const FEWEST = 90

/** The number of columns from one named column to the next, if a name below the axis needs `space` pixels. */
export const axisLabelStep = (columnWidth: number, space: number): number =>
  STEPS.find((step) => step * columnWidth >= space) ?? FEWEST
