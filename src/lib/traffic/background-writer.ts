export interface BackgroundWriter {
  /** Schedules a write and returns at once. The write begins within `gatherMs`, and takes all that was collected by then. */
  due(): void
  /** Begins the background write now, or right after one that is under way. Resolves when that write is over. */
  flush(): Promise<void>
}

/**
 * Runs `write` at most once in `gatherMs` milliseconds, one run after the other, for callers who must not wait for it. `write` takes all that
 * was collected, and must not reject: nobody may be there to handle the error.
 */
export function createBackgroundWriter(write: () => Promise<void>, gatherMs: number): BackgroundWriter {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = (): Promise<void> =>
    (writing = writing.then(() => {
      clearTimeout(timer)
      timer = undefined
      return write()
    }))
  return {
    due: () => {
      timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
    flush,
  }
}
