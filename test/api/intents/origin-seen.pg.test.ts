import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

/** Whoever decides about a purchase sees where the card number may be entered, and whether the customer has bought there before. */
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const SHOP = 'https://shop.example'
const newCard = async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const policy = { requireApproval: true, requireIntent: true }
  return (await api.admin('createCard', { body: { customerId, policy } })).body.id
}
const declare = async (cardId: string, expectedOrigin?: string) => {
  const body = { purpose: 'Ink', expectedAmount: 900, ...(expectedOrigin && { expectedOrigin }) }
  return (await api.admin('createIntent', { params: { cardId }, body })).body.id
}
const approvalOf = async (intentId: string) => {
  const { data } = (await api.admin('listApprovals')).body
  const { id = '' } = data.find((approval) => approval.intentId === intentId) ?? {}
  const one = (await api.admin('getApproval', { params: { approvalId: id } })).body
  expect(data.find((approval) => approval.id === id)).toEqual(one)
  return one
}
const seenOf = async (intentId: string) => (await approvalOf(intentId)).originSeen

it('an origin is seen once a purchase of the same customer has matched another intent there', async () => {
  const [cardId, othersCard] = [await newCard(), await newCard()]
  const first = await declare(cardId, SHOP)
  expect(await approvalOf(first)).toMatchObject({ originSeen: false, subject: { expectedOrigin: SHOP } })
  await api.admin('approveIntent', { params: { intentId: first } })
  expect(await seenOf(await declare(cardId, SHOP))).toBe(false)
  const paid = await api.admin('createAuthorization', { body: { cardId, amount: 900, merchant: { name: 'Shop' } } })
  expect(paid.body.transaction.intentId).toBe(first)

  expect(await seenOf(await declare(cardId, SHOP))).toBe(true)
  expect(await seenOf(first)).toBe(false)
  expect(await seenOf(await declare(cardId, `${SHOP}:8443`))).toBe(false)
  expect(await seenOf(await declare(othersCard, SHOP))).toBe(false)
  expect(await seenOf(await declare(cardId))).toBeUndefined()
})

it('events of intents tell it', async () => {
  const cardId = await newCard()
  const intentId = await declare(cardId, SHOP)
  const { data } = (await api.admin('listEvents')).body
  const told = data.filter(({ type, data: about }) => type.startsWith('intent.') && about['intentId'] === intentId)
  expect(told.map(({ type, data: { expectedOrigin } }) => [type, expectedOrigin])).toEqual([
    ['intent.pending_approval', SHOP],
    ['intent.created', SHOP],
  ])
})
