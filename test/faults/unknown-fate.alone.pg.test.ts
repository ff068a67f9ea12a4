import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type AuthorizationEngine } from '../../src/engine/engine.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { CUSTOMER_BUCKETS } from '../../src/lib/buckets.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { readBucketAddresses } from '../../src/store/sharding/topology.ts'
import { UnknownCommitError } from '../../src/store/connection/database-errors.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { poolsOfSingleDatabaseServer, type DatabaseServerPools } from '../../src/store/connection/server-pools.ts'
import { CITUS_URL, onEachShard } from '../support/postgres/citus.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { someAuthorization } from '../support/records/network.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { openTestVault } from '../support/test-vault.ts'
import { ignoringEngineObserver } from '../support/unobserved.ts'
import { testAuditedAct } from '../support/records/acts.ts'

/** A commit was sent, and what is heard of it is not that it was done: see `I-02` of docs/invariants.md. */
let test: TestDatabase
let cut: string | null = null
let proxy: PostgresProxy
let behind: Database
let node: TestNode
beforeAll(async () => {
  test = await createTestDatabase()
  proxy = await openPostgresProxy(test.connection)
  behind = openDatabase({ connection: proxy.connection, maxConnections: 6 })
  node = await startNode(behind)
})
afterAll(async () => {
  await node.stop()
  await behind.close()
  await proxy.close()
  await test.drop()
})

interface Wire {
  emit(name: string, message?: { text: string }): boolean
  readonly stream: { destroy(error: Error): void }
}

/** The server has committed, and the connection is lost before it can say so: once for each cut that is asked for. */
function cutAtCommit(client: pg.ClientBase): void {
  const wire = (client as pg.ClientBase & { connection: Wire }).connection
  const emit = wire.emit.bind(wire)
  let isCut = false
  wire.emit = (name: string, message?: { text: string }) => {
    if (cut !== null && name === 'commandComplete' && message?.text === 'COMMIT') {
      isCut = true
      wire.stream.destroy(Object.assign(new Error('the link went away'), { code: cut }))
      cut = null
    }
    return isCut && name !== 'error' && name !== 'end' ? false : emit(name, message)
  }
}

async function card() {
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await node.purser.cards.create({ customerId })
  const ofCard = 'select account_id as "accountId" from cards where id = $1'
  const { rows } = await test.database.pool.query<{ accountId: string }>(ofCard, [cardId])
  return { customerId, cardId, ...assertPresent(rows[0], 'the card was made') }
}

async function holdsOf(cardId: string): Promise<number> {
  const text = 'select count(*)::int as holds from transactions where card_id = $1'
  const { rows } = await test.database.pool.query<{ holds: number }>(text, [cardId])
  return rows[0]?.holds ?? 0
}

/** Whom the engine asks. On a Citus a worker has what is in its own buckets, and passes on what is asked of others. */
const ways: [asked: string, pools: (database: Database) => Promise<DatabaseServerPools>][] = [
  ['the server that the node is told of', ({ pool }) => Promise.resolve(poolsOfSingleDatabaseServer(pool))],
]
const near = (database: Database) => database.serverPools(2)
if (CITUS_URL !== undefined) ways.push(['the worker of the bucket', near], ['a worker of other buckets', elsewhere])

async function elsewhere(database: Database): Promise<DatabaseServerPools> {
  const [pools, addresses] = [await near(database), await readBucketAddresses(database.pool)]
  const isElsewhere = (bucket: number) => (other: number) => addresses.get(other)?.port !== addresses.get(bucket)?.port
  return {
    of: (bucket) => pools.of(assertPresent(CUSTOMER_BUCKETS.find(isElsewhere(bucket)), 'there are two workers')),
    onChange: (changed) => pools.onChange(changed),
  }
}

const DECIDED = { kind: 'outcome', outcome: { kind: 'decided' } }
const UNKNOWN = { status: 'rejected', reason: expect.any(UnknownCommitError) as unknown }

