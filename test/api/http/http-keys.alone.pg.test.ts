import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { eventually } from '../../support/eventually.ts'
import { type Rig, sender, startRig } from '../http-rig.ts'

let rig: Rig
let admin: Record<string, string>
let send: ReturnType<typeof sender>
beforeAll(async () => {
  rig = await startRig()
  admin = { authorization: `Bearer ${await rig.key()}` }
  send = sender(rig, admin)
})
afterAll(() => rig.close())

describe('keys', () => {
  it.each([
    ['no header', {}, 'missing_api_key'],
    ['an empty header', { authorization: '' }, 'missing_api_key'],
    ['no secret', { authorization: 'Bearer ' }, 'missing_api_key'],
    ['another scheme', { authorization: 'Basic c2s6' }, 'invalid_api_key'],
    ['an unknown secret', { authorization: `Bearer sk_${'a'.repeat(40)}` }, 'invalid_api_key'],
    ['two secrets', { authorization: 'Bearer a b' }, 'invalid_api_key'],
  ])('401 for %s, on a route and where there is none', async (_name, headers, code) => {
    for (const url of ['/v1/cards', '/v1/nothing', '/v1', '/v1/cards/%zz']) {
      const reply = await send('GET', url, { headers })
      expect([reply.status, reply.body.error.code, reply.headers['www-authenticate']]).toEqual([401, code, 'Bearer'])
    }
  })

  it('takes the scheme in any case', async () => {
    const { authorization = '' } = admin
    const reply = await send('GET', '/v1/cards', {
      headers: { authorization: authorization.replace('Bearer', 'bEARER') },
    })
    expect(reply.status).toBe(200)
  })

  it('401 from the very millisecond at which a key expires', async () => {
    const expiresAt = rig.clock.time + MINUTE_MS
    const headers = { authorization: `Bearer ${await rig.key({ expiresAt })}` }
    rig.clock.time = expiresAt - 1
    expect((await send('GET', '/v1/cards', { headers })).status).toBe(200)
    rig.clock.time = expiresAt
    expect((await send('GET', '/v1/cards', { headers })).body.error.code).toBe('expired_api_key')
  })

  it('a revoked key is refused at once here, and within a second on another node', async () => {
    const secret = await rig.key()
    const headers = { authorization: `Bearer ${secret}` }
    const other = await rig.secondNode()
    const onOther = () => other.app.inject({ url: '/v1/cards', headers })
    expect([(await send('GET', '/v1/cards', { headers })).status, (await onOther()).statusCode]).toEqual([200, 200])
    const { data } = (await send('GET', '/v1/api-keys')).body as unknown as { data: { id: string }[] }
    await send('DELETE', `/v1/api-keys/${data[0]?.id}`)
    const revokedAt = performance.now()
    expect((await send('GET', '/v1/cards', { headers })).body.error.code).toBe('invalid_api_key')
    await eventually('the other node knows', async () => (await onOther()).statusCode === 401, 2000)
    expect(performance.now() - revokedAt).toBeLessThan(1000)
  })

  it('403 names the roles, before the body is looked at', async () => {
    const headers = { authorization: `Bearer ${await rig.key({ role: 'read' })}`, 'content-type': 'text/plain' }
    const { status, body } = await send('POST', '/v1/cards', { headers, payload: 'x' })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: 'insufficient_permissions', details: { roles: ['admin'] } })
  })
})
