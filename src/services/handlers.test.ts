import { expect, it } from 'vitest'
import { type OperationName, operations } from '../contract/operations.ts'
import { operationHandlers } from './handlers.ts'
import { isReplyReplayed, operationMayStoreData } from './request/handler.ts'

const names = Object.keys(operations) as OperationName[]

it.each(names.filter((name) => operations[name].method === 'PATCH' || operations[name].method === 'DELETE'))(
  '%s may leave something in the database: a commit without an answer is not told as nothing done',
  (name) => {
    expect(operationMayStoreData(operationHandlers[name])).toBe(true)
  },
)

it.each<OperationName>(['changePassword', 'createPasskey', 'connectProvider', 'advanceTestClock'])(
  '%s, which commits by itself, may leave something in the database',
  (name) => {
    expect(operationMayStoreData(operationHandlers[name])).toBe(true)
  },
)

it.each<[OperationName, boolean]>([
  ['updateCard', true],
  ['createAuthorization', true],
  ['changePassword', true],
  ['getCardDetails', false],
  ['sealCardDetails', false],
  ['getCard', false],
  ['evaluateSpend', false],
  ['createSession', false],
])('a repeat of %s with its key gets the first reply: %j', (name, expected) => {
  expect(isReplyReplayed(operationHandlers[name])).toBe(expected)
})
