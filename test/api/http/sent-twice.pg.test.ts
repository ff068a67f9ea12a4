import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/contract/operation.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import type { ApiKeyRole } from '../../../src/contract/resources/api-keys.ts'
import { servedOperations } from '../../../src/http/routes/api.ts'
import { type Rig, startRig } from '../http-rig.ts'

let rig: Rig
let admin: string
let baseUrl: string
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.key()
  baseUrl = await rig.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rig.close())

const secrets = new Map<ApiKeyRole, Promise<string>>()
function secretFor({ roles }: Operation): Promise<string> {
  const role = roles.find((each) => each !== 'agent') ?? 'admin'
  const known = secrets.get(role) ?? rig.key({ role })
  secrets.set(role, known)
  return known
}

interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly param?: string; readonly hint?: string }
}

async function post(path: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const reply = await fetch(baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}`, ...headers },
    body,
  })
  const said = (await reply.json()) as Refusal & { id?: string; metadata?: unknown }
  return { status: reply.status, said, replayed: reply.headers.get('idempotent-replayed') }
}

const withBodies = servedOperations(false).filter((name) => operations[name].method !== 'GET')

describe('a member that stands twice', () => {
  it.each(withBodies)('is 400 with its path for %s', async (name: OperationName) => {
    const operation: Operation = operations[name]
    const authorization = `Bearer ${await secretFor(operation)}`
    const path = `/v1${operation.path.replaceAll(/\{\w+\}/g, 'none')}`
    const { status, said } = await post(path, '{"a":{"b":1,"b":2}}', { authorization }, operation.method)
    expect([status, said.error]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_request', param: 'a.b', message: '`a.b` is there twice.' }),
    ])
  })

  it('is 400 at /mcp', async () => {
    const { status, said } = await post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}', {
      accept: 'application/json, text/event-stream',
    })
    expect([status, said.error.param]).toEqual([400, 'params.a'])
  })

  it('moves no money: neither of two amounts counts', async () => {
    const customer = await post('/v1/customers', '{"email":"a@example.com"}')
    const card = await post('/v1/cards', JSON.stringify({ customerId: customer.said.id }))
    const authorization = `Bearer ${await rig.key({ role: 'network' })}`
    const twice = `{"cardId":"${card.said.id}","amount":100,"amount":1,"merchant":{"name":"Shop","mcc":"5734"}}`
    const { status, said } = await post('/v1/network/authorizations', twice, { authorization })
    expect([status, said.error.param]).toEqual([400, 'amount'])
    const listed = await rig.app.inject({ url: '/v1/transactions', headers: { authorization: `Bearer ${admin}` } })
    expect(listed.json()).toMatchObject({ data: [] })
  })
})

describe('a number that JSON does not hold', () => {
  const customer = (erp: string, key: string) =>
    post('/v1/customers', `{"email":"i@example.com","metadata":{"erp":${erp}}}`, { 'idempotency-key': key })

  it('is refused, and two of them never count as the same for an Idempotency-Key', async () => {
    for (const erp of ['12345678901234567890', '12345678901234567891', '12345678901234567000']) {
      const { status, said, replayed } = await customer(erp, 'erp-1')
      expect([status, said.error.code, said.error.param, replayed]).toEqual([
        400,
        'invalid_request',
        'metadata.erp',
        null,
      ])
    }
    expect(await customer('"12345678901234567890"', 'erp-1')).toMatchObject({
      status: 201,
      said: { metadata: { erp: '12345678901234567890' } },
    })
    // What is refused before it can be compared is not taken for the request whose key it has.
    expect(await customer('9007199254740991', 'erp-2')).toMatchObject({ status: 201, replayed: null })
    expect(await customer('9007199254740991.0000000001', 'erp-2')).toMatchObject({ status: 400, replayed: null })
    expect(await customer('9007199254740991', 'erp-2')).toMatchObject({ status: 201, replayed: 'true' })
  })

  it('is refused at /mcp, where it would come back as another id', async () => {
    const { status, said } = await post('/mcp', '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', {
      accept: 'application/json, text/event-stream',
    })
    expect([status, said.error.param]).toEqual([400, 'id'])
  })
})

describe('two headers Authorization', () => {
  it.each(['GET /v1/cards', 'GET /v1/nothing', 'POST /v1/people/sign-in', 'POST /mcp', 'GET /metrics', 'GET /healthz'])(
    'are 400, whichever of them is good: %s',
    async (request) => {
      for (const [first, second] of [
        [admin, 'sk_other'],
        ['sk_other', admin],
        [admin, admin],
      ]) {
        const reply = await overSocket(
          `${request} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${first}\r\nauthorization: Bearer ${second}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
        )
        expect(reply).toMatch(/^HTTP\/1.1 400 /)
        expect(reply).toMatch(/"message":"The header `Authorization` is given more than once\."/)
        expect(reply).toContain('"param":"Authorization"')
      }
    },
  )
})

/** What comes back, until the connection ends. */
function overSocket(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => resolve(text)).on('error', reject)
  })
}
