import { assert } from '../../lib/assert.ts'
import { runSqlStatement } from '../connection/in-transaction.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { recordEvents } from '../outbox/outbox.ts'
import type { ResourceSaveStatements } from './saving.ts'

/**
 * Saves changes with all their consequences: audit entries, rows, events. Every transaction that changes something beneath customers uses
 * it, except the engine's batches. Each kind of resource makes the savings of its own changes, which must be of locked customers, and
 * computed from rows that were read after the customers were locked. Statements are sent and events are recorded in the order of the
 * savings. At most a thousand changes should be saved at once: deleting an agent may change a hundred thousand cards.
 */
export async function saveAuditedChanges(
  locked: LockedCustomers,
  savings: readonly ResourceSaveStatements[],
): Promise<void> {
  for (const { customerIds, audited } of savings) {
    assert(
      customerIds.every((id) => locked.has(id)),
      'what is changed belongs to a locked customer',
    )
    for (const { act, ...change } of audited) locked.audit.record(change, act)
  }
  for (const query of savings.flatMap(({ queries }) => queries)) await runSqlStatement(locked.tx, query)
  await recordEvents(
    locked,
    savings.flatMap(({ events }) => events),
  )
}
