import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { type Api, startApi } from '../typed-api.ts'
import { openTestVault } from '../../support/test-vault.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const buy = async (cardId: string, amount: number, more: object = {}) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, ...more } })).body.transactionId
const newHolder = async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const agentId = (await api.admin('createAgent', { body: { customerId, externalId: customerId } })).body.id
  const cardId = (await api.admin('createCard', { body: { customerId, agentId } })).body.id
  return { customerId, agentId, cardId }
}
const shadowOf = async (transactionId: string) =>
  (await api.admin('getTransaction', { params: { transactionId } })).body.shadow

describe('a shadow policy', () => {
  it('decides beside the policy, is kept with the transaction, and has no effect', async () => {
    const { customerId, agentId, cardId } = await newHolder()
    const before = await buy(cardId, 900)
    await api.admin('updateAgent', { params: { agentId }, body: { shadowPolicy: { limits: { perAuth: 500 } } } })
    api.clock.time += MINUTE_MS
    const small = await buy(cardId, 400)
    const large = await buy(cardId, 900)
    expect(await shadowOf(before)).toBeUndefined()
    expect(await shadowOf(small)).toEqual({ decision: 'approve', reasons: [] })
    expect(await shadowOf(large)).toMatchObject({
      decision: 'decline',
      reasons: [{ code: 'per_auth_exceeded', limit: 500 }],
    })
    const told = (await api.admin('getAgentShadow', { params: { agentId } })).body
    expect(told).toMatchObject({ decisions: 2, same: 1, wouldDecline: 1, wouldApprove: 0 })
    expect(told.examples).toMatchObject([{ transactionId: large, was: 'approve', would: 'decline' }])
    // Beneath a level without one nothing is counted, and another account sees nothing.
    expect((await api.admin('getCardShadow', { params: { cardId } })).body).toMatchObject({
      decisions: 0,
      examples: [],
    })
    expect((await api.admin('getCustomerShadow', { params: { customerId } })).body.shadowPolicy).toBeUndefined()
    const stranger = await api.otherAccount()
    expect((await stranger('getAgentShadow', { params: { agentId } })).status).toBe(404)
  })

  it('counts anew when it becomes another one, and looks at purchases that the policy does not look for', async () => {
    const { cardId } = await newHolder()
    const set = (shadowPolicy: object | null) => api.admin('updateCard', { params: { cardId }, body: { shadowPolicy } })
    await set({ duplicateWindowMinutes: 10 })
    const ink = { merchant: { name: 'Ink Shop' } }
    await buy(cardId, 100, ink)
    const again = await buy(cardId, 100, ink)
    expect(await shadowOf(again)).toMatchObject({ decision: 'decline', reasons: [{ code: 'duplicate_charge' }] })
    const count = async () => (await api.admin('getCardShadow', { params: { cardId } })).body.decisions
    expect(await count()).toBe(2)
    api.clock.time += MINUTE_MS
    expect((await set({ maxAmount: 50 })).body.shadowPolicy).toEqual({ duplicateWindowMinutes: 10, maxAmount: 50 })
    expect(await count()).toBe(0)
    await set(null)
    expect(await shadowOf(await buy(cardId, 100, ink))).toBeUndefined()
  })

  it('is promoted to the policy, with what every change of a policy tells', async () => {
    const { customerId, agentId, cardId } = await newHolder()
    for (const [get, patch, promote, params] of [
      ['getCustomer', 'updateCustomer', 'promoteCustomerShadow', { customerId }],
      ['getAgent', 'updateAgent', 'promoteAgentShadow', { agentId }],
      ['getCard', 'updateCard', 'promoteCardShadow', { cardId }],
    ] as const) {
      expect((await api.admin(promote, { params })).body.error?.code).toBe('no_shadow_policy')
      await api.admin(patch, { params, body: { policy: { maxAmount: 1 }, shadowPolicy: { maxAmount: 700 } } })
      expect((await api.admin(promote, { params })).body).toMatchObject({
        policy: { maxAmount: 700 },
        warnings: [{ code: 'origins_not_bounded' }],
      })
      const { body } = await api.admin(get, { params })
      expect([body.policy, body.shadowPolicy]).toEqual([{ maxAmount: 700 }, undefined])
      const [event] = (await api.admin('listEvents', { query: { limit: '1', type: 'policy.changed' } })).body.data
      expect(event?.data).toMatchObject({ changed: expect.arrayContaining(['policy.maxAmount']) })
      const { data } = (await api.admin('listAudit', { query: { limit: '1' } })).body
      expect(data[0]).toMatchObject({
        operation: promote,
        changes: [
          { path: 'policy.maxAmount', before: 1, after: 700 },
          { path: 'shadowPolicy', after: null },
        ],
      })
    }
    const agent = await api.as('agent', agentId)
    expect((await agent('updateCard', { params: { cardId }, body: { shadowPolicy: {} } })).status).toBe(403)
  })

  it('is refused as a policy would be', async () => {
    const { cardId } = await newHolder()
    const zone = { timezone: 'Nowhere', days: [1], from: '09:00', to: '17:00' }
    const answer = await api.admin('updateCard', { params: { cardId }, body: { shadowPolicy: { activeHours: zone } } })
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', param: 'shadowPolicy.activeHours.timezone' })
  })

  it('and what it decided can be made again', async () => {
    const differences: unknown[] = []
    const verified = await verifyDatabase(api.rig.test.database, {
      vault: await openTestVault(api.rig.test.database),
      onDifference: (difference) => differences.push(difference),
    })
    expect([differences, verified.entries > 5]).toEqual([[], true])
    await api.rig.test.database.pool.query(
      `update transactions set shadow = '{"decision": "approve", "reasons": []}' where shadow->>'decision' = 'decline'`,
    )
    await verifyDatabase(api.rig.test.database, {
      vault: await openTestVault(api.rig.test.database),
      onDifference: (difference) => differences.push(difference),
    })
    expect(differences).toContainEqual(expect.objectContaining({ what: 'shadow' }))
  })
})
