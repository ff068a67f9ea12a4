import { ClockDifferenceError } from '../lib/machine-clock.ts'
import { isDatabaseUnavailable, isLockTimeout, UnknownCommitError } from '../store/connection/database-errors.ts'
import type { CommittedBatch } from './batch.ts'
import { ServiceBusyError } from '../lib/traffic/busy-error.ts'
import type { EngineAnswer, SubmittedEngineCommand, QueuedEngineCommand } from './submitted.ts'

/** The functions that `runBatchWithRecovery` calls to run a batch, and to find out which of its commands can run again. */
export interface BatchRecovery {
  /** Runs a batch as one transaction. Rejects as `runEngineBatch` does. */
  run(batch: readonly SubmittedEngineCommand[]): Promise<CommittedBatch>
  /**
   * Finds out which of these customers another transaction keeps locked. It is called after a batch has waited for a lock in vain. Rejects
   * with the database's error.
   */
  blockedOf(customerIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether a command can still be answered in time. If not, this refuses its caller with `ServiceBusyError`. */
  isAwaited(waiting: QueuedEngineCommand): boolean
}

/**
 * Runs a batch. If it fails, runs its commands again if that is safe. Never rejects. Resolves with a function that answers the callers;
 * the batcher calls it after it has begun the next batch.
 *
 * - If the database is down or late, or nobody knows whether the commit was done, every caller gets that error, and no command runs again,
 *   because the batch may have been stored. Callers also get the error if the clocks of node and database differ.
 * - If a lock timed out, the commands of customers that another transaction keeps locked are refused with `ServiceBusyError`, and the others run
 *   again without them.
 * - Any other error is a fault of this program, and nothing was stored: the two halves of the batch run again, and their halves, so that a
 *   single bad command fails alone.
 */
export async function runBatchWithRecovery(
  batch: readonly QueuedEngineCommand[],
  recovery: BatchRecovery,
): Promise<() => void> {
  let committed: CommittedBatch
  try {
    committed = await recovery.run(batch)
  } catch (error) {
    if (isLockTimeout(error)) return withoutBlocked(batch, recovery)
    const isOfAll = error instanceof UnknownCommitError || error instanceof ClockDifferenceError
    const isOurs = !isOfAll && !isDatabaseUnavailable(error)
    if (isOurs && batch.length > 1) return inHalves(batch, recovery)
    return () => batch.forEach((waiting) => waiting.reject(error as Error))
  }
  return () => batch.forEach((waiting, index) => waiting.resolve(committed.answers[index] as EngineAnswer))
}

async function withoutBlocked(batch: readonly QueuedEngineCommand[], recovery: BatchRecovery): Promise<() => void> {
  const customerIds = [...new Set(batch.flatMap(({ levels }) => levels?.customerId ?? []))]
  const blocked = await recovery.blockedOf(customerIds).catch((error: unknown) => error as Error)
  if (blocked instanceof Error) return () => batch.forEach((waiting) => waiting.reject(blocked))
  const isBlocked = ({ levels }: QueuedEngineCommand) => levels !== null && blocked.has(levels.customerId)
  for (const waiting of batch) {
    if (isBlocked(waiting))
      waiting.reject(new ServiceBusyError('customer_locked', 'The customer is locked by another transaction.'))
  }
  const rest = batch.filter((waiting) => !isBlocked(waiting)).filter((waiting) => recovery.isAwaited(waiting))
  return rest.length === 0 ? nobodyToAnswer : runBatchWithRecovery(rest, recovery)
}

async function inHalves(batch: readonly QueuedEngineCommand[], recovery: BatchRecovery): Promise<() => void> {
  const half = Math.ceil(batch.length / 2)
  for (const commands of [batch.slice(0, half), batch.slice(half)]) {
    const awaited = commands.filter((waiting) => recovery.isAwaited(waiting))
    if (awaited.length > 0) (await runBatchWithRecovery(awaited, recovery))()
  }
  return nobodyToAnswer
}

const nobodyToAnswer = (): void => undefined
