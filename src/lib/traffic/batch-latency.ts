/** Measures how long batches take, and so estimates how long a command will wait for the end of its batch. All times are milliseconds. */
export interface BatchLatency {
  begins(): void
  /** Notes that a batch has ended, with or without success. */
  ends(): void
  /**
   * The expected time until the batch of a new command ends. Before that batch come the batches in flight and `batchesAhead` full batches
   * that wait.
   */
  waitMs(batchesAhead: number): number
  /** The expected time of a batch that begins now, if each batch takes as long as the last one. */
  nextMs(): number
}

/**
 * A batch that has been in flight for fewer milliseconds than this changes no estimate, because a disk flush or a garbage collection delays
 * batches as long.
 */
const HICCUP_MS = 50

/**
 * Batches in flight share the processor and the database, so the duration of a batch counts from the end of the batch before it. The next
 * batch is expected to take the shorter of the last two durations: so no command is refused because of a single slow commit, and after an
 * outage commands are admitted again as soon as a batch was quick. The batch that ends next takes at least the time that it has taken
 * already; once that is more than `HICCUP_MS`, the batches behind it are expected to take as long.
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
      if (inFlight === 0) return 0 // a batch begins at once, which also shows whether the database answers again
      const servedMs = nowMs() - servedSinceMs
      const expectedMs = Math.min(last, beforeLast)
      const batchMs = servedMs > HICCUP_MS ? Math.max(expectedMs, servedMs) : expectedMs
      return batchMs * (inFlight + batchesAhead + 1) - servedMs
    },
  }
}
