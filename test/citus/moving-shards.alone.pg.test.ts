import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { bucketOfId } from '../../src/lib/buckets.ts'
import { ServiceBusyError } from '../../src/lib/traffic/busy-error.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { onDatabaseSnapshot, type DatabaseSnapshot } from '../../src/store/connection/snapshot.ts'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { moveShard } from '../support/postgres/move-shard.ts'
import { startNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { openTestVault } from '../support/test-vault.ts'

const CUSTOMERS = 6
const PURCHASES = 5

/**
 * A shard that arrives at a worker on which a snapshot has begun is empty to that snapshot. PURSER_TEST_CITUS_URL leads to a Citus: without,
 * these are skipped.
 */
testsWithNeeds(citusTestNeed).describe('a read of one moment, while a shard moves', () => {
  let test: TestDatabase
  /** A move takes as long as it takes. */
  let patient: Database
  let watched: Database
  let customerId: string
  let cardId: string
  /** Called before each statement of `watched`, with its text. */
  const nothing = () => Promise.resolve()
  let before: (text: string) => Promise<void> = nothing

  beforeAll(async () => {
    test = await createTestDatabase()
    const node = await startNode(test.database)
    patient = openDatabase({ connection: test.connection, maxConnections: 6, isPatient: true })
    watched = openDatabase({
      connection: test.connection,
      maxConnections: 6,
      isPatient: true,
      onConnection: (client) => watch(client, (text) => before(text)),
    })
    for (let n = 0; n < CUSTOMERS; n += 1) {
      customerId = (await node.purser.customers.create({ email: 'ada@example.com' })).id
      cardId = (await node.purser.cards.create({ customerId })).id
      for (let bought = 0; bought < PURCHASES; bought += 1) await node.purser.network.authorize({ cardId, amount: 100 })
    }
    await node.stop() // its sweeps would wait for the locks of the moves
  })
  afterAll(async () => {
    await watched.close()
    await patient.close()
    await test.drop()
  })
  afterEach(() => {
    before = nothing
  })

  const move = () => moveShard(patient.pool, bucketOfId(customerId), 'block_writes')
  /** `column`: another one is another statement, which is planned anew. */
  const countAll = async ({ rows }: DatabaseSnapshot, column = 'id') =>
    (await rows<{ count: number }>(`select count(${column})::int as count from transactions`))[0]?.count

  it('begins anew, and misses nothing', async () => {
    const seen: (number | undefined)[] = []
    const read = () =>
      onDatabaseSnapshot(patient.pool, async (snapshot) => {
        await countAll(snapshot)
        if (seen.length === 0) await move()
        const count = await countAll(snapshot, 'sequence')
        seen.push(count)
        return count
      })
    expect(await read()).toBe(CUSTOMERS * PURCHASES)
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBeLessThan(CUSTOMERS * PURCHASES)
  })

  it('notices a shard that is back where it was', async () => {
    let tries = 0
    const confirmed: unknown[] = []
    await onDatabaseSnapshot(patient.pool, async (snapshot) => {
      tries += 1
      if (tries === 1) for (const _ of ['there', 'back']) await move()
      await snapshot.confirm()
      confirmed.push(tries)
    })
    expect([tries, confirmed]).toEqual([2, [2]])
  })

  it('says so where shards go on moving', async () => {
    const read = onDatabaseSnapshot(patient.pool, () => move(), { mostTries: 2 })
    await expect(read).rejects.toThrow(ServiceBusyError)
    await expect(read).rejects.toThrow('2 times')
  })

  it('fails as ever where nothing has moved', async () => {
    const read = onDatabaseSnapshot(patient.pool, () => Promise.reject(new Error('of its own')))
    await expect(read).rejects.toThrow('of its own')
  })

  it('tells of no differences when books are verified', async () => {
    let fetched = 0
    before = async (text) => {
      fetched += text.startsWith('fetch') ? 1 : 0
      if (fetched !== 2) return
      fetched += 1
      await move()
    }
    const differences: string[] = []
    const { entries } = await verifyDatabase(watched, {
      vault: await openTestVault(watched),
      onDifference: (one) => differences.push(describeReplayDifference(one)),
    })
    expect([entries, differences]).toEqual([CUSTOMERS * PURCHASES, []])
    expect(fetched).toBeGreaterThan(2)
  })

  it('tells of differences that there are', async () => {
    const change = (by: number) =>
      test.database.pool.query('update transactions set amount = amount + $2 where bucket = $1 and card_id = $3', [
        bucketOfId(cardId),
        by,
        cardId,
      ])
    await change(1)
    let moved = false
    before = async (text) => {
      if (moved || !text.startsWith('fetch')) return
      moved = true
      await move()
    }
    const differences: string[] = []
    const verified = await verifyDatabase(watched, {
      vault: await openTestVault(watched),
      customerId,
      onDifference: (one) => differences.push(describeReplayDifference(one)),
    })
    await change(-1)
    expect(moved).toBe(true)
    expect(verified.differences).toBe(differences.length)
    expect(differences.filter((line) => line.startsWith(customerId)).length).toBeGreaterThanOrEqual(PURCHASES)
  })
})

/** Statements of a connection wait for what is done before them. */
function watch(client: pg.ClientBase, before: (text: string) => Promise<void>): void {
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown
  client.query = ((...sent: unknown[]) => {
    const [text, values, callback] = sent
    if (typeof text !== 'string' || typeof values === 'function' || typeof callback === 'function') return send(...sent)
    return before(text).then(() => send(...sent))
  }) as typeof client.query
}
