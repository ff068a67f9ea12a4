import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiKeyRole } from '../../../src/contract/resources/api-keys.ts'
import { createMetricsServer } from '../../../src/http/pages/metrics-page.ts'
import { type Rig, startRig } from '../http-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const get = (url: string, headers: Record<string, string> = {}) => rig.app.inject({ url, headers })

describe('the reference', () => {
  const scriptUrl = async () => /src="([^"]+)"/.exec((await get('/docs')).body)?.[1] ?? ''

  it('comes from this server alone, and runs only what carries the nonce of its reply', async () => {
    const [first, second] = [await get('/docs'), await get('/docs/')]
    expect(first.body).not.toMatch(/https?:\/\//)
    const policy = String(first.headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe-inline|upgrade-insecure-requests/)
    const nonces = [...first.body.matchAll(/<script[^>]* nonce="(\w{32})"/g)].map(([, nonce]) => nonce)
    expect(nonces).toHaveLength(first.body.split('<script').length - 1)
    expect(policy).toContain(`script-src 'self' 'nonce-${nonces[0]}'`)
    const [, style] = /<meta property="csp-nonce" content="(\w{32})"/.exec(first.body) ?? []
    expect(policy).toContain(`style-src 'self' 'nonce-${style}'`)
    expect(second.body).not.toContain(nonces[0])
    // What gives the styles of the script a nonce runs before it.
    expect(first.body.indexOf('made.nonce = styleNonce')).toBeLessThan(first.body.indexOf('src="/docs/js/'))
    expect(first.body).toContain('made.nonce = styleNonce')
  })

  it('has a script that is sent compressed, and kept for good under the name of its content', async () => {
    const url = await scriptUrl()
    expect(url).toMatch(/^\/docs\/js\/scalar\.js\?v=[\w-]{16}$/)
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    const [gzip, unasked] = [await get(url, { 'accept-encoding': 'gzip' }), await get(url)]
    expect([brotli, gzip, unasked].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'gzip'])
    const script = brotliDecompressSync(brotli.rawPayload)
    expect(script.equals(gunzipSync(gzip.rawPayload))).toBe(true)
    expect(script.toString()).toContain('createApiReference')
    expect(brotli.rawPayload.length).toBeLessThan(script.length / 3)
    expect(brotli.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const again = await get(url, { 'if-none-match': String(brotli.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await get('/docs/js/scalar.js')).headers['cache-control']).toBe('no-cache')
  })
})

it('the API document is compressed for whoever takes it so', async () => {
  const [plain, brotli] = [await get('/openapi.json'), await get('/openapi.json', { 'accept-encoding': 'br' })]
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(plain.json<{ openapi: string }>().openapi).toMatch(/^3\.1/)
})

describe('/metrics', () => {
  const withKey = async (role: ApiKeyRole) => {
    const agent = role === 'agent' ? { agentId: await anAgent() } : {}
    return get('/metrics', { authorization: `Bearer ${await rig.key({ role, ...agent })}` })
  }
  const anAgent = async () => {
    const headers = { authorization: `Bearer ${await rig.key()}` }
    const create = async (url: string, payload: object) =>
      (await rig.app.inject({ method: 'POST', url, headers, payload })).json<{ id: string }>().id
    const customerId = await create('/v1/customers', { email: 'a@example.com' })
    return create('/v1/agents', { customerId, externalId: 'a' })
  }

  it.each<[ApiKeyRole, number]>([
    ['admin', 200],
    ['read', 200],
    ['approver', 403],
    ['agent', 403],
    ['network', 403],
  ])('beside the API, with a key of the role %s: %i', async (role, status) => {
    const reply = await withKey(role)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([
      status,
      status === 200 ? 'no-store' : undefined,
    ])
    if (status === 403) {
      const error = { code: 'insufficient_permissions', details: { roles: ['admin', 'read'] } }
      expect(reply.json()).toMatchObject({ error })
    }
  })

  it('beside the API, without a key: 401', async () => {
    expect((await get('/metrics')).json()).toMatchObject({ error: { code: 'missing_api_key' } })
    const reply = await get('/metrics', { authorization: 'Bearer sk_x' })
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })

  it('on a port of its own, without a key', async () => {
    const server = createMetricsServer(rig.app.telemetry)
    expect((await server.inject({ url: '/metrics' })).statusCode).toBe(200)
    await server.close()
  })
})
