import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { sender } from '../http-rig.ts'
import { type Api, startApi } from '../typed-api.ts'

const MAX_KEY_DAYS = 90

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const create = (body: object, caller = api.admin) =>
  caller('createApiKey', { body: { name: 'Key', role: 'read', ...body } })
const statusOf = async (secret: string) => (await api.caller(secret)('listCards')).status

describe('secrets', () => {
  const rotate = (keyId: string, body?: object) => api.admin('rotateApiKey', { params: { keyId }, body })

  it('are two at a time: a rotation ends at once what an earlier one left valid', async () => {
    const first = (await create({})).body
    const second = (await rotate(first.id)).body
    expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([200, 200])
    const third = (await rotate(first.id)).body
    expect(await Promise.all([first, second, third].map(({ secret }) => statusOf(secret)))).toEqual([401, 200, 200])
    const { body } = await api.caller(first.secret)('listCards')
    expect(body.error?.code).toBe('expired_api_key')
  })
})

describe('lastUsedAt', () => {
  const lastUse = async (keyId: string) => (await api.admin('getApiKey', { params: { keyId } })).body.lastUsedAt

  it('is the minute of the last use, also where the minute has only begun, and is absent before the first', async () => {
    const { id, secret } = (await create({})).body
    expect(await lastUse(id)).toBeUndefined()
    api.clock.time = Date.UTC(2026, 1, 1, 9, 30, 59, 999)
    await api.caller(secret)('listCards')
    expect(await lastUse(id)).toBe('2026-02-01T09:30:00.000Z')
    api.clock.time += 1
    await api.caller(secret)('listCards')
    expect(await lastUse(id)).toBe('2026-02-01T09:31:00.000Z')
    const { data } = (await api.admin('listApiKeys')).body
    expect(data.find((key) => key.id === id)?.lastUsedAt).toBe('2026-02-01T09:31:00.000Z')
  })

  it('is written once a minute, however often a key is used', async () => {
    const { id, secret } = (await create({})).body
    api.clock.time += MINUTE_MS
    await Promise.all(Array.from({ length: 20 }, () => api.caller(secret)('listCards')))
    await lastUse(id)
    const { rows } = await api.rig.test.database.pool.query<{ before: string }>(
      'update api_key_uses set last_used_at = 1 where key_id = $1 returning last_used_at as before',
      [id],
    )
    expect(rows).toHaveLength(1)
    await api.caller(secret)('listCards')
    expect(await lastUse(id)).toBe(new Date(1).toISOString())
  })

  it('does not go back where a node whose clock is behind uses the key later', async () => {
    const { id, secret } = (await create({})).body
    await api.caller(secret)('listCards')
    const used = await lastUse(id)
    const behind = await api.rig.secondNode({ clock: { now: () => api.clock.now() - 10 * MINUTE_MS } })
    const reply = await behind.app.inject({ url: '/v1/cards', headers: { authorization: `Bearer ${secret}` } })
    expect(reply.statusCode).toBe(200)
    await behind.deps.keyUses.flush()
    expect(await lastUse(id)).toBe(used)
  })

  it('is not told by requests that were refused', async () => {
    const { id, secret } = (await create({ allowedAddresses: ['203.0.113.0/24'] })).body
    expect(await statusOf(secret)).toBe(403)
    expect(await lastUse(id)).toBeUndefined()
  })
})

