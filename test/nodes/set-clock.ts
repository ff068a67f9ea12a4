import { MachineClock } from '../../src/lib/machine-clock.ts'

/** A machine's clock that a test sets. */
export interface SetClock {
  /** How far it is from the right time at each look, milliseconds; below 0: behind. */
  off: () => number
  readonly clock: MachineClock
}

export function setClock(): SetClock {
  const set = { off: () => 0 }
  return Object.assign(set, { clock: new MachineClock({ machine: { now: () => Date.now() + set.off() } }) })
}
