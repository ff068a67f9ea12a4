import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../../src/vault/card-number.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const newCustomer = async () => (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
const newCard = async (body: object = {}) =>
  (await api.admin('createCard', { body: { customerId: await newCustomer(), ...body } })).body.id
const details = (cardId: string, body: object = {}, caller: Caller = api.admin) =>
  caller('getCardDetails', { params: { cardId }, body })
const declare = async (cardId: string, body: object = {}) =>
  (await api.admin('createIntent', { params: { cardId }, body: { purpose: 'A domain', ...body } })).body.id
const accessEvents = async (cardId: string) =>
  (await api.admin('listCardAccessEvents', { params: { cardId } })).body.data

describe('POST /cards/{cardId}/details', () => {
  it('200: number, expiry, CVV and the access event; never cached', async () => {
    const card = (await api.admin('createCard', { body: { customerId: await newCustomer() } })).body
    const answer = await details(card.id)
    expect(answer.status).toBe(200)
    const { pan, exp, cvv, accessEventId, ...rest } = answer.body
    expect(rest).toEqual({})
    expect(pan).toMatch(/^400000\d{10}$/)
    expect(luhnDigit(pan.slice(0, -1))).toBe(pan.at(-1))
    expect([pan.slice(-4), exp]).toEqual([card.last4, '01/30'])
    expect(cvv).toMatch(/^\d{3}$/)
    expect((await details(card.id)).body).toMatchObject({ pan, exp, cvv })
    const [, read] = await accessEvents(card.id)
    expect(read).toMatchObject({ id: accessEventId, decision: 'granted', reasons: [], intentId: null, purpose: null })
    const raw = await api.rig.app.inject({
      method: 'POST',
      url: `/v1/cards/${card.id}/details`,
      headers: { authorization: `Bearer ${await api.rig.key()}` },
    })
    expect([raw.statusCode, raw.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('gives every card a number of its own', async () => {
    const customerId = await newCustomer()
    const numbers = new Set<string>()
    for (let i = 0; i < 20; i += 1) numbers.add((await details(await newCard({ customerId }))).body.pan)
    expect(numbers.size).toBe(20)
  })

  it('403 and 404: who may not, and whose card it is not', async () => {
    const customerId = await newCustomer()
    const agent = async (externalId: string) =>
      (await api.admin('createAgent', { body: { customerId, externalId } })).body.id
    const [mine, theirs] = [await agent('mine'), await agent('theirs')]
    const cardId = await newCard({ customerId, agentId: mine })
    for (const role of ['read', 'approver', 'network'] as const) {
      const { status, body } = await details(cardId, {}, await api.as(role))
      expect([role, status, body.error?.code]).toEqual([role, 403, 'insufficient_permissions'])
    }
    for (const caller of [await api.as('agent', theirs), await api.otherAccount()]) {
      expect((await details(cardId, {}, caller)).body.error?.code).toBe('card_not_found')
    }
    expect(await accessEvents(cardId)).toEqual([])
    expect((await details(cardId, {}, await api.as('agent', mine))).status).toBe(200)
  })
})

/**
 * Everything that can be wrong is wrong at first; each step mends one thing. What is refused next is what the contract's
 * order (section 7) says.
 */
describe('the order of refusals', () => {
  it('is customer, agent, card, intent, attestation; each refusal is an access event', async () => {
    const customerId = await newCustomer()
    const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'ordered' } })).body.id
    const policy = { requireIntent: true, requireAttestation: true, requireApproval: true, autoApproveBelow: 10 }
    const cardId = await newCard({ customerId, agentId, policy })
    const waiting = await declare(cardId)
    const pending = await declare(cardId, { expectedAmount: 1, intentId: 'own-id' })
    const done = await declare(cardId, { expectedAmount: 1 })
    await api.admin('cancelIntent', { params: { intentId: done } })
    await api.admin('freezeCard', { params: { cardId } })
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } })
    await api.admin('updateCustomer', { params: { customerId }, body: { status: 'suspended' } })

    const mendCustomer = () => api.admin('updateCustomer', { params: { customerId }, body: { status: 'active' } })
    const mendAgent = () => api.admin('updateAgent', { params: { agentId }, body: { status: 'active' } })
    const mendCard = () => api.admin('unfreezeCard', { params: { cardId } })
    const steps: [number, string, object, (() => Promise<unknown>)?][] = [
      [403, 'customer_not_active', {}, mendCustomer],
      [403, 'agent_not_active', {}, mendAgent],
      [409, 'card_not_active', {}, mendCard],
      [403, 'intent_required', {}],
      [403, 'intent_required', { purpose: 'now' }],
      [404, 'intent_not_found', { intentId: 'int_unknown' }],
      [403, 'approval_required', { intentId: waiting }],
      [409, 'intent_not_pending', { intentId: done }],
      [403, 'attestation_required', { intentId: pending }],
    ]
    for (const [status, code, body, mend] of steps) {
      const answer = await details(cardId, body)
      expect([answer.status, answer.body.error?.code]).toEqual([status, code])
      await mend?.()
    }
    expect((await details(cardId, { intentId: 'own-id', purpose: 'now' })).status).toBe(200)
    const seen = (await accessEvents(cardId)).toReversed()
    expect(seen.map(({ reasons }) => reasons[0]?.code)).toEqual([...steps.map(([, code]) => code), undefined])
    expect(seen.at(-1)).toMatchObject({ decision: 'granted', intentId: pending, agentId })
    const told = (await api.admin('listEvents', { query: { type: 'access.denied', limit: '100' } })).body.data
    expect(told.filter(({ data }) => data['cardId'] === cardId)).toHaveLength(steps.length)
  })

  it('409 card_closed for a closed card and for an expired one that no sweep has closed yet', async () => {
    const [closed, expired] = [await newCard({ status: 'frozen' }), await newCard({ policy: { ttlMinutes: 5 } })]
    await api.admin('closeCard', { params: { cardId: closed } })
    expect((await details(expired)).status).toBe(200)
    api.clock.time += 5 * MINUTE_MS
    for (const cardId of [closed, expired]) {
      const { status, body } = await details(cardId)
      expect([status, body.error?.code]).toEqual([409, 'card_closed'])
    }
  })

  it('checks an intent that is named where none is required, and ends one whose time is over', async () => {
    const [cardId, other] = [await newCard(), await newCard()]
    const [mine, foreign] = [await declare(cardId, { ttlMinutes: 1 }), await declare(other)]
    expect((await details(cardId, { intentId: foreign })).body.error?.code).toBe('intent_not_found')
    expect((await details(cardId, { intentId: mine })).status).toBe(200)
    api.clock.time += MINUTE_MS
    expect((await details(cardId, { intentId: mine })).body.error?.code).toBe('intent_not_pending')
    const events = (await api.admin('listEvents', { query: { type: 'intent.expired' } })).body.data
    expect(events.filter(({ data }) => data['intentId'] === mine)).toHaveLength(1)
  })
})

