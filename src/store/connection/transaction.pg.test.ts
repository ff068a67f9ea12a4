import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { DatabaseTimeoutError } from './database-errors.ts'
import { beginWithLockTimeout, runDatabaseTransaction } from './transaction.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.pool.query('create table things (n integer)')
})
afterAll(() => test.drop())

const PATIENCE = { begin: beginWithLockTimeout(400), timeoutMs: 5000 }
const read = { name: 'read', text: 'select * from things' }
const write = { name: 'write', text: 'insert into things (n) values ($1)' }

const readAndWrite = (n: number) =>
  runDatabaseTransaction(test.database.pool, PATIENCE, async (connection) => {
    const result = await connection.rows(read, [])
    return { result, written: connection.rows(write, [n]) }
  })

const prepareAll = () => Promise.all([1, 2, 3, 4].map(readAndWrite)) // each on a connection of its own

it.each([
  ['the tables got another column', () => test.database.pool.query('alter table things add column more integer')],
  ['the server lost their statements', () => onEach((client) => client.query('deallocate all'))],
])('connections that are stale since %s are replaced, however many there are', async (_, happens) => {
  await test.database.pool.query('truncate things')
  await prepareAll()
  await happens()
  expect(await readAndWrite(5)).toHaveLength(4)
  const { rows } = await test.database.pool.query<{ n: number }>('select n from things order by n')
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
})

it('sends nothing once it is over, and leaves no rejection that nobody handles', async () => {
  await test.database.pool.query('truncate things')
  const late = Promise.withResolvers<void>()
  let written: Promise<unknown> | null = null
  const over = runDatabaseTransaction(test.database.pool, { ...PATIENCE, timeoutMs: 20 }, async (connection) => {
    await late.promise
    written = Promise.all([connection.rows(write, [1]), connection.rows(write, [2])])
    return { result: null, written }
  })
  await expect(over).rejects.toThrow(DatabaseTimeoutError)
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  late.resolve()
  await vi.waitFor(() => expect(written).not.toBeNull())
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect((await test.database.pool.query('select from things')).rowCount).toBe(0)
})

async function onEach(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const { pool } = test.database
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  await Promise.all(clients.map(work))
  for (const client of clients) client.release()
}
