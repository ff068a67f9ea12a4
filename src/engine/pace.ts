/** How long batches take, and so how long a command will wait for the end of its own. */
export interface Pace {
  begins(): void
  ends(): void
  /** Behind the batch that is running, if one is, and so many whole ones that wait; its own included. */
  waitMs(batchesAhead: number): number
  /** What the last batch took. */
  lastMs(): number
}

/**
 * Expects of a batch the shorter of the last two durations: one slow commit turns nobody away, and after an outage the
 * first quick ones let everybody in again. The running one takes at least as long as it has taken.
 */
export function createPace(nowMs: () => number): Pace {
  let last = 0
  let beforeLast = 0
  let begunAtMs: number | null = null
  return {
    begins: () => {
      begunAtMs = nowMs()
    },
    ends: () => {
      beforeLast = last
      last = nowMs() - (begunAtMs ?? nowMs())
      begunAtMs = null
    },
    lastMs: () => last,
    waitMs: (batchesAhead) => {
      if (begunAtMs === null) return 0 // it begins at once: also what finds out whether the database is back
      const runningMs = nowMs() - begunAtMs
      const batchMs = Math.max(Math.min(last, beforeLast), runningMs)
      return batchMs * (batchesAhead + 2) - runningMs
    },
  }
}
