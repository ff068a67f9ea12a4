/** Measures how long batches take, and so estimates how long a command will wait for the end of its batch. All times are milliseconds. */
export interface BatchLatency {
  /** Notes that a batch of the engine begins. Returns a function to call when the batch has ended, with or without success. */
  begins(): () => void
  /**
   * The expected time until the batch of a new command ends. Before that batch come the batches in flight and `batchesAhead` full batches
   * that wait.
   */
  waitMs(batchesAhead: number): number
  /** The expected time of a batch that begins now: the shortest of the last batches, one more than may be in flight at a time. */
  nextMs(): number
}

/**
 * A batch that has been in flight for fewer milliseconds than this changes no estimate, because a disk flush or a garbage collection delays
 * batches as long.
 */
const HICCUP_MS = 50

/**
 * For `waitMs`, batches in flight share the processor and the database, so the duration of a batch counts from the end of the batch before it.
 * The engine's next batch is expected to take the shorter of the last two durations. The batch that ends next takes at least the time that it has taken
 * already; once that is more than `HICCUP_MS`, the batches behind it are expected to take as long.
 *
 * A slow moment of the database delays all batches in flight. `nextMs` takes no notice of a single one, so that the commands that have waited
 * for it are decided by the next batch. After an outage commands are admitted again as soon as batches were quick.
 */
export function createBatchLatency(nowMs: () => number, { maxInFlight }: { maxInFlight: number }): BatchLatency {
  const durations: number[] = []
  let last = 0
  let beforeLast = 0
  let inFlight = 0
  let servedSinceMs = 0
  const ends = (begunMs: number) => {
    beforeLast = last
    last = nowMs() - servedSinceMs
    servedSinceMs = nowMs()
    inFlight -= 1
    durations.push(nowMs() - begunMs)
    if (durations.length > maxInFlight + 1) durations.shift()
  }
  return {
    begins: () => {
      const begunMs = nowMs()
      if (inFlight === 0) servedSinceMs = begunMs
      inFlight += 1
      return () => ends(begunMs)
    },
    nextMs: () => (durations.length > maxInFlight ? Math.min(...durations) : 0),
    waitMs: (batchesAhead) => {
      if (inFlight === 0) return 0 // a batch begins at once, which also shows whether the database answers again
      const servedMs = nowMs() - servedSinceMs
      const expectedMs = Math.min(last, beforeLast)
      const batchMs = servedMs > HICCUP_MS ? Math.max(expectedMs, servedMs) : expectedMs
      return batchMs * (inFlight + batchesAhead + 1) - servedMs
    },
  }
}
