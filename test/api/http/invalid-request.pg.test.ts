import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorReplyBody, type InvalidRequestReason, invalidRequestReasons } from '../../../src/contract/errors.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let test: TestPurser
let customerId: string
beforeAll(async () => {
  test = await startPurser()
  customerId = (await test.purser.customers.create({ email: 'ada@example.com' })).id
})
afterAll(() => test.stop())

/** One request over a socket, its body as it is. */
const ask = (method: string, path: string, body?: string) =>
  fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
const post = (path: string, body: object) => ask('POST', path, JSON.stringify(body))

const reasons: Record<InvalidRequestReason, { raise: () => Promise<Response>; param?: string }> = {
  parameter_missing: { raise: () => post('/cards', {}), param: 'customerId' },
  parameter_invalid: { raise: () => ask('GET', '/cards?limit=101'), param: 'limit' },
  parameter_unknown: {
    raise: () => post('/cards', { customerId, policy: { limits: { perAut: 1 } } }),
    param: 'policy.limits.perAut',
  },
  card_number_in_text: {
    raise: () => post('/customers', { email: 'a@example.com', metadata: { notes: ['4000001234567899'] } }),
    param: 'metadata.notes[0]',
  },
  body_parse_error: { raise: () => ask('POST', '/customers', '{"email":') },
  id_mismatch: {
    raise: async () => {
      const { customers, agents } = test.purser
      const { id: agentId } = await agents.create({ customerId, externalId: 'bot' })
      return post('/cards', { customerId: (await customers.create({ email: 'b@example.com' })).id, agentId })
    },
    param: 'agentId',
  },
  cursor_invalid: { raise: () => ask('GET', '/cards?cursor=cur_x'), param: 'cursor' },
}

describe.each(invalidRequestReasons)('invalid_request, %s', (reason) => {
  it('names the cause and the field', async () => {
    const { raise, param } = reasons[reason]
    const reply = await raise()
    const { error, requestId } = (await reply.json()) as ErrorReplyBody
    const { code, retryable, details: more } = error
    expect([reply.status, code, retryable, more, error.param]).toEqual([
      400,
      'invalid_request',
      false,
      { reason },
      param,
    ])
    expect([error.hint, requestId]).toEqual([expect.stringMatching(/.[.?]$/), reply.headers.get('x-request-id')])
  })
})
