import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, startApi } from '../typed-api.ts'

/** `newMerchant: approve`: a person approves the first purchase of a customer at a merchant. */
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

let count = 0
async function newCustomer(policy: object) {
  count += 1
  const customerId = (await api.admin('createCustomer', { body: { email: `c${count}@example.com`, policy } })).body.id
  const card = async (more: object = {}) =>
    (await api.admin('createCard', { body: { customerId, policy: more } })).body.id
  return { customerId, card, cardId: await card() }
}
const buy = async (cardId: string, name: string | undefined, amount = 500) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant: name === undefined ? {} : { name } } }))
    .body
const declare = async (cardId: string, expectedMerchant?: string) => {
  const body = { purpose: 'Ink', expectedAmount: 500, ...(expectedMerchant && { expectedMerchant }) }
  return (await api.admin('createIntent', { params: { cardId }, body })).body
}
const approve = (intentId: string) => api.admin('approveIntent', { params: { intentId } })
const STRICT = { newMerchant: 'approve', onMissingIntent: 'decline' }

it('declines a first purchase that nobody has approved, and no later one, whichever card pays', async () => {
  const { card, cardId } = await newCustomer(STRICT)
  const declined = await buy(cardId, 'Ink Shop')
  expect(declined).toMatchObject({ decision: 'decline', flags: { newMerchant: true, requiresApproval: true } })
  expect(declined.reasons).toMatchObject([{ code: 'intent_missing', rule: 'newMerchant', level: 'customer' }])
  expect(declined.reasons[0]?.remedy).toContain('have a person approve it')
  const intent = await declare(cardId, 'Ink Shop')
  expect(intent).toMatchObject({ status: 'pending_approval', requiresApproval: true })
  expect((await buy(cardId, 'Ink Shop')).decision).toBe('decline')
  await approve(intent.id)
  const first = await buy(cardId, 'Ink Shop')
  expect(first).toMatchObject({ decision: 'approve', flags: { newMerchant: false, intentMatched: true } })
  expect(await buy(cardId, 'INK SHOP 0231')).toMatchObject({ decision: 'approve', flags: { requiresApproval: false } })
  expect((await buy(await card(), 'Ink Shop')).decision).toBe('approve')
  expect((await declare(cardId, 'Ink Shop')).status).toBe('pending')
  expect((await declare(cardId)).status).toBe('pending_approval')
  expect((await buy(cardId, 'Paper Shop')).decision).toBe('decline')
  expect((await buy(cardId, undefined)).decision).toBe('decline')
})

it('flags it where a missing intent is flagged, and learns from what was bought without the policy', async () => {
  const { card, cardId } = await newCustomer({})
  expect((await buy(cardId, 'Ink Shop')).flags.newMerchant).toBe(false)
  const asking = await card({ newMerchant: 'approve' })
  expect((await buy(asking, 'Ink Shop')).flags.newMerchant).toBe(false)
  expect(await buy(asking, 'Paper Shop')).toMatchObject({ decision: 'approve', flags: { newMerchant: true } })
  expect((await buy(asking, 'Paper Shop')).flags.newMerchant).toBe(false)
})

it('lets no two first purchases pass at once, and freezes where the policy says so', async () => {
  const { card, cardId } = await newCustomer({ newMerchant: 'approve' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy(cardId, 'Pen Shop')))
  expect(answers.filter(({ flags }) => flags.newMerchant)).toHaveLength(1)
  const freezing = await card({ onMissingIntent: 'freeze' })
  expect((await buy(freezing, 'Other Shop')).decision).toBe('decline')
  expect((await api.admin('getCard', { params: { cardId: freezing } })).body.status).toBe('frozen')
})

it('is satisfied by a subscription that a person has approved', async () => {
  const { cardId } = await newCustomer(STRICT)
  const body = { merchant: 'Daily News', maxAmount: 500, interval: 'month', purpose: 'The newspaper' }
  const { id, status } = (await api.admin('createSubscription', { params: { cardId }, body })).body
  expect(status).toBe('pending_approval')
  await api.admin('approveSubscription', { params: { subscriptionId: id } })
  expect(await buy(cardId, 'Daily News')).toMatchObject({
    decision: 'approve',
    flags: { subscriptionMatched: true, newMerchant: false },
  })
})

it('says so to those who evaluate, and evaluates as if a person had approved', async () => {
  const { cardId } = await newCustomer(STRICT)
  const evaluate = async (more: object) =>
    (await api.admin('evaluateSpend', { body: { cardId, amount: 500, merchant: { name: 'Ink Shop' }, ...more } })).body
  expect(await evaluate({})).toMatchObject({ decision: 'decline', reasons: [{ rule: 'newMerchant' }] })
  expect(await evaluate({ assumeIntent: true })).toMatchObject({
    decision: 'approve',
    flags: { requiresApproval: true },
  })
})

it('goes on from what was stored after many purchases, and replays as it was decided', async () => {
  const { cardId } = await newCustomer({ newMerchant: 'approve' })
  for (let n = 0; n < 26; n += 1) await Promise.all(Array.from({ length: 8 }, () => buy(cardId, 'Ink Shop', 1)))
  expect((await buy(cardId, 'Pen Shop', 1)).flags.newMerchant).toBe(true)
  expect((await buy(cardId, 'Ink Shop', 1)).flags.newMerchant).toBe(false)
  expect((await buy(cardId, 'Pen Shop', 1)).flags.newMerchant).toBe(false)
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
