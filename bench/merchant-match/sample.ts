/** A statement or an impostor's name, with the answer that the matcher should give. */
export interface LabelledSample {
  /** The origin of the sample: a hand-written list or the generator, with the country. */
  readonly source: string
  readonly kind: string
  readonly observed: string
  readonly listed: string
  readonly city?: string
  readonly country?: string
}

/** The countries whose statements were used to make the rules of the matcher. Nobody looked at the results of other countries meanwhile. */
export const matcherTuningCountries: ReadonlySet<string> = new Set(['GB', 'US', 'DE', 'FR'])

export const isSampleFromTunedCountry = ({ source }: LabelledSample): boolean =>
  matcherTuningCountries.has(source.slice(-2))

/** A generator of the same random numbers in every run (mulberry32). */
export function randomNumbersFromSeed(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    digits: (count: number): string => String(Math.floor(next() * 9 * 10 ** (count - 1)) + 10 ** (count - 1)),
  }
}
export type RandomNumbers = ReturnType<typeof randomNumbersFromSeed>
