import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

it('deciding about more than `approvalPasskeyAbove`, and resuming it, takes a passkey, which no API key has', async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const policy = { requireApproval: true }
  const cardId = (await api.admin('createCard', { body: { customerId, policy } })).body.id
  const ask = async (maxAmount: number) => {
    const body = { merchant: 'Daily News', maxAmount, interval: 'month', purpose: 'The newspaper' }
    const { id } = (await api.admin('createSubscription', { params: { cardId }, body })).body
    return { params: { subscriptionId: id } }
  }
  const before = await ask(1001)
  await api.admin('approveSubscription', before)
  await api.admin('pauseSubscription', before)
  await api.rig.deps.database.pool.query('update accounts set approval_passkey_above = 1000')
  const [small, large] = [await ask(1000), await ask(1001)]
  expect((await api.admin('approveSubscription', small)).body.status).toBe('active')
  expect((await api.admin('approveSubscription', large)).body.error?.code).toBe('passkey_required')
  expect((await api.admin('rejectSubscription', large)).body.error?.code).toBe('passkey_required')
  expect((await api.admin('resumeSubscription', before)).body.error?.code).toBe('passkey_required')
  expect((await api.admin('getSubscription', large)).body.status).toBe('pending_approval')
  expect((await api.admin('cancelSubscription', large)).body.status).toBe('canceled')
})
