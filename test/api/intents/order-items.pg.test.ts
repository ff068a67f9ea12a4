import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let cardId: string
beforeAll(async () => {
  api = await startApi()
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  cardId = (await api.admin('createCard', { body: { customerId, policy: { requireApproval: true } } })).body.id
})
afterAll(() => api.stop())

const declare = (order: object) =>
  api.admin('createIntent', { params: { cardId }, body: { purpose: 'For the office', ...order } })

const order = {
  items: [
    { description: 'Toner', quantity: 2, amount: 8_000 },
    { description: 'Paper', quantity: 10, amount: 3_000 },
  ],
  tax: 700,
  shipping: 300,
}

it('stands wherever somebody decides: in the intent, its approval and the event that asks for a person', async () => {
  const { status, body: intent } = await declare({ ...order, expectedAmount: 12_000 })
  expect([status, intent]).toEqual([201, expect.objectContaining(order)])
  expect((await api.admin('getIntent', { params: { intentId: intent.id } })).body).toMatchObject(order)
  const approvals = (await api.admin('listApprovals', { query: { status: 'pending' } })).body.data
  expect(approvals.find(({ intentId }) => intentId === intent.id)?.subject).toMatchObject(order)
  const events = (await api.admin('listEvents', { query: { limit: '10' } })).body.data
  const asked = events.find(({ type, data }) => type === 'intent.pending_approval' && 'intentId' in data)
  expect(asked?.data).toMatchObject({ intentId: intent.id, ...order })
})

it('is not compared with the purchase', async () => {
  const { body: intent } = await declare({ ...order, expectedAmount: 12_000, expectedMerchant: 'Ink Shop' })
  await api.admin('approveIntent', { params: { intentId: intent.id } })
  const { body } = await api.admin('createAuthorization', {
    body: { cardId, amount: 12_000, merchant: { name: 'Ink Shop', mcc: '5734' } },
  })
  const paid = await api.admin('getTransaction', { params: { transactionId: body.transactionId } })
  expect(paid.body).toMatchObject({ decision: 'approve', intentId: intent.id, flags: { intentMatched: true } })
})

it.each([
  ['a sum that is another', { ...order, expectedAmount: 12_001 }, 'items'],
  ['an item without a quantity', { items: [{ description: 'Ink', amount: 1 }] }, 'items[0].quantity'],
  ['an item of less than nothing', { items: [{ description: 'Ink', quantity: 1, amount: -1 }] }, 'items[0].amount'],
  ['an empty description', { items: [{ description: '', quantity: 1, amount: 1 }] }, 'items[0].description'],
  [
    'a description with a character that nobody sees',
    { items: [{ description: 'Ink\u202E', quantity: 1, amount: 1 }] },
    'items[0].description',
  ],
  [
    'a field of an item that is not known',
    { items: [{ description: 'Ink', quantity: 1, price: 1 }] },
    'items[0].price',
  ],
  [
    'more items than are read',
    { items: Array.from({ length: 51 }, () => ({ description: 'Ink', quantity: 1, amount: 1 })) },
    'items',
  ],
  [
    'items that are larger than 16 KiB',
    { items: Array.from({ length: 50 }, () => ({ description: '→'.repeat(200), quantity: 1, amount: 1 })) },
    'items',
  ],
])('400 for %s', async (_, body, param) => {
  const answer = await declare(body)
  expect([answer.status, answer.body.error?.param]).toEqual([400, param])
})
