import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import { type Rig, sender, startRig } from '../http-rig.ts'

let rig: Rig
let admin: Record<string, string>
let baseUrl: string
let send: ReturnType<typeof sender>
beforeAll(async () => {
  rig = await startRig()
  admin = { authorization: `Bearer ${await rig.key()}` }
  send = sender(rig, admin)
  baseUrl = await rig.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rig.close())

const post = (url: string, payload: string | Buffer, type = 'application/json') =>
  send('POST', url, { headers: { ...admin, 'content-type': type }, payload })

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('bodies', () => {
  const refused: [string, string | Buffer, string, string | undefined][] = [
    ['no JSON', '{"email"', 'body_parse_error', undefined],
    ['a trailing comma', '{"email":"a@example.com",}', 'body_parse_error', undefined],
    ['two values', '{} {}', 'body_parse_error', undefined],
    ['a byte order mark', '\u{feff}{"email":"a@example.com"}', 'body_parse_error', undefined],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'body_parse_error', undefined],
    ['a raw control character', '{"email":"a\u0000"}', 'body_parse_error', undefined],
    ['only white space', '  ', 'body_parse_error', undefined],
    ['a list', '[]', 'parameter_invalid', undefined],
    ['a text', '"x"', 'parameter_invalid', undefined],
    ['null', 'null', 'parameter_invalid', undefined],
    ['__proto__', '{"__proto__":{"email":"a@example.com"}}', 'parameter_invalid', '__proto__'],
    ['__proto__ further in', '{"metadata":{"a":[{"__proto__":1}]}}', 'parameter_invalid', 'metadata.a[0].__proto__'],
    ['__proto__ in escapes', '{"\\u005f_proto__":1}', 'parameter_invalid', '__proto__'],
    ['constructor', '{"metadata":{"constructor":1}}', 'parameter_invalid', 'metadata.constructor'],
    [
      'the prototype of a constructor',
      '{"metadata":{"a":{"constructor":{"prototype":{"planted":1}}}}}',
      'parameter_invalid',
      'metadata.a.constructor',
    ],
    ['a NUL', '{"email":"a@example.com\\u0000"}', 'parameter_invalid', 'email'],
    ['a NUL in a name', '{"metadata":{"a\\u0000":1}}', 'parameter_invalid', 'metadata'],
    ['a lone surrogate', '{"metadata":{"a":["\\ud800"]}}', 'parameter_invalid', 'metadata.a[0]'],
    ['a lone surrogate as a name', '{"\\udc00":1}', 'parameter_invalid', undefined],
    ['33 levels', nested(33), 'parameter_invalid', Array(32).fill('a').join('.')],
    ['9000 levels', `{"metadata":${'['.repeat(9000)}${']'.repeat(9000)}}`, 'parameter_invalid', expect.any(String)],
    [
      '200 000 levels, which are too many values',
      `{"metadata":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'parameter_invalid',
      undefined,
    ],
    [
      '20 001 values',
      `{${Array.from({ length: 20_001 }, (_, i) => `"k${i}":1`).join()}}`,
      'parameter_invalid',
      undefined,
    ],
    ['1001 entries', `{"metadata":{"a":[${Array(1001).fill(0).join()}]}}`, 'parameter_invalid', 'metadata.a'],
    ['an unknown field', '{"emial":"a@example.com"}', 'parameter_unknown', 'emial'],
    ['a misspelt limit', '{"policy":{"limits":{"perAut":1}}}', 'parameter_unknown', 'policy.limits.perAut'],
    ['a fraction', '{"policy":{"limits":{"perAuth":1.5}}}', 'parameter_invalid', 'policy.limits.perAuth'],
    ['a fraction that is none', '{"policy":{"limits":{"perAuth":1.0}}}', 'parameter_invalid', 'policy.limits.perAuth'],
    [
      'a fraction too small to see',
      '{"policy":{"limits":{"perAuth":1.00000000000000000001}}}',
      'parameter_invalid',
      'policy.limits.perAuth',
    ],
    ['a number that no double holds', '{"metadata":{"a":[1e400]}}', 'parameter_invalid', 'metadata.a[0]'],
    ['an exponent', '{"policy":{"limits":{"perAuth": 1e2}}}', 'parameter_invalid', 'policy.limits.perAuth'],
    [
      'an amount past 2^53',
      '{"policy":{"limits":{"perAuth":9007199254740993}}}',
      'parameter_invalid',
      'policy.limits.perAuth',
    ],
    ['a negative amount', '{"policy":{"limits":{"perAuth":-1}}}', 'parameter_invalid', 'policy.limits.perAuth'],
    ['an amount as text', '{"policy":{"limits":{"perAuth":"1"}}}', 'parameter_invalid', 'policy.limits.perAuth'],
    ['a wrong entry', '{"policy":{"allowedMccs":["5734","57"]}}', 'parameter_invalid', 'policy.allowedMccs[1]'],
    ['a wrong email', '{"email":"nobody"}', 'parameter_invalid', 'email'],
  ]

  it.each(refused)('400 for %s', async (_name, payload, reason, param) => {
    const { status, body } = await post('/v1/customers', payload)
    expect({ status, code: body.error.code, reason: body.error.details?.['reason'], param: body.error.param }).toEqual({
      status: 400,
      code: 'invalid_request',
      reason,
      param,
    })
  })

  it('takes any other name in free-form fields, and answers it as it was sent', async () => {
    const metadata =
      '{"prototype":{"toString":1},"hasOwnProperty":[],"":null,"a.b":{"zz":1,"a":null},"x/y~z":"\u{1f4b3}"}'
    const { status, text } = await post('/v1/customers', `{"email":"a@example.com","metadata":${metadata}}`)
    expect(status).toBe(201)
    expect(text).toContain(`"metadata":${metadata},`)
  })

  it('takes fractions where the schema does, and exponents in free-form fields', async () => {
    const payload = '{"email":"a@example.com","metadata":{"a":1e2,"b":1.0},"policy":{"intentTolerancePercent":10.0}}'
    const { status, text } = await post('/v1/customers', payload)
    expect(status).toBe(201)
    expect(JSON.parse(text)).toMatchObject({ metadata: { a: 100, b: 1 }, policy: { intentTolerancePercent: 10 } })
  })

  it('says what was meant', async () => {
    const { body } = await post('/v1/customers', '{"policy":{"limits":{"perAut":1}}}')
    expect(body.error.hint).toBe('Did you mean `perAuth`?')
  })

  it('names the field that is missing', async () => {
    const { body } = await send('POST', '/v1/cards')
    expect(body.error).toMatchObject({ param: 'customerId', details: { reason: 'parameter_missing' } })
  })

  it('names the inner field of a merge patch', async () => {
    const { body } = await send('PATCH', '/v1/customers/cust_x', {
      headers: { ...admin, 'content-type': 'application/json' },
      payload: '{"policy":{"limits":{"perDay":"a lot"}}}',
    })
    expect(body.error).toMatchObject({
      param: 'policy.limits.perDay',
      message: '`policy.limits.perDay` must be an integer.',
    })
  })

  const activeHours = { timezone: '4000001234567899', days: [], from: '00:00', to: '01:00' }
  it.each<[string, string, object]>([
    ['a wrong amount', '/v1/network/authorizations', { pan: '4000 0012 3456 7899', amount: '4000001234567899' }],
    ['an unknown time zone', '/v1/customers', { email: 'a@example.com', policy: { activeHours } }],
    [
      'a time zone with letters in it',
      '/v1/customers',
      { email: 'a@example.com', policy: { activeHours: { ...activeHours, timezone: 'x4000001234567899' } } },
    ],
  ])('never repeats a value, it may be a card number: %s', async (_name, url, payload) => {
    const { text } = await post(url, JSON.stringify(payload))
    expect(text).toContain('invalid_request')
    expect(text).not.toMatch(/4000/)
  })

  it.each([
    ['an absent body', undefined, undefined],
    ['an empty body of a JSON type', '', 'application/json'],
    ['{}', '{}', 'application/json'],
  ])('an action takes %s', async (_name, payload, type) => {
    const headers = type === undefined ? admin : { ...admin, 'content-type': type }
    const { body } = await send('POST', '/v1/cards/card_x/freeze', {
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    expect(body.error.code).toBe('card_not_found')
  })

  it('an action takes nothing else', async () => {
    const { body } = await post('/v1/cards/card_x/unfreeze', '{"reason":"found"}')
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      param: 'reason',
      details: { reason: 'parameter_unknown' },
    })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; charset="latin1"',
    'application/json; charset= latin1',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=latin1',
    'application/jsonp',
    'json',
  ])('415 for %s', async (type) => {
    const { status, body } = await post('/v1/customers', '{"email":"a@example.com"}', type)
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset=utf8',
    'application/json; charset="utf-8"',
    'application/json; charset="UTF-8"; version=1',
    'application/json; charset= utf-8',
    'application/json; charset = "utf-8"',
    'application/merge-patch+json',
  ])('takes %s', async (type) => {
    expect((await post('/v1/customers', '{"email":"a@example.com"}', type)).status).toBe(201)
  })

  it('413 past 1 MiB, over a real connection; 1 MiB itself is read', async () => {
    const over = (bytes: number) =>
      fetch(`${baseUrl}/v1/customers`, {
        method: 'POST',
        headers: { ...admin, 'content-type': 'application/json' },
        body: `{"phone":"${'1'.repeat(bytes - 12)}"}`,
      })
    const tooLarge = await over(1024 * 1024 + 1)
    expect([tooLarge.status, ((await tooLarge.json()) as ErrorReplyBody).error.code]).toEqual([
      413,
      'payload_too_large',
    ])
    expect((await over(1024 * 1024)).status).toBe(400) // the phone number is too long
  })
})

describe('routes', () => {
  it.each([
    ['GET', '/v1/nothing', 404, undefined],
    ['POST', '/v1/nothing', 404, undefined],
    ['GET', '/v1', 404, undefined],
    ['GET', '/v1/cards/a/b/c', 404, undefined],
    ['POST', '/v1/test-clock/advance', 404, undefined],
    ['PUT', '/v1/cards', 405, 'GET, POST'],
    ['HEAD', '/v1/cards', 405, 'GET, POST'],
    ['OPTIONS', '/v1/cards/card_x', 405, 'GET, PATCH'],
    ['PROPFIND', '/v1/cards/', 405, 'GET, POST'],
    ['DELETE', '/v1/cards/card_x/freeze', 405, 'POST'],
    ['GET', '/v1/network/refunds', 405, 'POST'],
  ])('%s %s is %i', async (method, url, status, allow) => {
    const reply = await send(method, url, { headers: { ...admin, 'content-type': 'text/plain' }, payload: 'x' })
    expect([reply.status, reply.headers.allow]).toEqual([status, allow])
    expect(reply.headers['x-request-id']).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  it.each([
    '%00',
    '%ff',
    '%',
    'x'.repeat(4000),
    '%F0%9F%92%B3',
    "'%20or%201=1",
    'card_01kdvy2n7rj4t8w0q3m5x9zb6c',
    '..%2f..',
  ])('/v1/cards/%s is an unknown card', async (id) => {
    expect((await send('GET', `/v1/cards/${id}`)).body.error.code).toBe('card_not_found')
  })

  it.each([
    ['/v1/cards', 'Leave it out. Filters are in the URL: `/v1/cards?...`.'],
    ['/v1/cards/card_x', 'Leave it out.'],
  ])('GET %s with a body is refused: a filter in it would have no effect', async (url, hint) => {
    const headers = { ...admin, 'content-type': 'application/json' }
    const { status, body } = await send('GET', url, { headers, payload: '{"status":"frozen"}' })
    expect([status, body.error.code, body.error.hint]).toEqual([400, 'invalid_request', hint])
  })

  it.each([
    ['limit=0', 'limit', 'parameter_invalid'],
    ['limit=101', 'limit', 'parameter_invalid'],
    ['limit=1.5', 'limit', 'parameter_invalid'],
    ['limit=1e1', 'limit', 'parameter_invalid'],
    ['limit=', 'limit', 'parameter_invalid'],
    ['limit=10&limit=20', 'limit', 'parameter_invalid'],
    ['status=open', 'status', 'parameter_invalid'],
    ['customerId=%00', 'customerId', 'parameter_invalid'],
    ['lmit=10', 'lmit', 'parameter_unknown'],
    ['constructor=1', 'constructor', 'parameter_unknown'],
    ['cursor=cur_x', 'cursor', 'cursor_invalid'],
    ['cursor=', 'cursor', 'cursor_invalid'],
    [`cursor=cur_${'x'.repeat(2000)}`, 'cursor', 'cursor_invalid'],
  ])('400 for ?%s', async (query, param, reason) => {
    const { status, body } = await send('GET', `/v1/cards?${query}`)
    expect([status, body.error.param, body.error.details?.['reason']]).toEqual([400, param, reason])
  })

  it('an unknown id as a filter is an empty list', async () => {
    expect((await send('GET', '/v1/cards?customerId=cust_x&limit=100')).body).toMatchObject({ data: [] })
  })
})

describe('outside /v1, without a key', () => {
  it('answers whether the process runs and the database does', async () => {
    expect((await send('GET', '/healthz', { headers: {} })).body).toEqual({ status: 'ok' })
    expect((await send('GET', '/readyz', { headers: {} })).body).toEqual({ status: 'ready' })
  })

  it.each(['/healthz', '/readyz', '/openapi.json', '/docs', '/docs?theme=dark', '/'])(
    '%s is 200 itself, also for HEAD, and 405 for what it does not take',
    async (url) => {
      const answers = []
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
        const { statusCode, headers } = await rig.app.inject({ method, url })
        answers.push([statusCode, headers.allow])
      }
      const refused = [405, 'GET, HEAD']
      expect(answers).toEqual([[200, undefined], [200, undefined], refused, refused])
    },
  )

  it.each(['GET', 'POST', 'OPTIONS'])('%s of anything else is 404, in the one shape of errors', async (method) => {
    const { status, body } = await send(method, '/nothing', {
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect([status, body.error.code, body.requestId]).toEqual([404, 'not_found', expect.stringMatching(/^req_/)])
  })

  it.each([
    ['no HTTP', 'NOT HTTP\r\n\r\n', 400, 'invalid_request'],
    [
      'a header too long',
      `GET /v1/cards HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      400,
      'invalid_request',
    ],
    ['no Host', 'GET /v1/cards HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    ['two Hosts', 'GET /v1/cards HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'two of one name',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nHOST: x\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'an expectation of its own',
      'GET /v1/cards HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      401,
      'missing_api_key',
    ],
  ])('%s gets an error of that shape too', async (_name, request, status, code) => {
    const reply = await overSocket(request)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"code":"${code}"`, 's'))
    expect(reply).toMatch(/^x-request-id: req_/im)
  })
})

/** What comes back, until the connection ends. */
function overSocket(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(baseUrl)
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => resolve(text)).on('error', reject)
  })
}
