import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'

/** A process that served for this many milliseconds did not end because of how it started. */
const STEADY_MS = MINUTE_MS
/**
 * After this many ends in a row, none of them after a steady time, of every process, the service gives up: starting processes again does
 * not help.
 */
const MOST_ENDS = 6
const FIRST_DELAY_MS = SECOND_MS / 2
const LONGEST_DELAY_MS = 30 * SECOND_MS

/** How often one process has ended by itself. Times are milliseconds of a clock that never goes back. */
export class ProcessRestartCount {
  #endsInARow = 0
  #servesSince: number | null = null

  serves(now: number): void {
    this.#servesSince = now
  }

  /** Counts an end of the process. Returns after how many milliseconds the process is to be started again. */
  ended(now: number): number {
    this.#endsInARow = this.#isSteady(now) ? 1 : this.#endsInARow + 1
    this.#servesSince = null
    if (this.#endsInARow === 1) return 0
    return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#endsInARow - 2))
  }

  isHopeless(now: number): boolean {
    return this.#endsInARow >= MOST_ENDS && !this.#isSteady(now)
  }

  #isSteady(now: number): boolean {
    return this.#servesSince !== null && now - this.#servesSince >= STEADY_MS
  }
}
