/** A seeded generator of test values: the same seed, the same values. */
export interface Random {
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  /** The value with that probability, else nothing. */
  maybe<T>(probability: number, value: () => T): T | undefined
  some<T>(values: readonly T[], most: number): T[]
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(values: readonly T[]) => values[between(0, values.length - 1)] as T
  return {
    between,
    pick,
    chance: (probability) => next() < probability,
    maybe: (probability, value) => (next() < probability ? value() : undefined),
    some: (values, most) => Array.from({ length: between(0, most) }, () => pick(values)),
  }
}
