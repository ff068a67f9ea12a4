import { authorize } from './authorize.ts'
import type { Batch, BatchContext } from './batch.ts'
import { noChanges, type Changes } from './changes.ts'
import type { Outcome } from './outcome.ts'
import { isStep, type Command } from './commands.ts'
import { forceCapture } from './force-capture.ts'
import { takeStep } from './steps.ts'
import type { WorkingSet } from './working-set.ts'

export interface BatchResult {
  /** In the order of the commands. */
  readonly outcomes: Outcome[]
  readonly changes: Changes
}

/**
 * Decides commands one after the other on a working set, which it changes: each command sees what the one before it
 * spent. Pure but for that: no I/O, no clock, no randomness.
 */
export function decideBatch(set: WorkingSet, commands: readonly Command[], context: BatchContext): BatchResult {
  const changes = noChanges()
  const outcomes = commands.map((command) => decideOne({ set, changes, ...context }, command))
  return { outcomes, changes }
}

function decideOne(batch: Batch, command: Command): Outcome {
  if (isStep(command)) return takeStep(batch, command)
  const card = batch.set.cards.get(command.cardId)
  if (card?.accountId !== command.accountId) return { kind: 'refused', code: 'card_not_found' }
  return command.kind === 'authorize' ? authorize(batch, card, command) : forceCapture(batch, card, command)
}
