/**
 * Resolves with the result of `work`. Rejects with the error that `late` makes where `work` takes longer than `ms`; the work then
 * continues, and its result is ignored.
 */
export async function resultWithinTimeLimit<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs work, and aborts `attempt` with the reason `timeout` after `ms`. The work must observe the signal of `attempt` and settle when it is
 * aborted.
 */
export async function abortAfter<T>(ms: number, attempt: AbortController, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => attempt.abort('timeout'), ms)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
