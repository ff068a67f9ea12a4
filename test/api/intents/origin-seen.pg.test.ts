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

const approve = (intentId: string) => api.admin('approveIntent', { params: { intentId } })
const buy = (cardId: string) =>
  api.admin('createAuthorization', { body: { cardId, amount: 900, merchant: { name: 'Shop' } } })
/** What events of an intent say of its origin, the oldest first. */
const toldOf = async (intentId: string) => {
  const { data } = (await api.admin('listEvents', { query: { limit: '100' } })).body
  return data
    .filter(({ type, data: about }) => type.startsWith('intent.') && about['intentId'] === intentId)
    .map(({ type, data: { expectedOrigin, originSeen } }) => [type, expectedOrigin, originSeen])
    .toReversed()
}

it('events of intents tell it, as it was when they happened', async () => {
  const cardId = await newCard()
  const [first, canceled, last] = [await declare(cardId, SHOP), await declare(cardId, SHOP), await declare(cardId)]
  await approve(first)
  await buy(cardId)
  await api.admin('reportIntent', { params: { intentId: first }, body: { outcome: 'completed' } })
  await api.admin('cancelIntent', { params: { intentId: canceled } })
  const second = await declare(cardId, SHOP)
  await api.admin('rejectIntent', { params: { intentId: second } })
  const expired = await declare(cardId, SHOP)
  api.clock.time += 8 * 24 * 3600 * 1000
  await api.admin('listIntents') // ends what is overdue
  expect(await toldOf(first)).toEqual([
    ['intent.created', SHOP, false],
    ['intent.pending_approval', SHOP, false],
    ['intent.approved', SHOP, false],
    ['intent.matched', SHOP, false],
    ['intent.reported', SHOP, false],
  ])
  expect(await toldOf(canceled)).toEqual([
    ['intent.created', SHOP, false],
    ['intent.pending_approval', SHOP, false],
    ['intent.canceled', SHOP, true],
  ])
  expect((await toldOf(second)).at(-1)).toEqual(['intent.rejected', SHOP, true])
  expect(await toldOf(expired)).toEqual([
    ['intent.created', SHOP, true],
    ['intent.pending_approval', SHOP, true],
    ['intent.expired', SHOP, true],
  ])
  expect((await toldOf(last)).slice(0, 2)).toEqual([
    ['intent.created', undefined, undefined],
    ['intent.pending_approval', undefined, undefined],
  ])
})
