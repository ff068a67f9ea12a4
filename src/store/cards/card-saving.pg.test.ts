import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { someCard } from '../../../test/support/records/some-card.ts'
import { type SomeCustomer, someCustomer } from '../../../test/support/records/some-customer.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { cardStatusChange } from '../../domain/changes/card.ts'
import type { CardTransition } from '../../domain/lifecycles/card.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { insertCard } from './cards.ts'
import { saveAuditedChanges } from '../changes/save-changes.ts'
import { cardSaveStatements } from './card-saving.ts'
import { lockedCards } from './locked-cards.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
let customer: SomeCustomer
beforeAll(async () => {
  test = await createTestDatabase()
  customer = await someCustomer(test.database, ids)
})
afterAll(() => test.drop())

const newId = () => ids('card', bucketOfId(customer.id))
const statuses = ['active', 'frozen', 'closed'] as const

async function oneOfEach(): Promise<string[]> {
  const cards = statuses.map((status) => someCard({ id: newId(), customerId: customer.id, status }))
  await customer.locked(async (locked) => {
    for (const card of cards) await insertCard(locked, card)
  })
  return cards.map((card) => card.id)
}

/** Gives those of the cards another status that can get it, as a sweep does, and returns the ids of these cards. */
async function moveCards(locked: LockedCustomers, cardIds: readonly string[], move: CardTransition): Promise<string[]> {
  const changes = (await lockedCards(locked, cardIds)).flatMap((card) => cardStatusChange(card, move) ?? [])
  await saveAuditedChanges(locked, [cardSaveStatements(changes, 2000)])
  return changes.map(({ after }) => after.id)
}

it.each([
  [{ to: 'active', reason: 'requested' }, ['frozen'], ['card.unfrozen', undefined]],
  [{ to: 'frozen', reason: 'intent_missing' }, ['active'], ['card.frozen', 'intent_missing']],
  [{ to: 'closed', reason: 'expired' }, ['active', 'frozen'], ['card.closed', 'expired']],
] as const)(
  'a move to %j changes the cards that were %j, once, and records events about them alone',
  async (move, from, [type, reason]) => {
    const cardIds = await oneOfEach()
    const moved = await customer.locked((locked) => moveCards(locked, cardIds, move))
    expect(new Set(moved)).toEqual(new Set(from.map((status) => cardIds[statuses.indexOf(status)])))
    const stored = await test.database.db
      .selectFrom('cards')
      .select(['status', 'closed_at'])
      .where('id', 'in', moved)
      .execute()
    expect(stored).toEqual(moved.map(() => ({ status: move.to, closed_at: move.to === 'closed' ? 2000 : null })))
    expect(await customer.locked((locked) => moveCards(locked, cardIds, move))).toEqual([])

    const events = await test.database.db.selectFrom('events').select(['type', 'data']).execute()
    const told = events.filter(({ data }) => cardIds.includes(data['cardId'] as string))
    expect(told.map((event) => [event.type, event.data['reason']])).toEqual(moved.map(() => [type, reason]))
  },
)

it('thousands of cards are saved with one event each', async () => {
  const [original = ''] = await oneOfEach()
  const { rows } = await test.database.pool.query<{ id: string }>(
    `insert into cards select copied.* from cards original, generate_series(1, 2500) as i,
      json_populate_record(original, json_build_object('id', 'card_copy' || i || right(original.id, 2))) as copied
      where original.id = $1 returning id`,
    [original],
  )
  const cardIds = rows.map((card) => card.id)
  const move = { to: 'closed', reason: 'agent_deleted' } as const
  const moved = await customer.locked((locked) => moveCards(locked, cardIds, move))
  expect(moved.toSorted()).toEqual(cardIds.toSorted())
  const told = await test.database.pool.query<{ id: string }>(
    `select data->>'cardId' as id from events where data->>'cardId' like 'card_copy%'`,
  )
  expect(told.rows.map((event) => event.id).toSorted()).toEqual(cardIds.toSorted())
})
