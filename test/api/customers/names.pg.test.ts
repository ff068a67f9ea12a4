import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  const name = { first: 'Ada', last: 'Park' }
  customerId = (await api.admin('createCustomer', { body: { name, email: 'ada@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: customerId, name: 'Buyer' } })).body.id
})

const card = async (body: object) => (await api.admin('createCard', { body: { customerId, ...body } })).body.id
const declare = async (cardId: string, body: object = {}) =>
  (await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink', ...body } })).body
const names = ({ customerName, agentName, cardLabel }: { [N in (typeof NAMES)[number]]?: string }) => [
  customerName,
  agentName,
  cardLabel,
]
const NAMES = ['customerName', 'agentName', 'cardLabel'] as const

it('every answer with an intent or an approval says who it is about', async () => {
  const cardId = await card({ agentId, label: 'Ads', policy: { requireApproval: true } })
  const called = ['Ada Park', 'Buyer', 'Ads']
  const { id: intentId } = await declare(cardId, { intentId: 'own' })
  expect(names(await declare(cardId, { intentId: 'own' }))).toEqual(called)
  const approvals = (await api.admin('listApprovals', { query: { customerId } })).body.data
  expect(approvals.map(names)).toEqual([called])
  const approvalId = approvals[0]?.id ?? ''
  expect(names((await api.admin('getApproval', { params: { approvalId } })).body)).toEqual(called)
  expect(names((await api.admin('approveIntent', { params: { intentId } })).body)).toEqual(called)
  const canceled = (await api.admin('cancelIntent', { params: { intentId } })).body
  expect(names(canceled)).toEqual(called)
  expect((await api.admin('getIntent', { params: { intentId } })).body).toEqual(canceled)
  expect((await api.admin('listIntents', { query: { customerId } })).body.data).toEqual([canceled])
  expect((await api.admin('listCardIntents', { params: { cardId } })).body.data).toEqual([canceled])
})

it('they are the names of the moment, for whoever reads and whoever declares', async () => {
  const cardId = await card({ agentId, label: 'Ads' })
  const { id: intentId } = await declare(cardId)
  await api.admin('updateCustomer', {
    params: { customerId },
    body: { name: { first: null, last: null, business: 'Park' } },
  })
  await api.admin('updateAgent', { params: { agentId }, body: { name: 'Seller' } })
  await api.admin('updateCard', { params: { cardId }, body: { label: 'Sales' } })
  const called = ['Park', 'Seller', 'Sales']
  expect(names((await api.admin('getIntent', { params: { intentId } })).body)).toEqual(called)
  expect(names(await declare(cardId))).toEqual(called)
  await api.admin('deleteAgent', { params: { agentId } })
  expect(names((await api.admin('getIntent', { params: { intentId } })).body)).toEqual(called)
})

it('what has no name is left out, and an email is none', async () => {
  customerId = (await api.admin('createCustomer', { body: { email: 'eve@example.com' } })).body.id
  const intent = await declare(await card({}))
  const read = (await api.admin('getIntent', { params: { intentId: intent.id } })).body
  for (const each of [intent, read]) for (const name of NAMES) expect(each).not.toHaveProperty(name)
})
