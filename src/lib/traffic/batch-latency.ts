/** How long batches take, and so how long a command will wait for the end of its own. */
export interface BatchLatency {
  begins(): void
  ends(): void
  /** Behind the batches that are in flight, and so many whole ones that wait; its own included. */
  waitMs(batchesAhead: number): number
  /** Of a command that is taken now, should each batch take as long as the last. */
  nextMs(): number
}

/** A flush of the disk, a collection of garbage: nothing to conclude from. */
const HICCUP_MS = 50

/**
 * Batches in flight share the processor and the database: each takes the time from the end of the one before it. Expects of a
 * batch the shorter of the last two durations: one slow commit turns nobody away, and after an outage the first quick ones
 * let everybody in again. The one that is served takes at least as long as it has taken, and once that is long, so do those
 * behind it.
 */
export function createBatchLatency(nowMs: () => number): BatchLatency {
  let last = 0
  let beforeLast = 0
  let inFlight = 0
  let servedSinceMs = 0
  return {
    begins: () => {
      if (inFlight === 0) servedSinceMs = nowMs()
      inFlight += 1
    },
    ends: () => {
      beforeLast = last
      last = nowMs() - servedSinceMs
      servedSinceMs = nowMs()
      inFlight -= 1
    },
    nextMs: () => last * (inFlight + 1),
    waitMs: (batchesAhead) => {
      if (inFlight === 0) return 0 // it begins at once: also what finds out whether the database is back
      const servedMs = nowMs() - servedSinceMs
      const expectedMs = Math.min(last, beforeLast)
      const batchMs = servedMs > HICCUP_MS ? Math.max(expectedMs, servedMs) : expectedMs
      return batchMs * (inFlight + batchesAhead + 1) - servedMs
    },
  }
}
