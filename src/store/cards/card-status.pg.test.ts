import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { someCard } from '../../../test/support/records/some-card.ts'
import { type SomeCustomer, someCustomer } from '../../../test/support/records/some-customer.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { type CardMoves, moveCards } from './card-status.ts'
import { insertCard } from './cards.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
let customer: SomeCustomer
beforeAll(async () => {
  test = await createTestDatabase()
  customer = await someCustomer(test.database, ids)
})
afterAll(() => test.drop())

const newId = () => ids('card', bucketOf(customer.id))
const statuses = ['active', 'frozen', 'closed'] as const

async function oneOfEach(): Promise<string[]> {
  const cards = statuses.map((status) => someCard({ id: newId(), customer_id: customer.id, status }))
  await customer.locked(async (locked) => {
    for (const card of cards) await insertCard(locked, card)
  })
  return cards.map((card) => card.id)
}

it.each([
  [{ to: 'active', reason: 'requested' }, ['frozen'], ['card.unfrozen', undefined]],
  [{ to: 'frozen', reason: 'intent_missing' }, ['active'], ['card.frozen', 'intent_missing']],
  [{ to: 'closed', reason: 'expired' }, ['active', 'frozen'], ['card.closed', 'expired']],
] as const)(
  'cards that move to %j are those that were %j, once, and those alone are told of',
  async (asked, from, [type, reason]) => {
    const cardIds = await oneOfEach()
    const { to } = asked
    const move: CardMoves = { cardIds, ...asked, now: 2000 }
    const moved = await customer.locked((locked) => moveCards(locked, move))
    const expected = new Set(from.map((status) => cardIds[statuses.indexOf(status)]))
    expect(new Set(moved.map((card) => card.id))).toEqual(expected)
    expect(moved.map((card) => [card.status, card.closed_at])).toEqual(
      moved.map(() => [to, to === 'closed' ? 2000 : null]),
    )
    expect(await customer.locked((locked) => moveCards(locked, move))).toEqual([])

    const events = await test.database.db.selectFrom('events').select(['type', 'data']).execute()
    const told = events.filter(({ data }) => cardIds.includes(data['cardId'] as string))
    expect(told.map((event) => [event.type, event.data['reason']])).toEqual(moved.map(() => [type, reason]))
  },
)

it('one move takes more cards than a statement has parameters', async () => {
  const cardIds = await oneOfEach()
  const others = Array.from({ length: 66_000 }, (_, index) => `card_none${index}`)
  const move: CardMoves = { cardIds: [...others, ...cardIds], to: 'closed', reason: 'agent_deleted', now: 2000 }
  const moved = await customer.locked((locked) => moveCards(locked, move))
  expect(new Set(moved.map((card) => card.id))).toEqual(new Set(cardIds.slice(0, 2)))
})

it('a move tells of each of thousands of cards once', async () => {
  const [original = ''] = await oneOfEach()
  const { rows } = await test.database.pool.query<{ id: string }>(
    `insert into cards select copied.* from cards original, generate_series(1, 2500) as i,
      json_populate_record(original, json_build_object('id', 'card_copy' || i || right(original.id, 2))) as copied
      where original.id = $1 returning id`,
    [original],
  )
  const cardIds = rows.map((card) => card.id)
  const move: CardMoves = { cardIds, to: 'closed', reason: 'agent_deleted', now: 2000 }
  const moved = await customer.locked((locked) => moveCards(locked, move))
  expect(moved.map((card) => card.id).toSorted()).toEqual(cardIds.toSorted())
  const told = await test.database.pool.query<{ id: string }>(
    `select data->>'cardId' as id from events where data->>'cardId' like 'card_copy%'`,
  )
  expect(told.rows.map((event) => event.id).toSorted()).toEqual(cardIds.toSorted())
})