describe('allowedAddresses', () => {
  const ask = async (secret: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const { app } = api.rig
    const reply = await app.inject({
      url: '/v1/cards',
      remoteAddress,
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
    return [reply.statusCode, reply.json().error?.code]
  }
  const refused = [403, 'address_not_allowed']
  const passed = [200, undefined]

  it('are shown as they were given, and 403 address_not_allowed from everywhere else', async () => {
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32']
    const { secret, ...key } = (await create({ allowedAddresses })).body
    expect(key.allowedAddresses).toEqual(allowedAddresses)
    expect((await api.admin('getApiKey', { params: { keyId: key.id } })).body).toEqual(key)
    expect(await ask(secret, '203.0.113.255')).toEqual(passed)
    expect(await ask(secret, '::ffff:203.0.113.7')).toEqual(passed)
    expect(await ask(secret, '2001:db8::7')).toEqual(passed)
    expect(await ask(secret, '203.0.114.1')).toEqual(refused)
    expect(await ask(secret, '2001:db9::1')).toEqual(refused)
  })

  it('hold for every secret of the key, and an ended key is 401 before', async () => {
    const { id, secret } = (await create({ allowedAddresses: ['203.0.113.0/24'], expiresAt: '2100-01-01T00:00:00Z' }))
      .body
    const rotated = (await api.admin('rotateApiKey', { params: { keyId: id } })).body.secret
    expect(await ask(rotated, '203.0.113.1')).toEqual(passed)
    expect(await ask(rotated, '10.0.0.1')).toEqual(refused)
    await api.admin('revokeApiKey', { params: { keyId: id } })
    expect(await ask(secret, '10.0.0.1')).toEqual([401, 'invalid_api_key'])
  })

  it('are compared with X-Forwarded-For only where a trusted proxy sent it', async () => {
    const { secret } = (await create({ allowedAddresses: ['203.0.113.0/24'] })).body
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect(await ask(secret, '10.0.0.1', headers)).toEqual(refused)
    const behindProxy = await api.rig.secondNode({ settings: { trustedProxies: ['10.0.0.0/8'] } })
    const through = async (remoteAddress: string, forwarded: string) => {
      const reply = await behindProxy.app.inject({
        url: '/v1/cards',
        remoteAddress,
        headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': forwarded },
      })
      return reply.statusCode
    }
    expect(await through('10.0.0.1', '203.0.113.9')).toBe(200)
    expect(await through('10.0.0.1', '198.51.100.1')).toBe(403)
    expect(await through('10.0.0.1', '203.0.113.9, 198.51.100.1')).toBe(403)
    expect(await through('198.51.100.1', '203.0.113.9')).toBe(403)
  })

  it.each<[unknown, string]>([
    [['203.0.113.7'], 'allowedAddresses[0]'],
    [['10.0.0.0/8', '10.0.0.0/33'], 'allowedAddresses[1]'],
    [['example.com/24'], 'allowedAddresses[0]'],
    [[''], 'allowedAddresses[0]'],
    [[], 'allowedAddresses'],
    ['10.0.0.0/8', 'allowedAddresses'],
  ])('400: %j', async (allowedAddresses, param) => {
    const { status, body } = await create({ allowedAddresses })
    expect([status, body.error?.param, body.error?.details?.['reason']]).toEqual([400, param, 'parameter_invalid'])
  })
})

describe('requestsPerMinute', () => {
  it('of a new key is at most that of the key that makes it', async () => {
    const own = { role: 'admin', tier: 'enterprise', requestsPerMinute: 500 }
    const limited = api.caller((await create(own)).body.secret)
    expect((await create({ tier: 'enterprise', requestsPerMinute: 500 }, limited)).status).toBe(201)
    for (const role of ['read', 'network']) {
      const { status, body } = await create({ role, tier: 'enterprise', requestsPerMinute: 501 }, limited)
      expect([status, body.error?.param, body.error?.details?.['reason']]).toEqual([
        400,
        'requestsPerMinute',
        'parameter_invalid',
      ])
      expect(body.error?.message).toContain('500')
    }
  })

  it.each([
    ['standard', 'standard', 201],
    ['standard', 'pro', 400],
    ['pro', 'pro', 201],
  ])('counts as that of the tier where a key has none: %s makes %s, %i', async (ownTier, tier, expected) => {
    const own = api.caller((await create({ role: 'admin', tier: ownTier })).body.secret)
    const { status, body } = await create({ tier }, own)
    expect([status, body.error?.param]).toEqual([expected, expected === 400 ? 'tier' : undefined])
  })

  it('leaves a network key without a number as it is', async () => {
    const own = api.caller((await create({ role: 'admin' })).body.secret)
    expect((await create({ role: 'network' }, own)).status).toBe(201)
  })
})

describe('PURSER_MAX_KEY_DAYS', () => {
  it('400, naming the latest end, without expiresAt and with one beyond', async () => {
    const node = await api.rig.secondNode({ maxKeyDays: MAX_KEY_DAYS })
    const send = sender(node, { authorization: `Bearer ${await api.rig.key()}`, 'content-type': 'application/json' })
    const make = (more: object) =>
      send('POST', '/v1/api-keys', { payload: JSON.stringify({ name: 'x', role: 'read', ...more }) })
    const latest = api.clock.now() + MAX_KEY_DAYS * DAY_MS
    for (const more of [{}, { expiresAt: new Date(latest + 1).toISOString() }]) {
      const { status, body } = await make(more)
      expect([status, body.error.param, body.error.details]).toEqual([
        400,
        'expiresAt',
        { reason: 'parameter_invalid' },
      ])
      expect(body.error.message).toContain(new Date(latest).toISOString())
      expect(body.error.message).toContain(`${MAX_KEY_DAYS} days`)
    }
    expect((await make({ expiresAt: new Date(latest).toISOString() })).status).toBe(201)
  })
})
