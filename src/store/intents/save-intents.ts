import { CompiledQuery } from 'kysely'
import { EXPIRE_INTENT, systemAct } from '../../domain/audit/record.ts'
import {
  addIntentChange,
  type ChangedIntent,
  type IntentChange,
  intentConsequences,
} from '../../domain/changes/intent.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import { assert } from '../../lib/assert.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { changedIntentQueries } from './intent-queries.ts'

/** Expiry is attributed to the service, not to the request that noticed it. */
export const EXPIRY = systemAct(EXPIRE_INTENT)

/**
 * Saves changes of intents with all that follows from them, for whoever changes intents in a transaction of its own. They are those of the
 * locked customers, read behind the locks. `now`: Unix milliseconds.
 */
export async function saveIntents(
  locked: LockedCustomers,
  changes: readonly IntentChange[],
  now: number,
): Promise<void> {
  const intents = new Map<string, ChangedIntent>()
  const events: DomainEvent[] = []
  for (const change of changes) {
    assert(locked.has(change.after.customerId), 'an intent that is changed belongs to a locked customer')
    const consequences = intentConsequences(change, now)
    addIntentChange(intents, change)
    locked.audit.record(consequences.audited, change.isByTime ? EXPIRY : locked.audit.act)
    events.push(...consequences.events)
  }
  for (const { statement, values } of changedIntentQueries([...intents.values()])) {
    await locked.tx.executeQuery(CompiledQuery.raw(statement.text, [...values]))
  }
  await recordEvents(locked, events)
}