describe('ten reads per card and hour', () => {
  const statuses = async (cardId: string, count: number) =>
    (await Promise.all(Array.from({ length: count }, () => details(cardId))))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b)

  it('holds for reads at the same time, and for the trailing hour to the millisecond', async () => {
    const cardId = await newCard()
    expect(await statuses(cardId, 4)).toEqual(Array(4).fill(200))
    api.clock.time += 30 * MINUTE_MS
    expect(await statuses(cardId, 9)).toEqual([...Array(6).fill(200), 429, 429, 429])
    api.clock.time += 30 * MINUTE_MS - 1
    expect((await details(cardId)).body.error?.code).toBe('credential_read_limit')
    api.clock.time += 1
    expect(await statuses(cardId, 5)).toEqual([...Array(4).fill(200), 429])
    expect(await statuses(await newCard(), 1)).toEqual([200])
  })

  it('says when to come again, keeps the refusal as an access event, and leaves the grant unused', async () => {
    const cardId = await newCard({ policy: { requireAttestation: true } })
    const attest = () => api.admin('requestCardAccess', { params: { cardId }, body: { purpose: 'again' } })
    for (let i = 0; i < 10; i += 1) {
      await attest()
      expect((await details(cardId)).status).toBe(200)
    }
    const grant = (await attest()).body
    api.clock.time += 10_500
    const refused = await api.rig.app.inject({
      method: 'POST',
      url: `/v1/cards/${cardId}/details`,
      headers: { authorization: `Bearer ${await api.rig.key()}` },
    })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([
      429,
      String(Math.ceil(HOUR_MS / 1000 - 10.5)),
    ])
    expect((await accessEvents(cardId))[0]).toMatchObject({
      decision: 'denied',
      reasons: [{ code: 'credential_read_limit' }],
    })
    const unused = await api.admin('getAccessEvent', { params: { accessEventId: grant.id } })
    expect(unused.body.status).toBe('granted')
  })
})
