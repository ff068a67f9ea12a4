import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { openPostgresProxy, type PostgresProxy } from '../../../test/support/postgres-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { openDatabase, type Database } from '../database.ts'
import { isDisproof } from './foresee.ts'
import { Pipeline } from './pipeline.ts'

let test: TestDatabase
let proxy: PostgresProxy
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.pool.query('create table steps (n integer primary key)')
  proxy = await openPostgresProxy(test.connection)
  database = openDatabase({ connection: proxy.connection, maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await test.drop()
})
beforeEach(() => test.database.pool.query('truncate steps'))

const PATIENCE = { timeoutMs: 500, lockTimeoutMs: 400 }

const step = (n: number) => [{ statement: { name: 'step', text: 'insert into steps values ($1)' }, values: [n] }]
const stored = async () => {
  const { rows } = await test.database.pool.query<{ n: number }>('select n from steps order by n')
  return rows.map(({ n }) => n)
}
/** What came of each: nothing, or its SQLSTATE or message. */
const ended = (work: Promise<void>[]) =>
  Promise.all(
    work.map((one) =>
      one.then(
        () => null,
        (error: Error & { code?: string }) => error.code ?? error.message,
      ),
    ),
  )

it('a statement that fails undoes its own transaction, and those before and behind it are committed', async () => {
  const pipeline = new Pipeline(database.pool)
  const results = await ended(
    [step(1), [...step(2), ...step(1)], step(3)].map((queries) => pipeline.transact(queries, PATIENCE)),
  )
  expect(results).toEqual([null, '23505', null])
  expect(await stored()).toEqual([1, 3])
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
})

it('behind one that was undone before it had prepared its statements, nothing is done either, once', async () => {
  const fresh = openDatabase({ connection: test.connection, maxConnections: 1 })
  const pipeline = new Pipeline(fresh.pool)
  const undone = { statement: { name: 'undone', text: 'select must_hold(false)' }, values: [] }
  const results = await Promise.allSettled(
    [[undone, ...step(1)], step(2)].map((queries) => pipeline.transact(queries, PATIENCE)),
  )
  expect(results.map((result) => result.status === 'rejected' && isDisproof(result.reason))).toEqual([true, true])
  await pipeline.transact(step(3), PATIENCE)
  expect(await stored()).toEqual([3])
  await fresh.close()
})

it.each(['cut', 'stall'] as const)(
  '%s: all that is on the connection fails, and what comes later has another',
  async (fault) => {
    const pipeline = new Pipeline(database.pool)
    await pipeline.transact(step(1), PATIENCE)
    const repair = proxy[fault]()
    const results = await ended([step(2), step(3)].map((queries) => pipeline.transact(queries, PATIENCE)))
    expect(results.every((result) => result !== null)).toBe(true)
    repair()
    await pipeline.transact(step(4), PATIENCE)
    expect(await stored()).toEqual(expect.arrayContaining([1, 4])) // whether 2 and 3 are there, nobody was told
  },
)

it('what waits for a lock until it is late is not committed when it gets it', async () => {
  const holder = await test.database.pool.connect()
  await holder.query('begin')
  await holder.query('lock table steps')
  const pipeline = new Pipeline(database.pool)
  const [result] = await ended([pipeline.transact(step(1), PATIENCE)])
  expect(['55P03', '57014']).toContain(result) // of the server, or of the node
  await eventually('the server has given up', async () => {
    const { rows } = await holder.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rows.length === 0
  })
  await holder.query('rollback')
  holder.release()
  expect(await stored()).toEqual([])
})
