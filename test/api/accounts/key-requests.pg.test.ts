import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { createKeyRequestLog, type LoggedKeyRequest } from '../../../src/services/request/request-log.ts'
import { deleteLoggedRequests, REQUEST_LOG_LIFE_MS } from '../../../src/store/due/retention.ts'
import { sender } from '../http-rig.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const newKey = async (role = 'read') => (await api.admin('createApiKey', { body: { name: 'Key', role } })).body
const requestsOf = async (keyId: string, query: Record<string, string> = {}) =>
  (await api.admin('listApiKeyRequests', { params: { keyId }, query })).body
const storedOf = async (keyId: string) => {
  const { rows } = await api.rig.test.database.pool.query<{ failed: boolean; count: string }>(
    'select failed, count(*) from api_key_requests where key_id = $1 group by failed order by failed',
    [keyId],
  )
  return rows.map(({ failed, count }) => [failed, Number(count)])
}

describe('the requests of a key', () => {
  it('are listed newest first, with status, error code and both ids', async () => {
    const { id, secret } = await newKey()
    const ask = api.caller(secret)
    await ask('listCards', { query: { limit: '2' } })
    const missing = await ask('getCard', { params: { cardId: 'card_01kdvy2n7rj4t8w0q3m5x90001' } })
    await ask('createCard', { body: {} })
    await ask('listCards', { query: { limit: 'many' } })
    const { data, notRecorded } = await requestsOf(id)
    expect(data).toMatchObject([
      { method: 'GET', path: '/v1/cards', operation: 'listCards', status: 400, errorCode: 'invalid_request' },
      { method: 'POST', operation: 'createCard', status: 403, errorCode: 'insufficient_permissions' },
      {
        path: '/v1/cards/card_01kdvy2n7rj4t8w0q3m5x90001',
        operation: 'getCard',
        status: 404,
        errorCode: 'card_not_found',
      },
      { operation: 'listCards', status: 200, at: '2026-01-31T12:00:00.000Z' },
    ])
    expect(notRecorded).toBe(0)
    expect(data[3]).not.toHaveProperty('errorCode')
    expect(data[2]?.requestId).toBe(missing.body.requestId)
    expect((await requestsOf(id, { outcome: 'succeeded' })).data).toEqual([data[3]])
    expect((await requestsOf(id, { outcome: 'failed' })).data).toEqual(data.slice(0, 3))
  })

  it("have the caller's own request id beside Purser's, and neither query nor secrets", async () => {
    const { id, secret } = await newKey()
    await api.rig.app.inject({
      url: `/v1/cards/4000001234567899?customerId=${secret}`,
      headers: { authorization: `Bearer ${secret}`, 'x-request-id': 'trace-7' },
    })
    await api.rig.app.inject({ url: `/v1/wallets/${secret}`, headers: { authorization: `Bearer ${secret}` } })
    const { data } = await requestsOf(id)
    expect(data).toMatchObject([
      { path: '/v1/…/…', status: 404, errorCode: 'not_found' },
      { path: '/v1/cards/…', requestId: 'trace-7', id: expect.stringMatching(/^req_/) },
    ])
    expect(data[0]).not.toHaveProperty('operation')
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('are of that key alone: those of people, of unknown secrets and of other keys are not among them', async () => {
    const { id } = await newKey()
    const other = await newKey()
    await api.caller(other.secret)('listCards')
    await api.caller('sk_unknown')('listCards')
    expect((await requestsOf(id)).data).toEqual([])
  })

  it('are seen by admins of the account alone', async () => {
    const { id } = await newKey()
    const asked = { params: { keyId: id } }
    const stranger = await api.otherAccount()
    expect((await stranger('listApiKeyRequests', asked)).body.error?.code).toBe('api_key_not_found')
    expect((await (await api.as('read'))('listApiKeyRequests', asked)).status).toBe(403)
  })

  it('are the newest 50 that succeeded and the newest 50 that failed, and no more are stored', async () => {
    const { id, secret } = await newKey()
    const ask = api.caller(secret)
    await ask('createCard', { body: {} })
    for (let times = 0; times < 4; times += 1) {
      await Promise.all(Array.from({ length: 30 }, () => ask('listCards')))
      await api.rig.deps.requestLog.flush()
    }
    const { data, notRecorded } = await requestsOf(id)
    expect(data).toHaveLength(51)
    expect(data.at(-1)).toMatchObject({ status: 403 })
    expect(notRecorded).toBe(0)
    expect(await storedOf(id)).toEqual([
      [false, 50],
      [true, 1],
    ])
  })

  it('of several nodes are in one list', async () => {
    const { id, secret } = await newKey()
    const second = await api.rig.secondNode()
    const ask = sender(second, { authorization: `Bearer ${secret}` })
    await api.caller(secret)('listCards')
    await ask('GET', '/v1/agents')
    await second.deps.requestLog.flush()
    const asked = (await requestsOf(id)).data.map(({ operation }) => operation)
    expect(new Set(asked)).toEqual(new Set(['listAgents', 'listCards']))
    await second.close()
  })

  it('are deleted after 30 days', async () => {
    const { id, secret } = await newKey()
    await api.caller(secret)('listCards')
    await requestsOf(id)
    const now = api.clock.time
    await deleteLoggedRequests(api.rig.test.database, now + DAY_MS - REQUEST_LOG_LIFE_MS)
    expect((await requestsOf(id)).data).toHaveLength(1)
    await deleteLoggedRequests(api.rig.test.database, now)
    expect(await storedOf(id)).toEqual([])
  })
})

describe('a log that cannot keep everything', () => {
  const request = (keyId: string, number: number): LoggedKeyRequest => ({
    key_id: keyId,
    id: `req_${String(number).padStart(26, '0')}`,
    account_id: 'acct_1',
    request_id: `req_${String(number).padStart(26, '0')}`,
    method: 'GET',
    url: '/v1/cards',
    operation: 'listCards',
    status: 200,
    error_code: null,
    duration_ms: 1,
    by_token: false,
  })
  const missedOf = async (keyId: string) => {
    const { rows } = await api.rig.test.database.pool.query<{ missed: string | null }>(
      'select sum(missed_before) as missed from api_key_requests where key_id = $1',
      [keyId],
    )
    return Number(rows[0]?.missed)
  }

  it('counts what it does not keep, and tells it with the next request that it stores', async () => {
    const log = createKeyRequestLog({ database: api.rig.test.database, onError: () => undefined, mostWaiting: 2 })
    for (const number of [1, 2]) log.note(request('key_full', number))
    for (const number of [3, 4, 5]) log.note(request('key_late', number))
    await log.flush()
    log.note(request('key_late', 6))
    await log.flush()
    expect([await missedOf('key_full'), await missedOf('key_late')]).toEqual([0, 3])
  })

  it('counts what could not be stored, and never rejects', async () => {
    const failures: unknown[] = []
    const { database } = api.rig.test
    const failing = { ...database, pool: { query: () => Promise.reject(new Error('gone')) } } as never
    const databases = [failing, database]
    const log = createKeyRequestLog({
      database: {
        get pool() {
          return (databases.shift() ?? database).pool
        },
      } as never,
      onError: (error) => failures.push(error),
    })
    for (const number of [11, 12, 13]) log.note(request('key_failing', number))
    await log.flush()
    expect(failures).toHaveLength(1)
    log.note(request('key_failing', 14))
    await log.flush()
    expect(await missedOf('key_failing')).toBe(3)
  })
})
