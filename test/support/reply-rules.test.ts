import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/contract/errors.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { recordedExamples } from '../../src/http/openapi/recorded.ts'
import { errorReply } from '../../src/services/request/reply.ts'
import { apiReplyFaults, type PurserReply } from './reply-rules.ts'

const REQUEST_ID = 'req_01kdvy2n7rj4t8w0q3m5x9zb6c'
const headers = {
  'x-request-id': REQUEST_ID,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
/** Operations of which the API reference has a recorded reply with the status of success. */
const names = (Object.keys(operations) as OperationName[]).filter((name) =>
  recordedExamples.exchanges.some((each) => each.operation === name && each.status === operations[name].status),
)

const good = (name: OperationName): PurserReply => {
  const { method, path, status }: Operation = operations[name]
  const played = recordedExamples.exchanges.find((each) => each.operation === name && each.status === status)
  const body = JSON.stringify(played?.reply)
  return { method, url: `/v1${path}`, operation: name, status, headers, body }
}
const refused: PurserReply = {
  ...good('getCard'),
  status: 404,
  body: errorReply(new ApiError('card_not_found'), REQUEST_ID).body,
}
const changed = (reply: PurserReply, change: (body: Record<string, never>) => object): PurserReply => ({
  ...reply,
  body: JSON.stringify(change(JSON.parse(reply.body) as Record<string, never>)),
})

it.each(names)('a rule takes the documented answer of %s', (name) => {
  expect(apiReplyFaults(good(name))).toEqual([])
})

it('a rule takes an error as the catalogue has it', () => {
  expect(apiReplyFaults(refused)).toEqual([])
})

describe('a rule finds', () => {
  it.each<[string, PurserReply]>([
    ['a field that is missing', changed(good('getCard'), ({ status: _gone, ...rest }) => rest)],
    ['a field that nothing declares', changed(good('getCard'), (card) => ({ ...card, pan: '4000001234567899' }))],
    ['such a field further in', changed(good('getCard'), (card) => ({ ...card, limits: { perYear: 1 } }))],
    ['a null where there may be none', changed(good('getCard'), (card) => ({ ...card, status: null }))],
    [
      'a time without milliseconds',
      changed(good('getCard'), (card) => ({ ...card, createdAt: '2026-01-31T23:59:59Z' })),
    ],
    ['an id of another form', changed(good('getCard'), (card) => ({ ...card, id: '7' }))],
    ['a fraction of a cent', changed(good('getCard'), (card) => ({ ...card, limits: { perAuth: 0.5 } }))],
    ['event data of another type', changed(good('getEvent'), (event) => ({ ...event, data: { webhookId: 7 } }))],
    ['a status that is not documented', { ...good('getCard'), status: 201 }],
    ['no JSON', { ...good('getCard'), body: '<html>' }],
    ['no request id', { ...good('getCard'), headers: { ...headers, 'x-request-id': undefined } }],
    ['a reply that may be cached', { ...good('getCard'), headers: { ...headers, 'cache-control': undefined } }],
    ['an error with another status', { ...refused, status: 400 }],
    ['an error that the operation does not declare', { ...refused, operation: 'getAgent' }],
    ['an error with another request id', changed(refused, (body) => ({ ...body, requestId: `req_${'0'.repeat(26)}` }))],
    [
      'an error that may be retried and says not',
      changed(refused, (body) => ({ ...body, error: Object.assign(body['error'] ?? {}, { retryable: true }) })),
    ],
    [
      'a 429 without Retry-After',
      { ...refused, status: 429, body: errorReply(new ApiError('rate_limited'), REQUEST_ID).body },
    ],
    [
      'a 400 without a reason',
      { ...refused, status: 400, body: errorReply(new ApiError('invalid_request'), REQUEST_ID).body },
    ],
    [
      'a 405 without Allow',
      {
        ...refused,
        operation: 'unknown',
        status: 405,
        body: errorReply(new ApiError('method_not_allowed'), REQUEST_ID).body,
      },
    ],
  ])('%s', (_what, reply) => {
    expect(apiReplyFaults(reply)).not.toEqual([])
  })
})
