/** Round values from zero up to the most, at most so many beside zero. They are whole: there is no half of a cent or of a delivery. */
export function ticksOf(most: number, count: number): number[] {
  const least = Math.max(1, most / count)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
}

/** Days between names: weeks and months rather than tens. */
const STEPS = [1, 2, 7, 14, 30, 60] as const
const FEWEST = 90

/** Every how many columns a name stands, where names need so much space. */
export const labelStep = (columnWidth: number, space: number): number =>
  STEPS.find((step) => step * columnWidth >= space) ?? FEWEST
