import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/lib/clock.ts'
import { createRateLimiter } from '../../src/services/rate-limit.ts'
import { type Node, type Rig, startRig } from './http-rig.ts'

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
    const [first] = [await ask(secret)]
    expect(headers(first)).toEqual(['100', '99', '50'])
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
      expect(refused.json<{ error: object }>().error).toMatchObject({ code: 'rate_limited', retryable: true })
    }
    rig.clock.time = Math.ceil(rig.clock.time / MINUTE_MS) * MINUTE_MS
    expect(headers(await ask(secret))).toEqual(['100', '99', '60'])
  })

  it('passes exactly 100 of 150 at once', async () => {
    const secret = await rig.key({ tier: 'standard' })
    expect(passed(await Promise.all(times(150, () => ask(secret))))).toBe(100)
  })

  it.each([1, 7])('takes a number on the key: %i a minute', async (requestsPerMinute) => {
    const secret = await rig.key({ requestsPerMinute })
    expect(passed(await Promise.all(times(20, () => ask(secret))))).toBe(requestsPerMinute)
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
  it('together never pass the limit, and can use all of it but a share', async () => {
    const other = await rig.secondNode()
    const secret = await rig.key({ tier: 'standard' })
    const replies = await Promise.all(times(300, (index) => ask(secret, index % 2 ? other : rig)))
    expect(passed(replies)).toBe(100)
  })

  it('any number of nodes, any order of requests: at most the limit, at least four fifths of it', async () => {
    const nodes = fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 300 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), nodes, async (limit, order) => {
        const limiters = times(2, () => createRateLimiter(rig.deps))
        const keyId = `key_${(runs += 1)}`
        const results = []
        for (const node of order) results.push(await limiters[node]?.take(keyId, limit))
        const count = results.filter((result) => result?.passed).length
        expect(count).toBeLessThanOrEqual(limit)
        expect(count).toBeGreaterThanOrEqual(Math.min(order.length, Math.floor(limit * 0.8)))
      }),
      { numRuns: 60 },
    )
  })

  it('asks the database once for a twentieth of the minute, not once for a request', async () => {
    let asked = 0
    const { pool } = rig.deps.database
    const counting = {
      ...rig.deps.database,
      pool: { query: (...all: [never]) => ((asked += 1), pool.query(...all)) } as never,
    }
    const limiter = createRateLimiter({ clock: rig.clock, database: counting })
    for (let request = 0; request < 1000; request += 1) await limiter.take('key_busy', 1000)
    expect(asked).toBe(20)
  })

  it('keeps no row of a minute that is over', async () => {
    const secret = await rig.key({ tier: 'standard' })
    for (let minute = 0; minute < 5; minute += 1) {
      rig.clock.time += MINUTE_MS
      await ask(secret)
    }
    const { rows } = await rig.deps.database.pool.query(
      'select key_id from rate_leases group by key_id having count(*) > 2',
    )
    expect(rows).toEqual([])
  })
})
