import { DatabaseTimeoutError } from '../database-errors.ts'

/** Rejects where work takes longer. What the work has sent is still on its way then. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new DatabaseTimeoutError(`The database took longer than ${timeoutMs} ms.`))
    timer = setTimeout(giveUp, timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
