/**
 * The result of `work`; rejects with what `late` makes where it takes longer than `ms`. Work that was begun goes on then, and nobody
 * hears what becomes of it.
 */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs work that heeds the signal of `attempt`, which is aborted with the reason `timeout` after `ms`. The work says what came of it. */
export async function abortedAfter<T>(ms: number, attempt: AbortController, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => attempt.abort('timeout'), ms)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
