import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const create = (body: object) => api.admin('createApiKey', { body: { name: 'Key', role: 'read', ...body } })
const MINUTE_MS = 60_000

describe('POST /api-keys', () => {
  it('201: a standard key with its secret, which is shown only here and stored only as a hash', async () => {
    const { status, body } = await create({})
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Key',
      role: 'read',
      tier: 'standard',
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^sk_[0-9A-Za-z]{40}$/),
    })
    const { secret, ...key } = body
    expect((await api.caller(secret)('listCards')).status).toBe(200)
    expect((await api.admin('getApiKey', { params: { keyId: body.id } })).body).toMatchObject(key)
    expect((await api.admin('listApiKeys')).text).not.toContain(secret)
    const stored = await api.rig.test.database.db
      .selectFrom('api_key_secrets')
      .selectAll()
      .where('key_id', '=', body.id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(stored.map((row) => row.secret_hash.length)).toEqual([32])
  })

  it('201: an enterprise key with its number, a network key without one, an agent key with its agent', async () => {
    expect((await create({ tier: 'enterprise', requestsPerMinute: 5000 })).body).toMatchObject({
      tier: 'enterprise',
      requestsPerMinute: 5000,
    })
    const network = (await create({ role: 'network' })).body
    expect(network.tier).toBe('enterprise')
    expect(network).not.toHaveProperty('requestsPerMinute')
    const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'key' } })).body.id
    expect((await create({ role: 'agent', agentId })).body.agentId).toBe(agentId)
    expect((await create({ role: 'agent', agentId: 'agt_x' })).body.error?.code).toBe('agent_not_found')
  })

  it.each<[string, object, string]>([
    ['a number without the tier enterprise', { requestsPerMinute: 5 }, 'requestsPerMinute'],
    ['the tier enterprise without a number', { tier: 'enterprise' }, 'requestsPerMinute'],
    ['a network key of another tier', { role: 'network', tier: 'standard' }, 'tier'],
    ['an agent key without agent', { role: 'agent' }, 'agentId'],
    ['an agent on another role', { role: 'read', agentId: 'agt_x' }, 'agentId'],
    ['a role that is none', { role: 'root' }, 'role'],
    ['an expiry that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('400: %s', async (_what, body, param) => {
    const answer = await create(body)
    expect([answer.status, answer.body.error?.param]).toEqual([400, param])
  })

  it('403: only an admin sees or makes keys', async () => {
    for (const role of ['approver', 'read', 'network'] as const) {
      const caller = await api.as(role)
      expect((await caller('listApiKeys')).body.error?.code).toBe('insufficient_permissions')
      expect((await caller('createApiKey', { body: { name: 'x', role: 'read' } })).status).toBe(403)
    }
  })

  it('401 expired_api_key: from the millisecond of its expiry', async () => {
    const expiresAt = new Date(api.clock.now() + 1000).toISOString()
    const key = api.caller((await create({ expiresAt })).body.secret)
    api.clock.time += 999
    expect((await key('listCards')).status).toBe(200)
    api.clock.time += 1
    const { status, body } = await key('listCards')
    expect([status, body.error?.code]).toEqual([401, 'expired_api_key'])
  })
})

describe('DELETE /api-keys/{keyId}', () => {
  it('200, then 401 invalid_api_key: it stays listed with revokedAt, and ending it again changes nothing', async () => {
    const { id, secret } = (await create({})).body
    const revoked = await api.admin('revokeApiKey', { params: { keyId: id } })
    expect([revoked.status, revoked.body.revokedAt]).toEqual([200, new Date(api.clock.now()).toISOString()])
    const { status, body } = await api.caller(secret)('listCards')
    expect([status, body.error?.code]).toEqual([401, 'invalid_api_key'])
    api.clock.time += 1000
    expect((await api.admin('revokeApiKey', { params: { keyId: id } })).body).toEqual(revoked.body)
    expect((await api.admin('getApiKey', { params: { keyId: id } })).body).toEqual(revoked.body)
  })
})

describe('POST /api-keys/{keyId}/rotate', () => {
  const rotate = (keyId: string, body?: object) => api.admin('rotateApiKey', { params: { keyId }, body })

  it('200: the old secret stays valid for the overlap, a day by default, and then 401', async () => {
    const first = (await create({})).body
    const second = await rotate(first.id)
    expect(second.status).toBe(200)
    const previousSecretUntil = new Date(api.clock.time + 1440 * MINUTE_MS).toISOString()
    const secret = expect.stringMatching(/^sk_[0-9A-Za-z]{40}$/) as unknown
    expect(second.body).toEqual({ ...first, secret, previousSecretUntil })
    expect(second.body.secret).not.toBe(first.secret)
    const [older, newer] = [api.caller(first.secret), api.caller(second.body.secret)]
    api.clock.time += 1440 * MINUTE_MS - 1
    expect([(await older('listCards')).status, (await newer('listCards')).status]).toEqual([200, 200])
    api.clock.time += 1
    expect([(await older('listCards')).status, (await newer('listCards')).status]).toEqual([401, 200])
  })

  it('200: without overlap every older secret ends at once, also one of an overlap that still runs', async () => {
    const first = (await create({})).body
    const second = (await rotate(first.id, { overlapMinutes: 60 })).body
    const third = (await rotate(first.id, { overlapMinutes: 0 })).body
    expect(third.previousSecretUntil).toBe(new Date(api.clock.time).toISOString())
    const statuses = await Promise.all(
      [first, second, third].map(async ({ secret }) => (await api.caller(secret)('listCards')).status),
    )
    expect(statuses).toEqual([401, 401, 200])
  })

  it('200: the previous secret of a key that ends within the overlap works until the key ends', async () => {
    const expiresAt = new Date(api.clock.time + 60 * MINUTE_MS).toISOString()
    const { id } = (await create({ expiresAt })).body
    expect((await rotate(id)).body.previousSecretUntil).toBe(expiresAt)
  })

  it('401: a longer overlap does not lengthen an earlier one', async () => {
    const first = (await create({})).body
    await rotate(first.id, { overlapMinutes: 1 })
    await rotate(first.id, { overlapMinutes: 60 })
    api.clock.time += MINUTE_MS
    expect((await api.caller(first.secret)('listCards')).body.error?.code).toBe('expired_api_key')
  })

  it('404 api_key_not_found: a revoked key, an unknown one and one of another account', async () => {
    const { id } = (await create({})).body
    await api.admin('revokeApiKey', { params: { keyId: id } })
    const foreign = await (await api.otherAccount())('listApiKeys')
    for (const keyId of [id, 'key_x', foreign.body.data[0]?.id ?? '']) {
      const { status, body } = await rotate(keyId)
      expect([status, body.error?.code]).toEqual([404, 'api_key_not_found'])
    }
  })
})
