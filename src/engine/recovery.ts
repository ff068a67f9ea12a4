import { ClockDifferenceError } from '../lib/machine-clock.ts'
import { isDatabaseUnavailable, isLockTimeout, UnknownFateError } from '../store/connection/database-errors.ts'
import type { Committed } from './batch.ts'
import { BusyError } from '../lib/traffic/busy-error.ts'
import type { Answer, Submitted, Waiting } from './submitted.ts'

export interface Recovery {
  /** Runs a batch as one transaction. */
  run(batch: readonly Submitted[]): Promise<Committed>
  /** Those of some customers whom another transaction keeps locked, asked after a lock was waited for in vain. */
  blockedOf(customerIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether a command is still waited for. Refuses it where not. */
  isAwaited(waiting: Waiting): boolean
}

/**
 * Runs a batch, and what is left of it when it fails. Answers how to tell its callers what came of it.
 *
 * - The database is away or late, or nobody knows whether the batch was stored: all of it fails with that error. Nothing of it
 *   is run again, for it may have been stored. All of it fails as well where the clocks of node and database differ.
 * - A lock was waited for in vain: whoever is behind a customer that another transaction keeps locked is refused, the others
 *   need not wait for it and run again.
 * - Any other fault is ours, and nothing was done: the halves of the batch run again, and theirs, so that a single bad command
 *   fails alone.
 */
export async function recover(batch: readonly Waiting[], recovery: Recovery): Promise<() => void> {
  let committed: Committed
  try {
    committed = await recovery.run(batch)
  } catch (error) {
    if (isLockTimeout(error)) return withoutBlocked(batch, recovery)
    const isOfAll = error instanceof UnknownFateError || error instanceof ClockDifferenceError
    const isOurs = !isOfAll && !isDatabaseUnavailable(error)
    if (isOurs && batch.length > 1) return inHalves(batch, recovery)
    return () => batch.forEach((waiting) => waiting.reject(error as Error))
  }
  return () => batch.forEach((waiting, index) => waiting.resolve(committed.answers[index] as Answer))
}

async function withoutBlocked(batch: readonly Waiting[], recovery: Recovery): Promise<() => void> {
  const customerIds = [...new Set(batch.flatMap(({ levels }) => levels?.customerId ?? []))]
  const blocked = await recovery.blockedOf(customerIds).catch((error: unknown) => error as Error)
  if (blocked instanceof Error) return () => batch.forEach((waiting) => waiting.reject(blocked))
  const isBlocked = ({ levels }: Waiting) => levels !== null && blocked.has(levels.customerId)
  for (const waiting of batch) {
    if (isBlocked(waiting))
      waiting.reject(new BusyError('customer_locked', 'The customer is locked by another transaction.'))
  }
  const rest = batch.filter((waiting) => !isBlocked(waiting)).filter((waiting) => recovery.isAwaited(waiting))
  return rest.length === 0 ? nobody : recover(rest, recovery)
}

async function inHalves(batch: readonly Waiting[], recovery: Recovery): Promise<() => void> {
  const half = Math.ceil(batch.length / 2)
  for (const part of [batch.slice(0, half), batch.slice(half)]) {
    const awaited = part.filter((waiting) => recovery.isAwaited(waiting))
    if (awaited.length > 0) (await recover(awaited, recovery))()
  }
  return nobody
}

const nobody = (): void => undefined
