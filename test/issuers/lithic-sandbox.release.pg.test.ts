import { afterAll, beforeAll, expect, it } from 'vitest'
import { LithicApi } from '../support/issuers/lithic-api.ts'
import { LithicSandbox } from '../support/issuers/lithic-sandbox.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { startTestScript } from '../support/processes/test-process.ts'

const secret = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const sandbox = new LithicSandbox({
  asaSecret: secret('a'),
  eventSecret: secret('e'),
  nowMs: Date.now,
})
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sandbox.up()
})
afterAll(async () => {
  await sandbox.down()
  await database.drop()
})

async function check(env: Record<string, string>) {
  const run = startTestScript('tools/issuers/lithic-sandbox.ts', [], { env })
  return { code: await run.ended, lines: run.stdout, errors: run.stderr }
}

it('everything that can be tried in a sandbox passes, and nothing is left there', async () => {
  const port = await freePort()
  const { code, lines, errors } = await check({
    LITHIC_SANDBOX_KEY: LithicApi.key,
    PURSER_LITHIC_URL: sandbox.url,
    PURSER_PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: port,
    DATABASE_URL: databaseUrl(database.connection),
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  expect([lines.filter((line) => !line.startsWith('passed')), errors]).toEqual([
    [expect.stringMatching(/^skipped .*Lithic simulates neither$/)],
    [],
  ])
  expect([code, lines.length]).toEqual([0, 20])
  expect([sandbox.enrolled, sandbox.cards.map(({ state }) => state as string)]).toEqual([[], ['CLOSED']])
})

it.each([
  ['without a key', { LITHIC_SANDBOX_KEY: '' }, /^LITHIC_SANDBOX_KEY is missing/],
  ['of production', { PURSER_LITHIC_URL: 'https://api.lithic.com' }, /real money/],
])('nothing is called %s', async (_, given, told) => {
  const env = { LITHIC_SANDBOX_KEY: LithicApi.key, PURSER_PUBLIC_URL: 'https://tunnel.example.com' }
  const before = sandbox.calls.length
  const { code, errors } = await check({ ...env, PURSER_LITHIC_URL: sandbox.url, ...given })
  expect([code, errors[0], sandbox.calls.length]).toEqual([2, expect.stringMatching(told), before])
})
