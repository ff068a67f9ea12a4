import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationName } from '../../../src/contract/operations.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const KIBIBYTE = 1024

/** A policy of so many bytes as JSON, two of which are each of its letters. */
function policyOf(bytes: number) {
  const entry = (length: number) => 'é'.repeat(Math.floor(length / 2)) + 'e'.repeat(length % 2)
  const policy = { allowedMerchants: Array.from({ length: 300 }, () => entry(200)), blockedMerchants: [] as string[] }
  const missing = () => bytes - Buffer.byteLength(JSON.stringify(policy))
  while (missing() > 203) policy.blockedMerchants.push(entry(200))
  policy.blockedMerchants.push(entry(missing() - (policy.blockedMerchants.length > 0 ? 3 : 2)))
  expect(missing()).toBe(0)
  return policy
}

const [most, tooMuch] = [policyOf(64 * KIBIBYTE), policyOf(64 * KIBIBYTE + 1)]
const refused = [400, 'policy', 'parameter_invalid']
const outcome = async (name: OperationName, request: object) => {
  const { status, body } = await api.admin(name, request)
  const { error } = body as { error?: { param?: string; details?: Record<string, unknown> } }
  return error === undefined ? [status] : [status, error.param, error.details?.['reason']]
}

it('a policy has 64 KiB as JSON at most, on each level', async () => {
  const { id: customerId } = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body
  const bodies: [OperationName, object][] = [
    ['createCustomer', { email: 'b@example.com' }],
    ['createAgent', { customerId, externalId: 'a' }],
    ['createCard', { customerId }],
  ]
  for (const [name, body] of bodies) {
    expect(await outcome(name, { body: { ...body, policy: tooMuch } }), name).toEqual(refused)
    expect(await outcome(name, { body: { ...body, policy: most } }), name).toEqual([201])
  }
})

it('what counts after a change is the whole policy that it leaves behind', async () => {
  const policy = { allowedMerchants: most.allowedMerchants }
  const { id: customerId } = (await api.admin('createCustomer', { body: { email: 'c@example.com', policy } })).body
  const change = (patch: object) => outcome('updateCustomer', { params: { customerId }, body: { policy: patch } })
  expect(await change({ blockedMerchants: tooMuch.blockedMerchants })).toEqual(refused)
  expect(await change({ blockedMerchants: most.blockedMerchants })).toEqual([200])
  expect(await change({ allowedMccs: [] })).toEqual(refused)
  expect(await change({ allowedMerchants: null, allowedMccs: [] })).toEqual([200])
})
