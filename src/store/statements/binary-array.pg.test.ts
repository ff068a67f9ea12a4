import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { binaryArrayParameter, type PostgresArrayElementType } from './binary-array.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const words = fc.stringMatching(/^\w{0,40}$/)
const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))
const integers = fc.integer()
const bigints = fc.maxSafeInteger()

const elements = <T>(of: fc.Arbitrary<T>) => fc.array(fc.option(of, { freq: 5 }), { minLength: 1, maxLength: 50 })

it.each<[PostgresArrayElementType, string, fc.Arbitrary<string | number | boolean>]>([
  ['word', 'text', words],
  ['text', 'text', texts],
  ['json', 'json', texts.map((text) => JSON.stringify({ text, list: [text, 1] }))],
  ['smallint', 'smallint', fc.integer({ min: -32_768, max: 32_767 })],
  ['integer', 'integer', integers],
  ['bigint', 'bigint', bigints],
  ['boolean', 'boolean', fc.boolean()],
])('PostgreSQL reads every %s that was written', async (type, sqlType, arbitrary) => {
  await fc.assert(
    fc.asyncProperty(elements(arbitrary), async (written) => {
      const { rows } = await test.database.pool.query<{ element: string | null }>(
        `select element::text from unnest($1::${sqlType}[]) with ordinality as read(element, n) order by n`,
        [binaryArrayParameter(type, written.length, (index) => written[index] ?? null)],
      )
      expect(rows.map(({ element }) => element)).toEqual(
        written.map((element) => (element === null ? null : String(element))),
      )
    }),
    { numRuns: 100 },
  )
})
