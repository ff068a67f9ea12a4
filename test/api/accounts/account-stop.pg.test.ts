import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const stop = (reason = 'A leaked key') => api.admin('stopAccount', { body: { reason } })
const resume = () => api.admin('resumeAccount', { body: { reason: 'The key is revoked' } })
const newCard = async (body: object = {}) => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  return (await api.admin('createCard', { body: { customerId, ...body } })).body.id
}
const pay = async (cardId: string, amount = 100) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant: { name: 'GitHub' } } })).body

describe('an account that is stopped', () => {
  it('declines every authorization, increment and evaluation, and nothing once it is resumed', async () => {
    const [cardId, frozen] = [await newCard(), await newCard()]
    await api.admin('freezeCard', { params: { cardId: frozen } })
    const before = await pay(cardId)
    expect(before.decision).toBe('approve')
    expect((await stop()).body.stopped).toEqual({
      at: '2026-01-31T12:00:00.000Z',
      by: expect.stringMatching(/^key_/) as string,
      name: expect.any(String) as string,
      reason: 'A leaked key',
    })
    const declined = await pay(cardId)
    expect(declined).toMatchObject({
      decision: 'decline',
      reasons: [{ code: 'account_stopped', rule: 'stop', level: 'default', fixedBy: 'owner', retryable: true }],
    })
    const both = await pay(frozen)
    expect(both.reasons.map(({ code }) => code)).toEqual(['account_stopped', 'card_frozen'])
    const params = { transactionId: before.transactionId }
    const increment = (await api.admin('incrementAuthorization', { params, body: { amount: 5 } })).body
    expect(increment).toMatchObject({ decision: 'decline', reasons: [{ code: 'account_stopped' }] })
    const evaluation = (await api.admin('evaluateSpend', { body: { cardId, amount: 1 } })).body
    expect(evaluation.reasons.map(({ code }) => code)).toEqual(['account_stopped'])
    expect((await api.admin('settleAuthorization', { params })).body.status).toBe('settled')

    expect((await resume()).body).not.toHaveProperty('stopped')
    expect((await pay(cardId)).decision).toBe('approve')
    expect((await api.admin('evaluateSpend', { body: { cardId, amount: 1 } })).body.decision).toBe('approve')
  })

  it('gives out no number, and records who asked', async () => {
    const cardId = await newCard()
    await stop()
    const refused = await api.admin('getCardDetails', { params: { cardId } })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'account_stopped'])
    const access = await api.admin('requestCardAccess', { params: { cardId }, body: { purpose: 'A test' } })
    expect(access.body).toMatchObject({ decision: 'denied', reasons: [{ code: 'account_stopped' }] })
    await resume()
    expect((await api.admin('getCardDetails', { params: { cardId } })).status).toBe(200)
  })

  it('lets intents be declared and approved, which wait', async () => {
    const cardId = await newCard({ policy: { requireApproval: true, requireIntent: true, onMissingIntent: 'decline' } })
    await stop()
    const body = { purpose: 'A book', expectedAmount: 100 }
    const intentId = (await api.admin('createIntent', { params: { cardId }, body })).body.id
    const approved = await api.admin('approveIntent', { params: { intentId } })
    expect([approved.status, approved.body.status]).toEqual([200, 'pending'])
    await pay(cardId)
    expect((await api.admin('getIntent', { params: { intentId } })).body.status).toBe('pending')
    await resume()
    expect((await pay(cardId)).flags.intentMatched).toBe(true)
    expect((await api.admin('getIntent', { params: { intentId } })).body.status).toBe('matched')
  })

  it('stays as it was stopped first, and is one account alone', async () => {
    const other = await api.otherAccount()
    await stop('The first')
    expect((await stop('The second')).body.stopped?.reason).toBe('The first')
    expect((await other('getAccount')).body).not.toHaveProperty('stopped')
    const customerId = (await other('createCustomer', { body: { email: 'b@example.com' } })).body.id
    expect((await other('evaluateSpend', { body: { customerId, amount: 1 } })).body.decision).toBe('approve')
    await resume()
    expect((await resume()).status).toBe(200)
  })

  it('is stopped by admins and approvers, and resumed by admins alone', async () => {
    const statuses = async (name: 'stopAccount' | 'resumeAccount') => {
      const found: Record<string, number> = {}
      for (const role of ['agent', 'network', 'read', 'approver', 'admin'] as const) {
        const agentId = role === 'agent' ? await newAgent() : undefined
        found[role] = (await (await api.as(role, agentId))(name, { body: { reason: 'A drill' } })).status
      }
      return found
    }
    expect(await statuses('stopAccount')).toEqual({ agent: 403, network: 403, read: 403, approver: 200, admin: 200 })
    expect(await statuses('resumeAccount')).toEqual({ agent: 403, network: 403, read: 403, approver: 403, admin: 200 })
  })

  it('tells of it by events and in the audit trail', async () => {
    await stop('A drill')
    await resume()
    for (const [type, reason] of [
      ['account.stopped', 'A drill'],
      ['account.resumed', 'The key is revoked'],
    ] as const) {
      const [event] = (await api.admin('listEvents', { query: { type } })).body.data
      const { id } = (await api.admin('getAccount')).body
      expect(event?.data).toMatchObject({ accountId: id, reason, by: expect.stringMatching(/^key_/) as string })
    }
    const entries = (await api.admin('listAudit', { query: { limit: '2' } })).body.data
    expect(entries.map(({ operation }) => operation)).toEqual(['resumeAccount', 'stopAccount'])
    expect(entries[1]?.changes).toContainEqual({ path: 'stopReason', before: null, after: 'A drill' })
  })
})

const newAgent = async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'c@example.com' } })).body.id
  return (await api.admin('createAgent', { body: { customerId, externalId: 'stopped' } })).body.id
}
