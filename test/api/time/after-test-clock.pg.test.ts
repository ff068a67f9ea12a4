import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../../clients/typescript/src/types.ts'
import { type EventFollower, followEvents } from '../../../src/cli/events/follow.ts'
import { OperatorError } from '../../../src/app/operator-error.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { TestEventStreamReader } from '../../support/receivers/event-listener.ts'
import { eventually } from '../../support/eventually.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres/test-database.ts'

/** A node that goes by the real time, on a database whose test clock was moved a month ahead. */
let test: TestDatabase
let node: TestNode
let customerId: string
let cardId: string
beforeAll(async () => {
  test = await createTestDatabase()
  const tested = await startNode(test.database, { PURSER_TEST_CLOCK: 'true' })
  const { purser } = tested
  customerId = (await purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await purser.cards.create({ customerId })).id
  await purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink' } })
  await purser.testClock.advance({ seconds: (30 * DAY_MS) / 1000 })
  await tested.stop()
  node = await startNode(test.database)
})
afterAll(async () => {
  await node.stop()
  await test.drop()
})

/** An event of a new customer, of now, and one of the customer who is ahead. */
async function happen() {
  const other = await node.purser.customers.create({ email: 'bob@example.com' })
  const { id: presentCard } = await node.purser.cards.create({ customerId: other.id })
  const { transactionId } = await node.purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink' } })
  return { presentCard, transactionId }
}

const isOf = (id: string) => (event: Event) => Object.values(event.data).includes(id)

async function untilFollowed(follower: EventFollower, ids: readonly string[]): Promise<Event[]> {
  const found: Event[] = []
  await eventually('what has happened is followed', async () => {
    found.push(...(await follower.next()))
    return ids.every((id) => found.some(isOf(id)))
  })
  return found
}

describe('the test clock', () => {
  it('does not start on a database that was used without one, unless it is asked for twice', async () => {
    const used = await createTestDatabase()
    const plain = await startNode(used.database)
    await plain.purser.customers.create({ email: 'ada@example.com' })
    await plain.stop()
    const on = { PURSER_TEST_CLOCK: 'true' }
    await expect(startNode(used.database, on)).rejects.toThrow(
      new OperatorError(
        'PURSER_TEST_CLOCK=true is refused on a database that was used without a test clock: its customers would stay at the time ' +
          'to which they are moved. Use another database, for instance --data-dir ./.purser-test-clock, or add ' +
          'PURSER_TEST_CLOCK_ON_USED_DATA=true',
      ),
    )
    for (const env of [{ ...on, PURSER_TEST_CLOCK_ON_USED_DATA: 'true' }, on]) {
      const tested = await startNode(used.database, env)
      await tested.purser.testClock.advance({ seconds: 60 })
      await tested.stop()
    }
    await used.drop()
  })

  it('starts on a database in which nobody has a customer yet', async () => {
    const fresh = await createTestDatabase()
    for (const env of [{}, { PURSER_TEST_CLOCK: 'true' }]) await (await startNode(fresh.database, env)).stop()
    await fresh.drop()
  })
})

describe('on a database whose test clock was ahead', () => {
  it('verify finds that a webhook of now was not told of what had happened before', async () => {
    expect(await verifyDifferencesOf(test.database)).toEqual([])
    const { id } = await node.purser.webhooks.create({ url: 'https://example.com/hook', events: ['*'] })
    expect(await verifyDifferencesOf(test.database)).toEqual([])
    await node.purser.webhooks.update(id, { description: 'changed' })
    expect(await verifyDifferencesOf(test.database)).toEqual([])
    await node.purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink' } })
    expect(await verifyDifferencesOf(test.database)).toEqual([])
  })

  it('verify still finds a delivery that is missing, of what came after all that', async () => {
    await node.purser.webhooks.create({ url: 'https://example.com/hook', events: ['*'] })
    const { transactionId } = await node.purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink' } })
    const { pool } = test.database
    const later = 31 * DAY_MS
    await pool.query(`update webhooks set newest_event_at = null, updated_at = updated_at - ${2 * MINUTE_MS}`)
    const told = (await node.purser.events.list()).data.find(isOf(transactionId))
    const removed = await pool.query('delete from deliveries where event_id = $1', [told?.id])
    expect(removed.rowCount).toBeGreaterThan(0)
    expect((await verifyDifferencesOf(test.database)).join('\n')).toContain(told?.id)
    await pool.query(`update webhooks set newest_event_at = updated_at + ${later}`)
    expect(await verifyDifferencesOf(test.database)).toEqual([])
  })

  it('listen and tail tell of what happens, each once', async () => {
    const follower = followEvents(node.purser, { last: 0 })
    expect(await follower.next()).toEqual([])
    for (let round = 0; round < 2; round += 1) {
      const { presentCard, transactionId } = await happen()
      const found = await untilFollowed(follower, [presentCard, transactionId])
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      expect(found.filter(isOf(presentCard)).map(({ type }) => type)).toEqual(['card.created'])
      expect(await follower.next()).toEqual([])
    }
  })

  it('tail of one type tells of it', async () => {
    const follower = followEvents(node.purser, { type: 'card.created', last: 1 })
    expect(await follower.next()).toHaveLength(1)
    const { presentCard } = await happen()
    const found = await untilFollowed(follower, [presentCard])
    expect(found.map(({ type }) => type)).toEqual(['card.created'])
  })

  it('a stream tells of what happens, and goes on after the last event', async () => {
    const open = async (headers: Record<string, string> = {}) =>
      new TestEventStreamReader(
        await fetch(`${node.baseUrl}/events/stream`, {
          headers: { authorization: `Bearer ${TEST_API_KEY}`, ...headers },
        }),
      )
    const listeners = await Promise.all([open(), open()])
    const { presentCard, transactionId } = await happen()
    await Promise.all([
      listeners[0]?.until('card.created', presentCard),
      listeners[1]?.until('transaction.created', transactionId),
    ])
    for (const listener of listeners) await listener.stop()
    const [newest] = (await node.purser.events.list({ limit: 1 })).data
    const missed = await happen()
    const again = await open({ 'last-event-id': newest?.id ?? '' })
    await again.until('card.created', missed.presentCard)
    await again.stop()
  })

  it('lists events up to a moment', async () => {
    const { data } = await node.purser.events.list({ to: new Date().toISOString() })
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ createdAt }) => Date.parse(createdAt) <= Date.now())).toBe(true)
    expect((await node.purser.events.list({ to: '2020-01-01T00:00:00Z' })).data).toEqual([])
  })
})
