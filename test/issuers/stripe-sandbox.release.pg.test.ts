import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../docs/blocks.ts'
import { StripeSandbox } from '../support/issuers/stripe-sandbox.ts'
import { StripeMock } from '../support/issuers/stripe.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { startTestScript } from '../support/processes/test-process.ts'

const authorizationSecret = `whsec_${'a'.repeat(32)}`
const eventSecret = `whsec_${'e'.repeat(32)}`

/** What the guide shows: docs/guides/stripe.md. */
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/stripe.md'), 'utf8')
const shown = blocksOf('docs/guides/stripe.md', guide).find(({ section }) => section === 'Try all of it')?.code ?? ''
const withoutTimes = (line: string) => line.replace(/ +[\d.]+ s /, ' ').replace(/: (\d+ ms.*|ic_\w+)$/, '')
const promised = shown
  .split('\n')
  .filter((line) => /^(passed|skipped)/.test(line))
  .map(withoutTimes)

let test: TestDatabase
let sandbox: StripeSandbox
let port: string
beforeAll(async () => {
  test = await createTestDatabase()
  port = await freePort()
  const mock: StripeMock = new StripeMock({
    origin: () => `http://127.0.0.1:${port}`,
    authorizationSecret,
    eventSecret,
    onTimeout: 'decline',
    nowMs: () => Date.now(),
    cardOf: (cardId) => sandbox.cardsOf(cardId)[0],
  })
  sandbox = new StripeSandbox(mock)
  await sandbox.up()
})
afterAll(async () => {
  await sandbox.down()
  await test.drop()
})

async function check(env: Record<string, string>) {
  const run = startTestScript('tools/issuers/stripe-sandbox.ts', [], { env })
  return { code: await run.ended, lines: run.stdout, complaint: run.stderr.join('\n') }
}

describe('check:stripe-sandbox', () => {
  it('passes with the stand-in of Stripe, and leaves no card open', async () => {
    const { code, lines, complaint } = await check({
      STRIPE_SANDBOX_KEY: 'sk_test_0123456789',
      PURSER_STRIPE_URL: sandbox.url,
      PURSER_STRIPE_AUTHORIZATION_SECRET: authorizationSecret,
      PURSER_STRIPE_EVENT_SECRET: eventSecret,
      DATABASE_URL: databaseUrl(test.connection),
      PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: port,
    })
    expect([code, complaint]).toEqual([0, ''])
    expect(lines.map(withoutTimes)).toEqual(promised)
    expect(sandbox.cards.map(({ status }) => status as string)).toEqual(['canceled'])
    expect(sandbox.holders.map(({ status }) => status as string)).toEqual(['inactive'])
  })

  it.each([
    [{}, 'STRIPE_SANDBOX_KEY is missing'],
    [{ STRIPE_SANDBOX_KEY: 'rk_live_0123456789' }, 'STRIPE_SANDBOX_KEY is a key of real money. It is not used.'],
    [{ STRIPE_SANDBOX_KEY: 'sk_test_0123456789' }, 'PURSER_STRIPE_EVENT_SECRET is missing'],
  ])('does not begin with %j', async (env, says) => {
    const { code, complaint } = await check(env)
    expect(code).toBe(2)
    expect(complaint).toContain(says)
  })
})
