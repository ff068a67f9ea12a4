import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

it('what stood in the way of an agent is counted for each shop', async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'buyer' } })).body.id
  const cardId = (await api.admin('createCard', { body: { customerId, agentId } })).body.id
  const own = await api.as('agent', agentId)
  const report = async (expectedMerchant: string | undefined, body: object) => {
    const intent = { purpose: 'Ink', ...(expectedMerchant && { expectedMerchant }) }
    const intentId = (await own('createIntent', { params: { cardId }, body: intent })).body.id
    return own('reportIntent', { params: { intentId }, body })
  }
  const failed = (obstacle: string) => ({ outcome: 'failed', obstacle })
  expect((await report('Ink Shop', failed('captcha'))).body.report).toMatchObject({ obstacle: 'captcha' })
  await report('Ink Shop', failed('captcha'))
  await report('Ink Shop', { outcome: 'abandoned', obstacle: 'login_required' })
  await report('Ink Shop', { outcome: 'completed' })
  await report('Paper Shop', { outcome: 'completed' })
  await report(undefined, failed('cdn_block'))
  expect((await report('Ink Shop', { outcome: 'completed', obstacle: 'captcha' })).body.error?.param).toBe('obstacle')
  expect((await report('Ink Shop', failed('weather'))).status).toBe(400)
  const lastAt = '2026-01-31T12:00:00.000Z'
  expect((await own('getAgentObstacles', { params: { agentId } })).body).toEqual({
    shops: [
      {
        merchant: 'Ink Shop',
        reports: 4,
        completed: 1,
        obstacles: [
          { obstacle: 'captcha', count: 2, lastAt },
          { obstacle: 'login_required', count: 1, lastAt },
        ],
      },
      { merchant: null, reports: 1, completed: 0, obstacles: [{ obstacle: 'cdn_block', count: 1, lastAt }] },
      { merchant: 'Paper Shop', reports: 1, completed: 1, obstacles: [] },
    ],
    isPartial: false,
  })
  const other = await api.otherAccount()
  expect((await other('getAgentObstacles', { params: { agentId } })).status).toBe(404)
})
