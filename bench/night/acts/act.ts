import type { NightStage } from '../stage/stage.ts'

/** An act of `bench:night`: one thing that goes wrong, or that an operator does, such as a failover. */
export interface NightAct {
  readonly name: string
  /** The alerts that have to fire during the act of `bench:night`, and to be resolved at its end. */
  readonly expects: readonly string[]
  /** Alerts that may fire in the act: whether they do depends on how long the machine takes. */
  readonly may?: readonly string[]
  /** Alerts that this act causes and a later act waits for. They may fire in this act and in all acts up to that one. */
  readonly begins?: readonly string[]
  /** Plays the act of `bench:night`. Resolves when the damage is repaired. Rejects if a promise of the service does not hold. */
  play(stage: NightStage): Promise<void>
}
