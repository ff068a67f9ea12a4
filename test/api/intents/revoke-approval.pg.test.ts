import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** An approval can be taken back until a purchase matches its intent (contract, section 9). */
let api: Api
let customerId: string
let agentId: string
let approver: Caller
let agent: Caller
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'buyer' } })).body.id
  approver = await api.as('approver')
  agent = await api.as('agent', agentId)
  // The connections are opened before a race: else the first request is done before the others have one.
  await Promise.all(Array.from({ length: 10 }, () => api.admin('listCards')))
})
afterAll(() => api.stop())

const asked: Policy = {
  requireIntent: true,
  requireApproval: true,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
}
const newCard = async (policy: Policy = asked) =>
  (await api.admin('createCard', { body: { customerId, agentId, policy } })).body.id
const declare = async (cardId: string, body: object = {}) =>
  (await agent('createIntent', { params: { cardId }, body: { purpose: 'Ten chairs', expectedAmount: 900, ...body } }))
    .body
const approve = async (intentId: string) =>
  (await api.admin('approveIntent', { params: { intentId }, body: { note: 'Agreed' } })).body
const revoke = (intentId: string, body?: object, caller: Caller = approver) =>
  caller('revokeApproval', { params: { intentId }, body })
const read = async (intentId: string) => (await agent('getIntent', { params: { intentId } })).body
const buy = async (cardId: string) => (await api.admin('createAuthorization', { body: { cardId, amount: 900 } })).body
const approvalOf = async (intentId: string) =>
  (await api.admin('getApproval', { params: { approvalId: intentId.replace('int_', 'apr_') } })).body
const eventsOf = async (intentId: string) =>
  (await api.admin('listEvents', { query: { limit: '100' } })).body.data.filter(
    ({ data }) => data['intentId'] === intentId,
  )
const errorOf = ({
  status,
  body,
}: {
  status: number
  body: Partial<{ error: { code: string; details?: object } }>
}) => [status, body.error?.code, body.error?.details]

/** An approved intent of a card, and who approved it. */
async function approved(policy?: Policy) {
  const cardId = await newCard(policy)
  const { id } = await declare(cardId)
  const { approvedBy, approvedAt } = await approve(id)
  return { cardId, id, approvedBy, approvedAt }
}

describe('an approval that is taken back', () => {
  it('cancels the intent, and says who, when and why beside who approved it', async () => {
    const { cardId, id, approvedBy, approvedAt } = await approved()
    api.clock.time += 1000
    const { status, body } = await revoke(id, { reason: 'A desk was meant' })
    const at = new Date(api.clock.time).toISOString()
    const { revokedBy } = body
    expect(revokedBy).toMatch(/^key_/)
    expect(revokedBy).not.toBe(approvedBy)
    const taken = { revokedBy, revokedAt: at, revocationReason: 'A desk was meant' }
    expect([status, body]).toMatchObject([
      200,
      { status: 'canceled', canceledAt: at, approvedBy, approvedAt, decisionNote: 'Agreed', ...taken },
    ])
    expect(await read(id)).toEqual(body)
    expect(await approvalOf(id)).toMatchObject({
      status: 'canceled',
      decidedBy: approvedBy,
      decidedAt: approvedAt,
      note: 'Agreed',
      ...taken,
    })
    expect(await buy(cardId)).toMatchObject({ decision: 'decline', reasons: [{ code: 'intent_missing' }] })
  })

  it('is told as intent.canceled, with who and why; earlier events do not have it', async () => {
    const { id } = await approved()
    const { revokedBy } = (await revoke(id, { reason: 'Too dear' })).body
    const [canceled, ...earlier] = await eventsOf(id)
    const why = { revokedBy, revocationReason: 'Too dear' }
    expect(canceled).toMatchObject({
      type: 'intent.canceled',
      data: { status: 'canceled', ...why, intent: { status: 'canceled', ...why } },
    })
    expect(earlier.map(({ type }) => type)).toEqual(['intent.approved', 'intent.pending_approval', 'intent.created'])
    expect(JSON.stringify(earlier)).not.toContain('revo')
  })

  it('is in the audit trail with person and reason', async () => {
    const { id } = await approved()
    const { revokedBy } = (await revoke(id, { reason: 'Too dear' })).body
    const { data } = (await api.admin('listAudit', { query: { resourceId: id, limit: '1' } })).body
    expect(data[0]).toMatchObject({ operation: 'revokeApproval', actor: { id: revokedBy } })
    expect(data[0]?.changes).toEqual(
      expect.arrayContaining([
        { path: 'status', before: 'pending', after: 'canceled' },
        { path: 'revokedBy', before: null, after: revokedBy },
        { path: 'revocationReason', before: null, after: 'Too dear' },
        { path: 'approval.status', before: 'approved', after: 'canceled' },
      ]),
    )
  })

  it('leaves the approved ones of the list, and is among the canceled ones', async () => {
    const { id } = await approved()
    await revoke(id)
    const ids = async (status: string) =>
      (await api.admin('listApprovals', { query: { status, limit: '100' } })).body.data.map(({ intentId }) => intentId)
    expect(await ids('approved')).not.toContain(id)
    expect(await ids('canceled')).toContain(id)
  })

  it('takes a reason of at most 500 characters, and needs none', async () => {
    const { id } = await approved()
    expect(errorOf(await revoke(id, { reason: 'x'.repeat(501) })).slice(0, 2)).toEqual([400, 'invalid_request'])
    const { body } = await revoke(id)
    expect(body.status).toBe('canceled')
    expect(body).not.toHaveProperty('revocationReason')
  })
})

