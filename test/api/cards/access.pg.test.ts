import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  await fillPool()
})
afterAll(() => api.stop())

/** Opens the connections before a race: else the first request is done before the others have one. */
const fillPool = () => Promise.all(Array.from({ length: 10 }, () => api.admin('listCards')))

const newCard = async (policy: object = {}, more: object = {}) =>
  (await api.admin('createCard', { body: { customerId, policy, ...more } })).body.id
const attest = (cardId: string, body: object = {}, caller: Caller = api.admin) =>
  caller('requestCardAccess', { params: { cardId }, body: { purpose: 'Pay for the domain', ...body } })
const details = (cardId: string, body: object = {}) => api.admin('getCardDetails', { params: { cardId }, body })
const declare = async (cardId: string, body: object = {}) =>
  (await api.admin('createIntent', { params: { cardId }, body: { purpose: 'A domain', ...body } })).body.id
const accessEvent = async (accessEventId: string) =>
  (await api.admin('getAccessEvent', { params: { accessEventId } })).body
const accessEvents = async (cardId: string) =>
  (await api.admin('listCardAccessEvents', { params: { cardId } })).body.data
const authorization = async (cardId: string) => {
  const body = { cardId, amount: 100, merchant: { name: 'Shop' } }
  return (await api.admin('createAuthorization', { body })).body.transaction
}

describe('POST /cards/{cardId}/access', () => {
  it('201: granted for the window of the policy, 15 minutes by default, told as access.granted', async () => {
    const cardId = await newCard()
    const intentId = await declare(cardId, { intentId: 'mine' })
    const { status, body } = await attest(cardId, { intentId: 'mine' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^acc_/),
      cardId,
      agentId: null,
      intentId,
      keyId: expect.stringMatching(/^key_/),
      status: 'granted',
      decision: 'granted',
      reasons: [],
      purpose: 'Pay for the domain',
      grantedAt: '2026-01-31T12:00:00.000Z',
      expiresAt: '2026-01-31T12:15:00.000Z',
      consumedAt: null,
      createdAt: '2026-01-31T12:00:00.000Z',
    })
    expect(await accessEvent(body.id)).toEqual(body)
    const [event] = (await api.admin('listEvents', { query: { type: 'access.granted', limit: '1' } })).body.data
    expect(event?.data).toEqual(body)
    const short = await attest(await newCard({ attestationWindowMinutes: 2 }))
    expect(short.body.expiresAt).toBe('2026-01-31T12:02:00.000Z')
  })

  it('keeps the purchase that it names, granted or denied, and leaves out what was not said', async () => {
    const cardId = await newCard({ requireIntent: true })
    const purchase = { expectedAmount: 1299, merchant: 'Namecheap' }
    const denied = (await attest(cardId, purchase)).body
    const granted = (await attest(cardId, { ...purchase, intentId: await declare(cardId) })).body
    expect([denied.decision, granted.decision]).toEqual(['denied', 'granted'])
    expect(await accessEvents(cardId)).toMatchObject([purchase, purchase])
    expect(await accessEvent(granted.id)).toEqual(granted)
    const [event] = (await api.admin('listEvents', { query: { type: 'access.denied', limit: '1' } })).body.data
    expect(event?.data).toEqual(denied)
    expect((await attest(cardId)).body).not.toHaveProperty('expectedAmount')
    expect((await attest(cardId)).body).not.toHaveProperty('merchant')
  })

  it('200 denied with every reason, told as access.denied', async () => {
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'denied' } })).body.id
    const cardId = await newCard({ requireIntent: true, requireApproval: true }, { agentId })
    const waiting = await declare(cardId)
    const canceled = await declare(cardId)
    await api.admin('cancelIntent', { params: { intentId: canceled } })
    const reasons = async (body: object) => {
      const answer = await attest(cardId, body)
      expect([answer.status, answer.body.status, answer.body.decision]).toEqual([200, 'denied', 'denied'])
      expect([answer.body.grantedAt, answer.body.expiresAt, answer.body.consumedAt]).toEqual([null, null, null])
      return answer.body.reasons.map(({ code }) => code)
    }
    expect(await reasons({})).toEqual(['intent_required'])
    expect(await reasons({ intentId: 'int_unknown' })).toEqual(['intent_not_found'])
    expect(await reasons({ intentId: waiting })).toEqual(['approval_required'])
    expect(await reasons({ intentId: canceled })).toEqual(['intent_not_pending'])
    await api.admin('freezeCard', { params: { cardId } })
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } })
    expect(await reasons({})).toEqual(['agent_not_active', 'card_not_active', 'intent_required'])
    await api.admin('closeCard', { params: { cardId } })
    expect(await reasons({ intentId: canceled })).toEqual(['agent_not_active', 'card_closed', 'intent_not_pending'])
    const denied = await api.admin('listEvents', { query: { type: 'access.denied', limit: '1' } })
    expect(denied.body.data[0]?.data).toMatchObject({ cardId, decision: 'denied' })
  })

  it('400, 403 and 404 only for input, role and unknown card', async () => {
    const cardId = await newCard()
    expect((await api.admin('requestCardAccess', { params: { cardId }, body: {} })).status).toBe(400)
    const [reader, approver, stranger] = [await api.as('read'), await api.as('approver'), await api.otherAccount()]
    expect((await attest(cardId, {}, reader)).status).toBe(403)
    expect((await attest(cardId, {}, approver)).status).toBe(403)
    expect((await attest(cardId, {}, stranger)).body.error?.code).toBe('card_not_found')
    expect((await attest('card_unknown')).body.error?.code).toBe('card_not_found')
  })
})

