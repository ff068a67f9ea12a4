/** The database did not finish a batch in time. Whether it was committed is not known: no one may be told that it was. */
export class BatchTimeoutError extends Error {
  override name = 'BatchTimeoutError'
  /** SQLSTATE query_canceled: for whoever asks, the database could not answer. */
  readonly code = '57014'
}

/** Rejects where work takes longer. What the work has sent is still on its way then. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BatchTimeoutError(`The database took longer than ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