describe('who may take it back', () => {
  it('an approver and an admin, also one who declared the intent, and no agent', async () => {
    const separate: Policy = { ...asked, requireSeparateApprover: true }
    const { id } = await approved(separate)
    expect(errorOf(await revoke(id, {}, agent)).slice(0, 2)).toEqual([403, 'insufficient_permissions'])
    expect(errorOf(await revoke(id, {}, await api.as('read'))).slice(0, 2)).toEqual([403, 'insufficient_permissions'])
    expect(errorOf(await revoke(id, {}, await api.otherAccount())).slice(0, 2)).toEqual([404, 'intent_not_found'])
    expect((await revoke(id, {}, api.admin)).body.status).toBe('canceled')
    const cardId = await newCard(separate)
    const own = (await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })).body.id
    await approver('approveIntent', { params: { intentId: own } })
    expect((await revoke(own, {}, api.admin)).body.status).toBe('canceled')
  })
})

describe('what cannot be taken back', () => {
  it('409 intent_not_approved: an intent that waits, and one that needed nobody', async () => {
    const waiting = await declare(await newCard())
    expect(errorOf(await revoke(waiting.id))).toEqual([409, 'intent_not_approved', { status: 'pending_approval' }])
    const free = await declare(await newCard({}))
    expect(errorOf(await revoke(free.id))).toEqual([409, 'intent_not_approved', { status: 'pending' }])
    expect((await read(waiting.id)).status).toBe('pending_approval')
    expect((await read(free.id)).status).toBe('pending')
  })

  it('409 intent_not_pending: paid, with its transaction', async () => {
    const { cardId, id } = await approved()
    const { transactionId } = await buy(cardId)
    expect(errorOf(await revoke(id))).toEqual([409, 'intent_not_pending', { status: 'matched', transactionId }])
  })

  it('409 intent_not_pending: expired, rejected, canceled', async () => {
    const expired = await approved()
    api.clock.time += 31 * MINUTE_MS
    expect(errorOf(await revoke(expired.id))).toEqual([409, 'intent_not_pending', { status: 'expired' }])
    const rejected = await declare(await newCard())
    await api.admin('rejectIntent', { params: { intentId: rejected.id } })
    expect(errorOf(await revoke(rejected.id))).toEqual([409, 'intent_not_pending', { status: 'rejected' }])
    const canceled = await approved()
    await agent('cancelIntent', { params: { intentId: canceled.id } })
    expect(errorOf(await revoke(canceled.id))).toEqual([409, 'intent_not_pending', { status: 'canceled' }])
    expect(await approvalOf(canceled.id)).toMatchObject({ status: 'approved' })
  })

  it('of two people the second learns who was first, and an approval or a cancellation comes too late', async () => {
    const { id } = await approved()
    const { revokedBy, revokedAt } = (await revoke(id)).body
    expect(errorOf(await revoke(id, {}, api.admin))).toEqual([
      409,
      'intent_not_pending',
      { status: 'canceled', reason: 'already_revoked', revokedBy, revokedAt },
    ])
    expect((await agent('cancelIntent', { params: { intentId: id } })).status).toBe(409)
    expect((await api.admin('approveIntent', { params: { intentId: id } })).status).toBe(409)
  })
})