describe.each(ways)('of a batch of the engine, which asks %s', (_asked, poolsOf) => {
  let database: Database
  let engine: AuthorizationEngine
  beforeAll(async () => {
    database = openDatabase({ connection: test.connection, maxConnections: 10, onConnection: cutAtCommit })
    const [pools, groups] = [await poolsOf(database), await database.groups()]
    engine = createEngine(
      {
        pools,
        groups,
        clock: systemClock,
        machineClock: database.clock,
        ids: monotonicIds(systemClock),
        vault: await openTestVault(database),
        holdMs: 1000,
      },
      { maxQueue: 10, maxBatch: 10, maxInFlight: 1 },
      ignoringEngineObserver,
    )
  })
  afterAll(async () => {
    await engine.stop()
    await database.close()
  })

  it.each(['ECONNRESET', 'EHOSTDOWN', 'EPROTO', 'ERR_SSL_BAD_RECORD_MAC', 'EWHATEVER'])(
    '%s at the commit: a hold for each command, and not two',
    async (code) => {
      const { cardId, accountId } = await card()
      const buy = () => engine.submit(someAuthorization({ accountId, cardId, amount: 7 }), testAuditedAct)
      await buy() // read, and kept
      cut = code
      const answers = await Promise.allSettled([buy(), buy(), buy()]) // one batch
      expect(cut).toBe(null)
      expect(answers).toMatchObject([UNKNOWN, UNKNOWN, UNKNOWN])
      expect(await holdsOf(cardId)).toBe(4)
      expect(await buy()).toMatchObject(DECIDED)
    },
  )

  describe('that the server refuses', () => {
    afterEach(() => test.database.pool.query('drop function refuse cascade'))

    const threeOf = async () => {
      const { cardId, accountId } = await card()
      const buy = (amount: number) => engine.submit(someAuthorization({ accountId, cardId, amount }), testAuditedAct)
      return { cardId, answers: await Promise.allSettled([buy(7), buy(13), buy(8)]) } // one batch
    }

    it('at a write: it says ROLLBACK, so what is left of the batch is run again', async () => {
      await refuse('')
      const { cardId, answers } = await threeOf()
      const decided = { status: 'fulfilled', value: DECIDED }
      expect(answers).toMatchObject([decided, { status: 'rejected', reason: { message: 'not this one' } }, decided])
      expect(answers[1]).not.toMatchObject(UNKNOWN)
      expect(await holdsOf(cardId)).toBe(2)
    })

    it('at the commit itself: an error is no tag, so nothing is run again', async () => {
      await refuse('deferrable initially deferred')
      const { cardId, answers } = await threeOf()
      expect(answers).toMatchObject([UNKNOWN, UNKNOWN, UNKNOWN])
      expect(await holdsOf(cardId)).toBe(0)
    })
  })
})

/** A purchase of 13 cents. */
async function refuse(when: '' | 'deferrable initially deferred'): Promise<void> {
  const { pool } = test.database
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.amount = 13 then raise 'not this one' using errcode = 'XX000'; end if; return null; end $$`)
  await onEachShard(
    pool,
    'transactions',
    (table) =>
      `create constraint trigger refused after insert on ${table} ${when} for each row execute function refuse()`,
  )
}

describe('whose answer is an error, though it was stored', () => {
  const post = (path: string, key: string, body: object) =>
    fetch(`${node.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })

  // An error of ours, of a lock, of a key, of a serialization: what would be run again, had the batch been rolled back.
  it.each(['XX000', '55P03', '23505', '40001', '26000'])(
    '%s for a purchase: 503, one hold, and its retry is answered with it',
    async (code) => {
      const { cardId, customerId } = await card()
      const key = `${code}-${cardId}`
      await post('/network/authorizations', `before-${key}`, { cardId, amount: 7 })
      const answered = proxy.errorForCommitOf(cardId, code)
      const reply = await post('/network/authorizations', key, { cardId, amount: 8 })
      await answered
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await reply.json()).toMatchObject({ error: { code: 'unavailable', details: { reason: 'fate_unknown' } } })
      expect(await holdsOf(cardId)).toBe(2)
      const retried = await post('/network/authorizations', key, { cardId, amount: 8 })
      expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(await holdsOf(cardId)).toBe(2)
      await post('/network/authorizations', `after-${key}`, { cardId, amount: 9 })
      expect(await verifyDifferencesOf(test.database, customerId)).toEqual([])
    },
  )

  it('for a change outside of the engine: 503, one customer, and its retry is answered with it', async () => {
    const email = 'unknown-fate@example.com'
    const answered = proxy.errorForCommitOf(email, 'XX000')
    const reply = await post('/customers', email, { email })
    await answered
    expect(reply.status).toBe(503)
    expect(await reply.json()).toMatchObject({ error: { details: { reason: 'fate_unknown' } } })
    const retried = await post('/customers', email, { email })
    expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const text = 'select count(*)::int as customers from customers where email = $1'
    expect((await test.database.pool.query(text, [email])).rows).toEqual([{ customers: 1 }])
  })
})
