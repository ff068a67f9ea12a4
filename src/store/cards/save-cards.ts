import { CompiledQuery } from 'kysely'
import type { CardChange, WholeCard } from '../../domain/changes/card.ts'
import { addChange, type ChangedCard, consequencesOf } from '../../domain/changes/card-consequences.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import { assert } from '../../lib/assert.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import { cardQueries } from './card-queries.ts'
import { wholeCard } from '../rows/states.ts'
import { wanted } from '../sharding/by-id.ts'
import { recordEvents } from '../webhooks/outbox.ts'

/** As many changes as one statement takes: an agent may have a hundred thousand cards. */
const AT_ONCE = 1000

/** Cards as they stand behind the locks of their customers. */
export async function lockedCards({ tx }: LockedCustomers, ids: readonly string[]): Promise<WholeCard[]> {
  const rows = await tx
    .selectFrom(wanted(ids))
    .innerJoin('cards', (on) => on.onRef('cards.bucket', '=', 'wanted.bucket').onRef('cards.id', '=', 'wanted.id'))
    .selectAll('cards')
    .execute()
  return rows.map(wholeCard)
}

/**
 * Saves changes of cards with all that follows from them: the one way for whoever changes cards in a transaction of its own. The cards
 * are those of the locked customers, read behind the locks. `now`: Unix milliseconds.
 */
export async function saveCards(
  locked: LockedCustomers,
  changes: readonly CardChange<WholeCard>[],
  now: number,
): Promise<void> {
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await saveSome(locked, changes.slice(start, start + AT_ONCE), now)
  }
}

async function saveSome(
  locked: LockedCustomers,
  changes: readonly CardChange<WholeCard>[],
  now: number,
): Promise<void> {
  const cards = new Map<string, ChangedCard<WholeCard>>()
  const events: DomainEvent[] = []
  for (const change of changes) {
    assert(locked.has(change.after.customerId), 'a card that is changed belongs to a locked customer')
    const consequences = consequencesOf(change, now)
    addChange(cards, change, consequences)
    locked.audit.record(consequences.audited)
    events.push(...consequences.events)
  }
  for (const { statement, values } of cardQueries([...cards.values()])) {
    await locked.tx.executeQuery(CompiledQuery.raw(statement.text, [...values]))
  }
  await recordEvents(locked, events)
}
