import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { createRateLimiter, type RateLimiter } from '../../../src/services/request/rate-limit.ts'
import { type Node, type Rig, startRig } from '../http-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ settings: { rateLimit: true } })
})
afterAll(() => rig.close())

const ask = (secret: string, node: Node = rig, url = '/v1/cards') =>
  node.app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
type Reply = Awaited<ReturnType<typeof ask>>
const passed = (replies: Reply[]) => replies.filter((reply) => reply.statusCode !== 429).length
const headers = ({ headers: all }: Reply) => [
  all['ratelimit-limit'],
  all['ratelimit-remaining'],
  all['ratelimit-reset'],
]
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('one node', () => {
  it('passes 100 requests of a standard key and refuses the 101st, on every endpoint, until the minute ends', async () => {
    const secret = await rig.key({ tier: 'standard' })
    expect(headers(await ask(secret))).toEqual(['100', '99', '60'])
    rig.clock.time += 10_000
    expect(headers(await ask(secret))).toEqual(['100', '98', '50'])
    const rest = await Promise.all(times(98, () => ask(secret)))
    expect(passed(rest)).toBe(98)
    for (const url of ['/v1/cards', '/v1/nothing', '/v1/webhooks']) {
      const refused = await ask(secret, rig, url)
      expect([refused.statusCode, refused.headers['retry-after'], ...headers(refused)]).toEqual([
        429,
        '50',
        '100',
        '0',
        '50',
      ])
      expect(refused.json<{ error: object }>().error).toMatchObject({
        code: 'rate_limited',
        message: 'This API key may make 100 requests a minute, the number of its tier `standard`, and has made them.',
        retryable: true,
      })
    }
    rig.clock.time += 49_999
    expect((await ask(secret)).headers['retry-after']).toBe('1')
    rig.clock.time += 1
    expect(headers(await ask(secret))).toEqual(['100', '99', '60'])
  })

  it('counts from the first request of a key: a new minute of the clock brings nothing', async () => {
    const secret = await rig.key({ tier: 'standard' })
    rig.clock.time = Math.ceil(rig.clock.time / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1
    await Promise.all(times(60, () => ask(secret)))
    rig.clock.time += 1
    expect(passed(await Promise.all(times(60, () => ask(secret))))).toBe(40)
  })

  it('passes exactly 100 of 150 at once', async () => {
    const secret = await rig.key({ tier: 'standard' })
    expect(passed(await Promise.all(times(150, () => ask(secret))))).toBe(100)
  })

  it.each([1, 7])('takes a number on the key: %i a minute', async (requestsPerMinute) => {
    const secret = await rig.key({ requestsPerMinute })
    expect(passed(await Promise.all(times(20, () => ask(secret))))).toBe(requestsPerMinute)
  })

  it('counts a call of /mcp as a request, and an array of messages, which is refused, as one', async () => {
    const { id: customerId } = (
      await rig.app.inject({
        method: 'POST',
        url: '/v1/customers',
        headers: { authorization: `Bearer ${await rig.key()}` },
        payload: { email: 'ada@example.com' },
      })
    ).json<{ id: string }>()
    const { id: agentId } = (
      await rig.app.inject({
        method: 'POST',
        url: '/v1/agents',
        headers: { authorization: `Bearer ${await rig.key()}` },
        payload: { customerId, externalId: 'counted' },
      })
    ).json<{ id: string }>()
    const secret = await rig.key({ role: 'agent', agentId, requestsPerMinute: 5 })
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const call = (payload: object) =>
      rig.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json, text/event-stream',
          host: 'localhost',
        },
        payload,
      })
    const replies = []
    for (const payload of [message, [message, message], message]) replies.push(await call(payload))
    for (const url of ['/v1/cards', '/v1/cards', '/v1/cards']) replies.push(await ask(secret, rig, url))
    replies.push(await call(message))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200, 200, 200, 429, 429])
    expect(replies[1]?.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
  })

  it('does not limit network keys without a number, and shows no such headers', async () => {
    const secret = await rig.key({ role: 'network' })
    expect(headers(await ask(secret))).toEqual([undefined, undefined, undefined])
    const limited = await rig.key({ role: 'network', requestsPerMinute: 3 })
    expect(passed(await Promise.all(times(5, () => ask(limited))))).toBe(3)
  })

  it('counts no request without a key, and shows it no headers', async () => {
    expect(headers(await ask('sk_nobody'))).toEqual([undefined, undefined, undefined])
  })

  it('can be switched off', async () => {
    const node = await rig.secondNode({ settings: { rateLimit: false } })
    const secret = await rig.key({ requestsPerMinute: 1 })
    expect(passed(await Promise.all(times(5, () => ask(secret, node))))).toBe(5)
  })
})

describe('two nodes', () => {
  it('together pass exactly the limit', async () => {
    const other = await rig.secondNode()
    const secret = await rig.key({ tier: 'standard' })
    const replies = await Promise.all(times(300, (index) => ask(secret, index % 2 ? other : rig)))
    expect(passed(replies)).toBe(100)
  })

  it('any number of nodes, any order of requests: exactly the limit of a small key', async () => {
    const nodes = fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 300 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), nodes, async (limit, order) => {
        const limiters = times(2, () => createRateLimiter(rig.deps))
        const keyId = `key_${(runs += 1)}`
        const results = []
        for (const node of order) results.push(await limiters[node]?.take(keyId, limit))
        expect(results.filter((result) => result?.passed).length).toBe(Math.min(order.length, limit))
      }),
      { numRuns: 60 },
    )
  })

  it('of a large key, asks the database once for a thousandth of the minute, not once for a request', async () => {
    expect(await questionsFor(1000, (limiter) => limiter.take('key_busy', 100_000))).toBe(10)
  })

  it('asks once for all that wait at once', async () => {
    const burst = (limiter: RateLimiter) => Promise.all(times(100, async () => limiter.take('key_burst', 100)))
    expect(await questionsFor(1, burst)).toBeLessThanOrEqual(2)
  })

  it('a minute that a wrong clock began in the future holds up nobody', async () => {
    const right = rig.clock.time
    rig.clock.time += 365 * 24 * 60 * MINUTE_MS
    await createRateLimiter(rig.deps).take('key_ahead', 1)
    rig.clock.time = right
    expect(await createRateLimiter(rig.deps).take('key_ahead', 1)).toMatchObject({ passed: true, resetSeconds: 60 })
  })
})

/** How often a new node asks the database while it works `rounds` times. */
async function questionsFor(rounds: number, work: (limiter: RateLimiter) => unknown): Promise<number> {
  let asked = 0
  const { pool } = rig.deps.database
  const counting = {
    ...rig.deps.database,
    pool: { query: (...all: [never]) => ((asked += 1), pool.query(...all)) } as never,
  }
  const limiter = createRateLimiter({ clock: rig.clock, database: counting })
  for (let round = 0; round < rounds; round += 1) await work(limiter)
  return asked
}