describe('the use of a grant', () => {
  it('is one read: consumed by the first, and the second needs another', async () => {
    const cardId = await newCard({ requireAttestation: true })
    const grant = (await attest(cardId)).body
    api.clock.time += 1000
    const read = await details(cardId)
    expect(read.status).toBe(200)
    const consumedAt = new Date(api.clock.time).toISOString()
    expect(await accessEvent(grant.id)).toEqual({ ...grant, status: 'consumed', consumedAt })
    const refused = await details(cardId)
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'attestation_required'])
    const seen = await accessEvents(cardId)
    expect(seen.map(({ decision, status }) => [decision, status])).toEqual([
      ['denied', 'denied'],
      ['granted', 'granted'],
      ['granted', 'consumed'],
    ])
    expect(seen[1]?.id).toBe(read.body.accessEventId)
  })

  it('lets one of ten reads at the same time through', async () => {
    const cardId = await newCard({ requireAttestation: true })
    await attest(cardId)
    const reads = await Promise.all(Array.from({ length: 10 }, () => details(cardId)))
    expect(reads.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(403)])
    const consumed = (await accessEvents(cardId)).filter(({ status }) => status === 'consumed')
    expect(consumed).toHaveLength(1)
  })

  it('is over at the end of the window, without an event', async () => {
    const cardId = await newCard({ requireAttestation: true, attestationWindowMinutes: 5 })
    const [first, second] = [(await attest(cardId)).body, (await attest(cardId)).body]
    api.clock.time += 5 * MINUTE_MS - 1
    expect((await details(cardId)).status).toBe(200)
    api.clock.time += 1
    expect((await details(cardId)).body.error?.code).toBe('attestation_required')
    expect((await accessEvent(first.id)).status).toBe('consumed')
    expect((await accessEvent(second.id)).status).toBe('expired')
    const { body } = await api.admin('listEvents', { query: { limit: '100' } })
    expect(body.data.filter(({ data }) => data['id'] === second.id)).toHaveLength(1)
  })

  it('fits the intent that the read names', async () => {
    const cardId = await newCard({ requireAttestation: true })
    const [a, b] = [await declare(cardId), await declare(cardId)]
    await attest(cardId, { intentId: a })
    expect((await details(cardId, { intentId: b })).body.error?.code).toBe('attestation_required')
    const read = await details(cardId, { intentId: a })
    expect(await accessEvent(read.body.accessEventId)).toMatchObject({ intentId: a, purpose: 'Pay for the domain' })
  })

  it('is replaced by intent and purpose in the read itself', async () => {
    const cardId = await newCard({ requireAttestation: true })
    const intentId = await declare(cardId)
    expect((await details(cardId, { intentId })).body.error?.code).toBe('attestation_required')
    expect((await details(cardId, { purpose: 'now' })).body.error?.code).toBe('attestation_required')
    const { status, body } = await details(cardId, { intentId, purpose: 'now' })
    expect(status).toBe(200)
    const read = await accessEvent(body.accessEventId)
    expect(read).toMatchObject({ intentId, purpose: 'now', status: 'consumed', consumedAt: read.createdAt })
  })

  it('attests the authorizations of the window that follows', async () => {
    const cardId = await newCard({ requireAttestation: true, attestationWindowMinutes: 10 })
    await attest(cardId)
    expect(await authorization(cardId)).toMatchObject({ attestation: 'unattested', flags: { unattested: true } })
    await details(cardId)
    api.clock.time += 10 * MINUTE_MS - 1
    expect(await authorization(cardId)).toMatchObject({ attestation: 'attested', flags: { unattested: false } })
    api.clock.time += MINUTE_MS
    expect((await authorization(cardId)).attestation).toBe('stale')
  })
})

describe('access events', () => {
  it('are seen by readers and by the own agent, and by nobody else', async () => {
    const agent = async (externalId: string) =>
      (await api.admin('createAgent', { body: { customerId, externalId } })).body.id
    const [mine, theirs] = [await agent('mine'), await agent('theirs')]
    const [own, foreign] = [await api.as('agent', mine), await api.as('agent', theirs)]
    const cardId = await newCard({}, { agentId: mine })
    const { id } = (await attest(cardId, {}, own)).body
    for (const caller of [own, await api.as('read'), await api.as('approver')]) {
      expect((await caller('getAccessEvent', { params: { accessEventId: id } })).status).toBe(200)
      expect((await caller('listCardAccessEvents', { params: { cardId } })).body.data).toHaveLength(1)
    }
    for (const caller of [foreign, await api.otherAccount()]) {
      const { body } = await caller('getAccessEvent', { params: { accessEventId: id } })
      expect(body.error?.code).toBe('access_event_not_found')
      expect((await caller('listCardAccessEvents', { params: { cardId } })).status).toBe(404)
      expect((await attest(cardId, {}, caller)).status).toBe(404)
    }
  })
})
