/** Calls all functions that close a part of the service, the last one first, even where some fail. Then throws the first failure. */
export async function closeServiceInReverse(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Closes a service that failed to start, and throws the error of the start, not an error of closing. */
export async function closeServiceAfterFailedStart(close: () => Promise<void>, error: unknown): Promise<never> {
  await close().catch(() => undefined)
  throw error
}
