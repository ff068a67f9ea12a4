import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { type Rig, startRig } from '../http-rig.ts'

const OWN_ID = /^req_[0-9a-hjkmnp-tv-z]{26}$/
const GIVEN = '6f1c3b1a-9a0e-4c53-8a51-6f2f2e0c9a77'

let rig: Rig
let admin: Record<string, string>
beforeAll(async () => {
  rig = await startRig({ settings: { accessLog: true } })
  admin = { authorization: `Bearer ${await rig.key()}` }
})
afterAll(() => rig.close())

const post = (url: string, payload: object, headers: Record<string, string>) =>
  rig.app.inject({ method: 'POST', url, payload, headers: { ...admin, ...headers } })

it("the caller's X-Request-Id names the reply and its error", async () => {
  const reply = await rig.app.inject({ url: '/v1/cards/card_none', headers: { ...admin, 'x-request-id': GIVEN } })
  expect(reply.headers['x-request-id']).toBe(GIVEN)
  expect(reply.json<ErrorReplyBody>().requestId).toBe(GIVEN)
})

it.each([{}, { 'x-request-id': 'no id' }, { 'x-request-id': `req_${'0'.repeat(26)}` }])(
  'a request with the header %j gets an id of Purser',
  async (headers) => {
    const reply = await rig.app.inject({ url: '/v1/cards/card_none', headers: { ...admin, ...headers } })
    const id = reply.headers['x-request-id']
    expect(id).toMatch(OWN_ID)
    expect(id).not.toBe(headers['x-request-id'])
    expect(reply.json<ErrorReplyBody>().requestId).toBe(id)
  },
)

it("the audit trail has Purser's own id, which the access log has beside the caller's", async () => {
  const made = await post('/v1/customers', { email: 'ada@example.com' }, { 'x-request-id': GIVEN })
  const { id } = made.json<{ id: string }>()
  const entries = await rig.app.inject({ url: `/v1/audit?resourceId=${id}`, headers: admin })
  const [entry] = entries.json<{ data: { requestId: string }[] }>().data
  expect(entry?.requestId).toMatch(OWN_ID)
  const line = rig.log.find(({ fields }) => fields.requestId === GIVEN && fields.status === 201)
  expect(line?.fields).toMatchObject({ ownId: entry?.requestId })
})

it('the access log has the pattern of the route, and nothing that was sent', async () => {
  const origin = await rig.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { ...admin, 'x-request-id': 'asked-once' }
  const reply = await fetch(`${origin}/v1/customers?search=secret-name`, { headers })
  expect(reply.status).toBe(200)
  await reply.text()
  await eventually('the line is written', () => rig.log.some(({ fields }) => fields.requestId === 'asked-once'))
  const line = rig.log.find(({ fields }) => fields.requestId === 'asked-once')
  expect(line).toEqual({
    message: 'request',
    fields: {
      method: 'GET',
      requestId: 'asked-once',
      ownId: expect.stringMatching(OWN_ID) as string,
      route: '/v1/customers',
      keyId: expect.stringMatching(/^key_/) as string,
      status: 200,
      durationMs: expect.any(Number) as number,
    },
  })
  expect(JSON.stringify(rig.log)).not.toContain('secret-name')
})

it('the access log says of a caller who has gone that nothing was sent', async () => {
  const node = await rig.secondNode()
  const origin = await node.app.listen({ port: 0, host: '127.0.0.1' })
  const gone = new AbortController()
  const headers = { ...admin, 'x-request-id': 'gone' }
  const stream = await fetch(`${origin}/v1/events/stream`, { headers, signal: gone.signal })
  expect(stream.status).toBe(200)
  gone.abort()
  await eventually('the line is written', () => node.log.some(({ fields }) => fields.requestId === 'gone'))
  const line = node.log.find(({ fields }) => fields.requestId === 'gone')
  expect(line?.fields).toMatchObject({ route: '/v1/events/stream', aborted: true })
  await node.close()
})
