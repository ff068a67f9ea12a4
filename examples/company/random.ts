/** A generator of pseudo-random numbers, which are the same for the same seed on every machine. */
export interface SeededRandom {
  /** A random number of at least 0 and less than 1. */
  next(): number
  /** A random integer from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** Picks an element of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A random number of events whose mean is `mean`. */
  count(mean: number): number
  /** A random factor around 1: within e^spread in two of three cases, and never beyond e^(2 * spread). */
  factor(spread: number): number
}

/**
 * Makes the demo company's generator of random numbers for a name, so that an addition to the company changes no other values. SplitMix32
 * over an FNV-1a hash: good enough for a story, and for nothing that must not be guessed.
 */
export function seededRandom(seed: number, name: string): SeededRandom {
  let state = 0x81_1c_9d_c5
  for (const character of `${seed}:${name}`) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  }
  const next = () => {
    state = (state + 0x9e_37_79_b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    count: (mean) => {
      const limit = Math.exp(-mean)
      let drawn = 0
      for (let product = next(); product > limit; product *= next()) drawn += 1
      return drawn
    },
    factor: (spread) => {
      const bell = next() + next() + next() - 1.5 // nearly normal, with a deviation of a half
      return Math.exp(Math.max(-2, Math.min(2, bell * 2)) * spread)
    },
  }
}
