import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandRig } from '../support/records/command-rig.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { connect, endpoint, type SomeAgent, someAgent } from './agent-rig.ts'

let service: TestPurser
let other: TestPurser
let agent: SomeAgent
/** What is wrong with each key, and the key. */
let bad: Record<string, string>
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  other = await startPurser()
  agent = await someAgent(service)
  const { apiKeys, testClock } = service.purser
  const own = { role: 'agent', agentId: agent.agentId } as const
  const { now } = await testClock.get()
  const expiresAt = new Date(Date.parse(now) + 60_000).toISOString()
  const expired = await apiKeys.create({ ...own, name: 'expired', expiresAt })
  const revoked = await apiKeys.create({ ...own, name: 'revoked' })
  const elsewhere = await apiKeys.create({ ...own, name: 'elsewhere', allowedAddresses: ['203.0.113.0/24'] })
  for (const { secret } of [expired, revoked]) await (await connect(endpoint(service), secret)).close() // they were good
  await testClock.advance({ seconds: 61 })
  await apiKeys.revoke(revoked.id)
  bad = {
    'an expired key': expired.secret,
    'a revoked key': revoked.secret,
    'a key of other addresses': elsewhere.secret,
    'a key of another database': (await someAgent(other)).apiKey,
  }
})
afterAll(() => Promise.all([service.stop(), other.stop()]))

const rig = commandRig()
const answers = [
  ['an expired key', 401, 'expired_api_key'],
  ['a revoked key', 401, 'invalid_api_key'],
  ['a key of other addresses', 403, 'address_not_allowed'],
  ['a key of another database', 401, 'invalid_api_key'],
] as const

describe.each(answers)('%s', (name, status, code) => {
  it('is told so at /mcp, whatever it asks', async () => {
    for (const method of ['tools/list', 'server/discover', 'initialize', 'nonsense']) {
      const reply = await fetch(endpoint(service), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bad[name]}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      })
      const { error } = (await reply.json()) as { error: Record<string, unknown> }
      expect([reply.status, error['code'], typeof error['hint']]).toEqual([status, code, 'string'])
      expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
    }
  })

  it('is no key for a client of the SDK, which says why', async () => {
    for (const wire of ['old', 'new'] as const) {
      const connecting = connect(endpoint(service), bad[name] ?? '', wire)
      await expect(connecting).rejects.toThrow(new RegExp(`${status}|${code}|Unauthorized`))
    }
  })

  it('ends purser mcp, which says why', async () => {
    const env = { PURSER_URL: service.baseUrl, PURSER_API_KEY: bad[name] ?? '' }
    const { code: ended, stdout, stderr } = await rig.run(['mcp'], env, '')
    expect([ended, stdout, stderr]).toEqual([
      2,
      [],
      expect.stringMatching(/^purser: PURSER_API_KEY: .*\n(?: {2}code: .*\n)? {2}hint:/),
    ])
  })
})

it('refuses an array of messages, which would be many calls in one request', async () => {
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })
  const ask = async (body: unknown) => {
    const reply = await fetch(endpoint(service), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${agent.apiKey}`,
      },
      body: JSON.stringify(body),
    })
    return { status: reply.status, text: await reply.text() }
  }
  for (const body of [[], [call(1)], Array.from({ length: 100 }, (_, id) => call(id))]) {
    const { status, text } = await ask(body)
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('request of its own') } },
    ])
  }
  expect((await ask(call(1))).status).toBe(200)
})
