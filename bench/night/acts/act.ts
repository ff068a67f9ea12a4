import type { Stage } from '../stage/stage.ts'

/** An act is an event of the night, such as a failover. */
export interface Act {
  readonly name: string
  /** The alerts that have to fire during the act, and to be resolved at its end. */
  readonly expects: readonly string[]
  /** Alerts that may fire: whether they do depends on how long the machine takes. */
  readonly may?: readonly string[]
  /** Alerts that this act causes and a later act waits for. They may fire in this act and in all up to that one. */
  readonly begins?: readonly string[]
  /** Resolves when what was broken is mended. Rejects where a promise does not hold. */
  play(stage: Stage): Promise<void>
}