describe('a card number that was released for it', () => {
  const attested: Policy = { requireApproval: true, requireAttestation: true, attestationWindowMinutes: 10 }
  const attest = async (cardId: string, intentId: string) =>
    (await agent('requestCardAccess', { params: { cardId }, body: { intentId, purpose: 'Pay' } })).body
  const event = async (accessEventId: string) => (await api.admin('getAccessEvent', { params: { accessEventId } })).body

  it.each([
    ['taken back', (intentId: string) => revoke(intentId)],
    ['canceled', (intentId: string) => agent('cancelIntent', { params: { intentId } })],
  ])('counts as read once the intent is %s: nothing more is shown for it', async (_, end) => {
    const { cardId, id } = await approved(attested)
    const grants = [await attest(cardId, id), await attest(cardId, id)]
    await end(id)
    for (const grant of grants) expect(await event(grant.id)).toMatchObject({ status: 'consumed' })
    const shown = await agent('getCardDetails', { params: { cardId }, body: {} })
    expect(errorOf(shown).slice(0, 2)).toEqual([403, 'attestation_required'])
    const named = await agent('getCardDetails', { params: { cardId }, body: { intentId: id } })
    expect(errorOf(named).slice(0, 2)).toEqual([409, 'intent_not_pending'])
  })

  it.each(['canceled', 'expired'] as const)(
    'is not shown for a grant that outlived an intent that is %s',
    async (to) => {
      const { cardId, id } = await approved(attested)
      const { id: grant } = await attest(cardId, id)
      // A node that stops right after its commit leaves the grant of a canceled intent unused.
      await api.rig.deps.database.transaction((tx) =>
        tx.updateTable('intents').set({ status: to }).where('id', '=', id).execute(),
      )
      const look = () => agent('getCardDetails', { params: { cardId }, body: {} })
      expect(errorOf(await look()).slice(0, 2)).toEqual([403, 'attestation_required'])
      expect(await event(grant)).toMatchObject({ status: 'granted' })
      await api.rig.deps.database.transaction((tx) =>
        tx.updateTable('intents').set({ status: 'pending' }).where('id', '=', id).execute(),
      )
      expect((await look()).status).toBe(200)
    },
  )
})

describe('races behind the lock of the customer', () => {
  it('of a purchase and a revocation exactly one wins', async () => {
    const won = { purchase: 0, revocation: 0 }
    for (let round = 0; round < 20; round += 1) {
      const { cardId, id } = await approved()
      const isPurchaseFirst = round % 2 === 0
      const early = isPurchaseFirst ? buy(cardId) : null
      const revoking = revoke(id)
      const [purchase, revocation] = await Promise.all([early ?? buy(cardId), revoking])
      const { status, transactionId, revokedBy } = await read(id)
      if (revocation.status === 200) {
        won.revocation += 1
        expect([purchase.decision, status, transactionId]).toEqual(['decline', 'canceled', undefined])
      } else {
        won.purchase += 1
        expect([purchase.decision, status, revokedBy]).toEqual(['approve', 'matched', undefined])
        expect(errorOf(revocation).slice(0, 2)).toEqual([409, 'intent_not_pending'])
      }
    }
    expect(won.purchase + won.revocation).toBe(20)
  })

  it('of ten revocations and an approval of the same moment one order counts: none or one comes after the approval', async () => {
    const { id } = await declare(await newCard())
    const [approval, ...revocations] = await Promise.all([
      api.admin('approveIntent', { params: { intentId: id } }),
      ...Array.from({ length: 10 }, () => revoke(id)),
    ])
    expect(approval.status).toBe(200)
    const won = revocations.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    expect((await read(id)).status).toBe(won.length === 1 ? 'canceled' : 'pending')
    expect((await eventsOf(id)).filter(({ type }) => type === 'intent.canceled')).toHaveLength(won.length)
  })

  it('ten people at once: one 200, else 409', async () => {
    const { id } = await approved()
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)])
  })
})

it('the journal with all of this is replayed without a difference', async () => {
  const differences: string[] = []
  const { entries } = await verifyDatabase(api.rig.deps.database, {
    vault: await openTestVault(api.rig.deps.database),
    onDifference: (difference) => differences.push(describeReplayDifference(difference)),
  })
  expect(differences).toEqual([])
  expect(entries).toBeGreaterThan(10)
})
