import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReceiptClaims, type ReceiptKeys, verifyReceipt } from '../../../clients/typescript/src/receipts.ts'
import { openedTestVault } from '../../support/test-vault.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const keys = async (): Promise<ReceiptKeys> => {
  const reply = await api.rig.app.inject({ url: '/.well-known/jwks.json' })
  expect(reply.headers['content-type']).toMatch(/^application\/jwk-set\+json/)
  return reply.json()
}
const receiptOf = async (transactionId: string, caller: Caller = api.admin): Promise<string> =>
  (await caller('getTransactionReceipt', { params: { transactionId } })).body.receipt
const claimsOf = async (transactionId: string): Promise<ReceiptClaims> =>
  verifyReceipt(await receiptOf(transactionId), await keys())
const payload = async (transactionId: string) => (await receiptOf(transactionId)).split('.')[1]

const newCard = async (body: object = {}) => (await api.admin('createCard', { body: { customerId, ...body } })).body
const buy = async (cardId: string, body: object = {}) =>
  (await api.admin('createAuthorization', { body: { cardId, amount: 4200, merchant: { name: 'Ink Shop' }, ...body } }))
    .body

describe('GET /transactions/{transactionId}/receipt', () => {
  it('says of an approved purchase what was bought, by which rules, and who approved it', async () => {
    const card = await newCard({ policy: { requireIntent: true, requireApproval: true, onMissingIntent: 'decline' } })
    const body = { purpose: 'Ink', expectedAmount: 4200 }
    const intent = (await api.admin('createIntent', { params: { cardId: card.id }, body })).body
    await api.admin('approveIntent', { params: { intentId: intent.id } })
    const [approval] = (await api.admin('listApprovals', { query: { customerId } })).body.data
    api.clock.time += 1000
    const { transaction } = await buy(card.id)
    const claims = await claimsOf(transaction.id)
    expect(claims).toEqual({
      transactionId: transaction.id,
      accountId: expect.stringMatching(/^acct_/) as string,
      type: 'authorization',
      standIn: false,
      last4: card.last4,
      agentId: null,
      amount: 4200,
      currency: 'USD',
      merchant: { name: 'Ink Shop' },
      decision: 'approve',
      reasons: [],
      policyVersion: expect.stringMatching(/^[\w-]{22}$/) as string,
      intentId: intent.id,
      approval: { id: approval?.id, decidedBy: approval?.decidedBy, decidedAt: approval?.decidedAt },
      sequence: claims.sequence,
      at: transaction.createdAt,
    })
    expect(claims.approval?.decidedBy).toMatch(/^key_/)
  })

  it('says of a declined one why; of a forced capture, that no policy was asked', async () => {
    const { id } = await newCard({ policy: { limits: { perAuth: 100 } } })
    const { transactionId, reasons } = await buy(id)
    expect(await claimsOf(transactionId)).toMatchObject({ decision: 'decline', reasons })
    const forced = (await api.admin('createForceCapture', { body: { cardId: id, amount: 4200 } })).body
    expect(await claimsOf(forced.id)).toMatchObject({ type: 'force_capture', decision: 'approve', amount: 4200 })
    expect(await claimsOf(forced.id)).not.toHaveProperty('policyVersion')
  })

  it('says of a credit and of what an issuer approved by itself that nobody decided it', async () => {
    const { id: cardId } = await newCard()
    const credit = { cardId, factId: 'credit', kind: 'credit' as const, amount: 300 }
    const { transaction } = (await api.admin('createPosting', { body: credit })).body
    expect(await claimsOf(transaction.id)).toMatchObject({ type: 'credit', standIn: false, decision: 'approve' })
    const held = { cardId, factId: 'held', networkReference: 'ref', approved: true, amount: 300 }
    const alone = (await api.admin('createAdvice', { body: held })).body
    const claims = await claimsOf(alone.id)
    expect(claims).toMatchObject({ type: 'authorization', standIn: true, decision: 'approve' })
    expect(claims).not.toHaveProperty('policyVersion')
  })

  it('says the same of a purchase of which its issuer holds more by itself later', async () => {
    const { id: cardId } = await newCard()
    const { transactionId } = await buy(cardId, { networkReference: 'raised' })
    const then = await payload(transactionId)
    const held = { cardId, factId: 'raised', networkReference: 'raised', approved: true, amount: 9000 }
    expect((await api.admin('createAdvice', { body: held })).body.flags.standIn).toBe(true)
    expect(await payload(transactionId)).toBe(then)
    expect((await claimsOf(transactionId)).standIn).toBe(false)
  })

  it('says the same whatever becomes of the purchase, the card, the agent and the rules', async () => {
    const agentBody = { customerId, externalId: 'receipts' }
    const agentId = (await api.admin('createAgent', { body: agentBody })).body.id
    const { id: cardId } = await newCard({ agentId, policy: { lockToFirstMerchant: true } })
    const body = { purpose: 'Ink', expectedAmount: 4200 }
    await api.admin('createIntent', { params: { cardId }, body })
    const { transactionId } = await buy(cardId)
    const params = { transactionId }
    const then = await payload(transactionId)
    const steps: (() => Promise<{ status: number }>)[] = [
      () => api.admin('incrementAuthorization', { params, body: { amount: 9000 } }),
      () => api.admin('reverseAuthorization', { params, body: { amount: 100 } }),
      () => api.admin('settleAuthorization', { params, body: { amount: 20_000 } }),
      () => api.admin('createRefund', { body: { transactionId, amount: 50 } }),
      () => api.admin('updateTransaction', { params, body: { metadata: { seen: true } } }),
      () =>
        api.admin('updateAgent', { params: { agentId }, body: { name: 'Renamed', policy: { blockedMccs: ['5999'] } } }),
      () => api.admin('updateCard', { params: { cardId }, body: { label: 'Ink', policy: { limits: { perAuth: 1 } } } }),
      () => api.admin('closeCard', { params: { cardId } }),
      () => api.admin('deleteAgent', { params: { agentId } }),
      () => api.admin('updateCustomer', { params: { customerId }, body: { name: { first: 'Ada' } } }),
    ]
    for (const step of steps) {
      expect((await step()).status).toBe(200)
      expect(await payload(transactionId)).toBe(then)
    }
  })

  it('says nothing of an approval where the purchase was another than the approved one', async () => {
    const { id: cardId } = await newCard({ policy: { requireApproval: true } })
    const body = { purpose: 'Ink', expectedAmount: 100 }
    const intent = (await api.admin('createIntent', { params: { cardId }, body })).body
    await api.admin('approveIntent', { params: { intentId: intent.id } })
    const { transactionId, flags } = await buy(cardId)
    expect(flags.intentMismatch).toBe(true)
    const claims = await claimsOf(transactionId)
    expect(claims.intentId).toBe(intent.id)
    expect(claims).not.toHaveProperty('approval')
  })

  it('is signed with the new key after a rotation; those of before are verified for ever', async () => {
    const { transactionId } = await buy((await newCard()).id)
    const receipts = [await receiptOf(transactionId)]
    const { renewReceiptKey } = await openedTestVault(api.rig.deps.database)
    for (let time = 0; time < 3; time += 1) {
      await renewReceiptKey()
      receipts.push(await receiptOf(transactionId))
    }
    const published = await keys()
    const claims = await Promise.all(receipts.map((receipt) => verifyReceipt(receipt, published)))
    expect(new Set(receipts.map((receipt) => receipt.split('.')[0])).size).toBe(4)
    expect(new Set(claims.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(published.keys.map((key) => Object.keys(key).toSorted())).toEqual(
      Array.from({ length: 4 }, () => ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']),
    )
  })

  it('404 for another account, and for another agent', async () => {
    const { transactionId } = await buy((await newCard()).id)
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'other' } })).body.id
    for (const caller of [await api.otherAccount(), await api.as('agent', agentId)]) {
      const { status, body } = await caller('getTransactionReceipt', { params: { transactionId } })
      expect([status, body.error?.code]).toEqual([404, 'transaction_not_found'])
    }
  })
})
