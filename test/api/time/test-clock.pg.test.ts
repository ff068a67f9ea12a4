import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let test: TestPurser
beforeAll(async () => {
  test = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => test.stop())

const countOpenTransactions = async () => {
  const { rows } = await test.database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  return Number(rows[0]?.count)
}
const now = async () => Date.parse((await test.purser.testClock.get()).now)
const advance = async (seconds: number) => Date.parse((await test.purser.testClock.advance({ seconds })).now)
const TEN_YEARS_SECONDS = 315_576_000

describe('POST /test-clock/advance', () => {
  it('starts at the real time and stands still until it is moved', async () => {
    const started = await now()
    expect(Math.abs(started - Date.now())).toBeLessThan(60_000)
    expect(await now()).toBe(started)
    expect(await advance(0)).toBe(started)
    expect((await test.purser.customers.create({ email: 'ada@example.com' })).createdAt).toBe(
      new Date(started).toISOString(),
    )
  })

  it.each([0.001, 0.0014, 59.999, 86_400])('moves by %d seconds, to the millisecond', async (seconds) => {
    const before = await now()
    expect((await advance(seconds)) - before).toBe(Math.round(seconds * 1000))
    expect(await now()).toBe(before + Math.round(seconds * 1000))
  })

  it('adds up what is asked at once', async () => {
    const before = await now()
    await Promise.all([1, 2, 3, 4].map(advance))
    expect(await now()).toBe(before + 10_000)
  })

  it('has run all that fell due when it answers', async () => {
    const { id: customerId } = await test.purser.customers.create({ email: 'ada@example.com' })
    const { id: cardId } = await test.purser.cards.create({ customerId, policy: { ttlDays: 30 } })
    const { id: intentId } = await test.purser.intents.declare(cardId, { purpose: 'Ink', ttlMinutes: 1440 })
    const { transactionId } = await test.purser.network.authorize({ cardId, amount: 100 })
    await advance(TEN_YEARS_SECONDS)
    expect((await test.purser.cards.get(cardId)).status).toBe('closed')
    expect((await test.purser.intents.get(intentId)).status).toMatch(/^(matched|expired)$/)
    expect((await test.purser.transactions.get(transactionId)).status).toBe('expired')
    expect((await test.purser.events.list({ type: 'card.closed' })).data).toEqual([]) // kept for 30 days
  })

  it('holds no transaction open while it waits for a receiver, and replays what it then answered', async () => {
    let hasAnswered = false
    const receiver = createServer((_request, reply) => {
      // What runs beside it opens transactions as well, and ends them whatever the receiver does.
      const noneIsOpen = async () => (await countOpenTransactions()) === 0
      void eventually('no transaction is open', noneIsOpen, 5000).then(() => {
        hasAnswered = true
        return reply.end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    await test.purser.webhooks.create({ url: `http://127.0.0.1:${port}/`, events: ['intent.expired'] })
    const { id: customerId } = await test.purser.customers.create({ email: 'ada@example.com' })
    const { id: cardId } = await test.purser.cards.create({ customerId })
    await test.purser.intents.declare(cardId, { purpose: 'Ink', ttlMinutes: 1 })

    const before = await now()
    const move = () => test.purser.testClock.advance({ seconds: 120 }, { idempotencyKey: 'two-minutes' })
    const [first, second] = [await move(), await move()]
    expect([first, await now()]).toEqual([second, before + 120_000])
    expect(hasAnswered).toBe(true)
    receiver.close()
  })

  it.each([{ seconds: -1 }, { seconds: TEN_YEARS_SECONDS + 1 }, { seconds: '1' }, { seconds: null }, {}])(
    '400 for %j',
    async (body) => {
      const before = await now()
      const reply = await fetch(`${test.baseUrl}/test-clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { error } = (await reply.json()) as ErrorReplyBody
      expect([reply.status, error.code, error.param]).toEqual([400, 'invalid_request', 'seconds'])
      expect(await now()).toBe(before)
    },
  )

  it('may be read by a reader and moved by an admin alone', async () => {
    const { secret } = await test.purser.apiKeys.create({ name: 'reader', role: 'read' })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const advanced = await fetch(`${test.baseUrl}/test-clock/advance`, {
      method: 'POST',
      headers,
      body: '{"seconds":1}',
    })
    expect(advanced.status).toBe(403)
    expect((await fetch(`${test.baseUrl}/test-clock`, { headers })).status).toBe(200)
  })
})

describe('what goes by the test clock', () => {
  it('rate limits refill when it is moved past the minute, also by the key that has used it up', async () => {
    const limited = await test.secondNode({ PURSER_RATE_LIMIT: 'on' })
    const { secret } = await test.purser.apiKeys.create({
      name: 'limited',
      role: 'admin',
      tier: 'enterprise',
      requestsPerMinute: 3,
    })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const ask = async () => (await fetch(`${limited.baseUrl}/cards`, { headers })).status
    const move = (seconds: number) =>
      fetch(`${limited.baseUrl}/test-clock/advance`, { method: 'POST', headers, body: JSON.stringify({ seconds }) })
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    expect([(await move(59.999)).status, await ask()]).toEqual([200, 429])
    expect((await move(0)).headers.get('ratelimit-remaining')).toBe('0')
    expect([(await move(0.001)).status, await ask()]).toEqual([200, 200])
    await limited.stop()
  })
})

describe('a restart', () => {
  let restarted: TestPurser
  beforeAll(async () => {
    restarted = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  })
  afterAll(() => restarted.stop())

  const startAnother = async (env: Record<string, string> = {}) => {
    const node = await restarted.secondNode(env)
    const { now: stands } = await node.purser.testClock.get().catch(() => ({ now: null }))
    await node.stop()
    return stands
  }
  const stored = async () => {
    const { rows } = await restarted.database.pool.query<{ value: string }>(
      `select value from settings where name = 'test_clock'`,
    )
    return rows[0] === undefined ? null : new Date(Number(rows[0].value)).toISOString()
  }

  it('keeps the clock where it was, before the first move too', async () => {
    const { now: started } = await restarted.purser.testClock.get()
    expect(await startAnother()).toBe(started)
    const { now: moved } = await restarted.purser.testClock.advance({ seconds: 30 * 86_400 })
    expect(await startAnother()).toBe(moved)
  })

  it('without the test clock goes by the real time, and leaves a clock that is ahead where it stands', async () => {
    const ahead = await stored()
    const node = await restarted.secondNode({ PURSER_TEST_CLOCK: 'false' })
    const { createdAt } = await node.purser.customers.create({ email: 'ada@example.com' })
    await node.stop()
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000)
    expect([await stored(), await startAnother()]).toEqual([ahead, ahead])
  })

  it('without the test clock forgets one that the real time has passed', async () => {
    await restarted.database.transaction((tx) =>
      tx.updateTable('settings').set({ value: '1' }).where('name', '=', 'test_clock').execute(),
    )
    expect(await startAnother()).toBe('1970-01-01T00:00:00.001Z')
    expect(await startAnother({ PURSER_TEST_CLOCK: 'false' })).toBeNull()
    expect(await stored()).toBeNull()
    await expect(startAnother()).rejects.toThrow(/used without a test clock/)
    const anew = await startAnother({ PURSER_TEST_CLOCK_ON_USED_DATA: 'true' })
    expect(Math.abs(Date.parse(anew ?? '') - Date.now())).toBeLessThan(60_000)
  })
})
