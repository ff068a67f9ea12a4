import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { claimCardNumber, cardOfNumber } from '../../src/store/numbers/card-numbers.ts'
import { bucketOfId } from '../../src/lib/buckets.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { type BucketWorkerAddresses, readBucketAddresses } from '../../src/store/sharding/topology.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { poolsOfSingleDatabaseServer } from '../../src/store/connection/server-pools.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { connectionsWaitingForLocks } from '../support/postgres/locks.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

/**
 * What has to hold over buckets, whose rows are in as many shards: asked at once of a node that goes to the worker of a bucket, and of one
 * that reaches no worker and asks the coordinator. PURSER_TEST_CITUS_URL leads to one: without, these are skipped.
 */
testsWithNeeds(citusTestNeed).describe('on a Citus', () => {
  let test: TestDatabase
  let addresses: BucketWorkerAddresses
  let near: TestNode
  let far: TestNode
  let farDatabase: Database
  /** Of which two are on different workers. */
  let customers: string[]
  beforeAll(async () => {
    test = await createTestDatabase()
    addresses = await readBucketAddresses(test.database.pool)
    await soonFindDeadlocks()
    near = await startNode(test.database)
    farDatabase = openDatabase({ connection: test.connection, maxConnections: 10 })
    const serverPools = (most: number) => Promise.resolve(poolsOfSingleDatabaseServer(farDatabase.separatePool(most)))
    far = await startNode({ ...farDatabase, serverPools })
    customers = []
    while (new Set(customers.map(workerOf)).size < 2 || customers.length < 8) {
      customers.push((await near.purser.customers.create({ email: 'ada@example.com' })).id)
    }
  })
  afterAll(async () => {
    await far.stop()
    await near.stop()
    await farDatabase.close()
    await test.drop()
  })

  const workerOf = (id: string) => assertPresent(addresses.get(bucketOfId(id)), 'each bucket has a worker').port
  const newCard = async (customerId: string) => (await near.purser.cards.create({ customerId })).id

  /** A batch finds its deadlock before it has waited for its lock for too long. */
  async function soonFindDeadlocks(): Promise<void> {
    const soon = `alter database ${test.connection.database} set deadlock_timeout = '300ms'`
    await test.database.pool.query('select run_command_on_workers($1)', [soon])
  }

  interface Asked {
    readonly key?: string
    readonly body: object
  }

  async function ask(node: TestNode, path: string, { key, body }: Asked) {
    const reply = await fetch(`${node.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_API_KEY}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: reply.status, text: await reply.text() }
  }

  /** As the errors say: what still runs, or met a lock, is asked for again. */
  async function askUntilDone(node: TestNode, path: string, asked: Asked) {
    for (;;) {
      const reply = await ask(node, path, asked)
      if (reply.status !== 409 || !reply.text.includes('idempotency_in_progress')) {
        if (reply.status !== 503) return reply
      }
    }
  }

  /** Of each customer, by turns of the two nodes, all at once. Answers how often there was which status. */
  async function countOfStatuses(path: string, requests: readonly Asked[]): Promise<object> {
    const replies = await Promise.all(
      requests.map((asked, index) => askUntilDone(index % 2 === 0 ? near : far, path, asked)),
    )
    const counts: Record<number, number> = {}
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  async function holdsOf(cardIds: readonly string[]): Promise<number> {
    const text = 'select count(*)::int as holds from transactions where card_id = any($1)'
    return assertPresent((await test.database.pool.query<{ holds: number }>(text, [cardIds])).rows[0], 'a count').holds
  }

  it('an external id that customers of several buckets want is the agent of one', async () => {
    const requests = customers.map((customerId) => ({ body: { customerId, externalId: 'the-shopper' } }))
    expect(await countOfStatuses('/agents', requests)).toEqual({ 201: 1, 409: customers.length - 1 })
  })

  it('a number that cards of several buckets want is that of one', async () => {
    const hash = randomBytes(32)
    const cardIds = await Promise.all(customers.map(newCard))
    const claimed = await Promise.all(
      cardIds.map((cardId, index) =>
        (index % 2 === 0 ? test.database : farDatabase).transaction((tx) => claimCardNumber(tx, hash, cardId)),
      ),
    )
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await cardOfNumber(test.database.db, [hash])).toBe(cardIds[claimed.indexOf(true)])
  })

  it('a key that is sent for cards of several buckets pays for one', async () => {
    const cardIds = await Promise.all(customers.map(newCard))
    const requests = cardIds.map((cardId) => ({ key: 'one-key', body: { cardId, amount: 5 } }))
    expect(await countOfStatuses('/network/authorizations', requests)).toEqual({ 200: 1, 422: cardIds.length - 1 })
    expect(await holdsOf(cardIds)).toBe(1)
  })

  it('a reference that is sent to both nodes at once is one purchase', async () => {
    const cardId = await newCard(assertPresent(customers[0], 'there are some'))
    const requests = Array.from({ length: 40 }, () => ({ body: { cardId, amount: 5, networkReference: 'ref' } }))
    expect(await countOfStatuses('/network/authorizations', requests)).toEqual({ 200: 40 })
    expect(await holdsOf([cardId])).toBe(1)
  })

  describe.each(['one worker', 'two workers'])('a purchase in a deadlock with another transaction, on %s', (on) => {
    it.each(['near', 'far'])('is made, or is told that it can be sent again, and is made once: %s', async (which) => {
      const { pool } = test.database
      const { rows } = await pool.query<{ id: string }>('select id from api_keys')
      const keyPort = workerOf(assertPresent(rows[0], 'the key of the test').id)
      const isThere = (customerId: string) => (workerOf(customerId) === keyPort) === (on === 'one worker')
      const customerId = assertPresent(customers.find(isThere), 'there are customers on both')
      const cardId = await newCard(customerId)
      const asked = { key: `${on}, ${which}`.replaceAll(' ', '-'), body: { cardId, amount: 5 } }
      const buy = () => ask(which === 'near' ? near : far, '/network/authorizations', asked)

      expect((await buy()).status).toBe(200)
      const other = await withItsReply(cardId)
      const answered = buy()
      await eventually(
        'it has its customer and waits for its key',
        async () => (await connectionsWaitingForLocks(pool)) > 0,
      )
      const text = 'select from customers where bucket = $1 and id = $2 for update'
      const locked = other.query(text, [bucketOfId(customerId), customerId])
      const [reply, outcome] = await Promise.allSettled([answered, locked])
      await other.query('rollback')
      other.release()
      // One of the two gave up.
      const isGivenUp = reply.status === 'fulfilled' && reply.value.status === 503
      expect([isGivenUp, outcome.status]).toEqual(isGivenUp ? [true, 'fulfilled'] : [false, 'rejected'])
      expect((await askUntilDone(near, '/network/authorizations', asked)).status).toBe(200)
      expect(await holdsOf([cardId])).toBe(2) // with the first one, whose reply is gone
    })
  })

  /** A transaction that stores the replies that there were again, and is not committed. */
  async function withItsReply(name: string): Promise<pg.PoolClient> {
    const { pool } = test.database
    await pool.query(`create table replies_${name} as table idempotency_keys`)
    await pool.query('delete from idempotency_keys')
    const other = await pool.connect()
    await other.query('begin')
    for (const patience of ['lock_timeout', 'deadlock_timeout']) await other.query(`set local ${patience} = '10s'`)
    await other.query(`insert into idempotency_keys table replies_${name}`)
    return other
  }

  it('of all this nothing is left that differs', async () => {
    expect(await verifyDifferencesOf(test.database)).toEqual([])
  })
})
