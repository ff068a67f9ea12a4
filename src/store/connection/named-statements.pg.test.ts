import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLoadedModules } from '../../../test/support/fresh-modules.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'

// A process gives names to its first 500 statements. This copy of the module has given none, whatever other tests have sent.
await forgetLoadedModules()
const { StatementNamingClient: NamingClient } = await import('./named-statements.ts')

let test: TestDatabase
let client: pg.Client
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.pool.query('create table things (n integer)')
  await test.database.pool.query('insert into things values (1), (2)')
})
beforeEach(async () => {
  client = new NamingClient(test.connection)
  await client.connect()
  return () => client.end()
})
afterAll(() => test.drop())

const prepared = async () =>
  (await client.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(({ name }) => name)
const from = (n: number) => client.query('select * from things where n >= $1 order by n', [n])

describe('a statement with parameters', () => {
  it('is prepared once, under a name of its text', async () => {
    await from(1)
    expect((await from(2)).rows).toEqual([{ n: 2 }])
    await client.query('select n from things where n = $1', [1])
    expect(new Set(await prepared()).size).toBe(2)
  })

  it('is named where a pool sends it', async () => {
    const pool = new pg.Pool({ ...test.connection, Client: NamingClient, max: 1 })
    expect((await pool.query('select n from things where n = $1', [2])).rows).toEqual([{ n: 2 }])
    const { rows } = await pool.query('select statement from pg_prepared_statements')
    expect(rows).toEqual([{ statement: 'select n from things where n = $1' }])
    await expect(pool.query('select n from nothing where n = $1', [2])).rejects.toThrow('nothing')
    await pool.end()
  })

  it.each([
    ['is unknown to the server', () => client.query('deallocate all')],
    ['has other columns than before', () => test.database.pool.query('alter table things add column more integer')],
  ])('is sent again where it %s', async (_what, change) => {
    const before = (await from(2)).rows
    await change()
    expect((await from(2)).rows).toEqual(before.map((row: object) => expect.objectContaining(row)))
    expect((await from(2)).rows).toHaveLength(1)
  })

  it('fails inside a transaction where the server does not know it, and not in the next transaction', async () => {
    await from(2)
    await client.query('deallocate all')
    await client.query('begin')
    await expect(from(2)).rejects.toThrow('does not exist')
    await client.query('rollback')
    await client.query('begin')
    expect((await from(2)).rows).toHaveLength(1)
    await client.query('commit')
  })
})

it('commands of transactions have no name', async () => {
  await client.query('begin', [])
  await client.query('rollback', [])
  expect(await prepared()).toEqual([])
})

it('connections of the service plan once, by keys', async () => {
  const text = 'select setting from pg_settings where name = any($1) order by name'
  const { rows } = await test.database.pool.query(text, [['plan_cache_mode', 'enable_seqscan']])
  expect(rows).toEqual([{ setting: 'off' }, { setting: 'force_generic_plan' }])
})
