import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { readRowsBySql } from './read-sql.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it.each([
  ['a select', sql<{ n: number }>`select ${1}::int as n`],
  ['a common table expression', sql<{ n: number }>`with one as materialized (select 1 as n) select n from one`],
  [
    'values that are keywords of a write',
    sql<{ n: number }>`select 1 as n where ${'delete'}::text = ${'delete'}::text`,
  ],
])('%s is read', async (_what, query) => {
  expect(await readRowsBySql(test.database.db, query)).toEqual([{ n: 1 }])
})

it.each([
  ['an update', sql`update settings set value = 'x' returning name`],
  ['a delete in a common table expression', sql`with gone as (delete from settings returning name) select * from gone`],
  ['a lock', sql`select name from settings for update`],
  ['a command', sql`vacuum settings`],
])('%s is refused before it is sent', async (_what, query) => {
  await expect(readRowsBySql(test.database.db, query)).rejects.toThrow('neither writes nor locks')
})
