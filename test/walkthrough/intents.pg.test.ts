import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccessEvent,
  type AuthorizationAnswer,
  type Card,
  type Intent,
  Purser,
} from '../../clients/typescript/src/client.ts'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { eventually } from '../support/eventually.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'

/**
 * docs/guides/intents.md as a story over HTTP. An agent plans a purchase, a person agrees, the agent reads the number,
 * the shop charges it. Each of them holds a key of its own: `operator` is the admin, `person` an approver, `agent` the
 * agent, `shop` the card network.
 */
let service: TestPurser
let sink: WebhookSink
let secret: string
let operator: Purser
let person: Purser
let shop: Purser
let customerId: string

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  sink = await openWebhookSink()
  operator = service.purser
  person = await withKey({ name: 'Grace', role: 'approver' })
  shop = await withKey({ name: 'network', role: 'network' })
  ;({ secret } = await operator.webhooks.create({ url: sink.url, events: ['*'] }))
  ;({ id: customerId } = await operator.customers.create({ email: 'ada@example.com' }))
})
afterAll(async () => {
  await sink.close()
  await service.stop()
})

async function withKey(key: Parameters<Purser['apiKeys']['create']>[0]): Promise<Purser> {
  const { secret: apiKey } = await operator.apiKeys.create(key)
  return new Purser({ baseUrl: service.baseUrl, apiKey })
}

async function agentWithCard(externalId: string, policy: object): Promise<{ agent: Purser; card: Card }> {
  const { id: agentId } = await operator.agents.create({ customerId, externalId })
  const card = await operator.cards.create({ customerId, agentId, policy })
  return { agent: await withKey({ name: externalId, role: 'agent', agentId }), card }
}

const NAMECHEAP = { name: 'NAME-CHEAP.COM* XQ2P8', mcc: '4816' }
const GODADDY = { name: 'GODADDY.COM', mcc: '4816' }
const domain = { purpose: 'Renew example.com', expectedAmount: 12_99, expectedMerchant: 'Namecheap' }

const codes = ({ reasons }: AuthorizationAnswer) => reasons.map(({ code }) => code)
const advance = (seconds: number) => operator.testClock.advance({ seconds })

/** What the webhook was told of a card, verified, in the order in which it happened: the ids of events ascend. */
async function told(cardId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const events = await Promise.all(
    sink.requests.map(({ body, headers, event }) =>
      verifyWebhook({
        payload: body,
        header: headers['service-signature'] as string,
        secret,
        now: new Date(Date.parse(event.createdAt)),
      }),
    ),
  )
  return events
    .filter(({ data }) => (data as { cardId?: string }).cardId === cardId)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ type, data }) => ({ type, data }))
}

describe('one purchase, from the plan to the charge', () => {
  const policy = {
    requireIntent: true,
    requireApproval: true,
    requireAttestation: true,
    onMissingIntent: 'decline',
    onIntentMismatch: 'decline',
  }
  const networkReference = 'auth-7Q4M'
  let agent: Purser
  let card: Card
  let intent: Intent
  let number: { pan: string; exp: string; cvv: string }
  let paid: AuthorizationAnswer

  const charge = (reference: string) =>
    shop.network.authorize({ ...number, amount: 12_99, merchant: NAMECHEAP, networkReference: reference })

  beforeAll(async () => {
    ;({ agent, card } = await agentWithCard('domain-bot', policy))
  })

  it('the agent declares what it wants to buy, and the intent waits for a person', async () => {
    intent = await agent.intents.declare(card.id, { ...domain, ttlMinutes: 60 })
    expect(intent).toMatchObject({ status: 'pending_approval', requiresApproval: true })
  })

  it('until then nobody gets the number, and nothing can be bought', async () => {
    const reading = agent.cards.details(card.id, { intentId: intent.id, purpose: 'pay' })
    await expect(reading).rejects.toMatchObject({ status: 403, code: 'approval_required' })
    const access = await agent.cards.requestAccess(card.id, { intentId: intent.id, purpose: 'pay' })
    expect(access).toMatchObject({ decision: 'denied', reasons: [{ code: 'approval_required' }] })
    const byId = await shop.network.authorize({ cardId: card.id, amount: 12_99, merchant: NAMECHEAP })
    expect([byId.decision, codes(byId)]).toEqual(['decline', ['intent_missing']])
  })

  it('the agent cannot agree with itself; a person finds the request and approves it', async () => {
    await expect(agent.intents.approve(intent.id)).rejects.toMatchObject({ status: 403 })
    const [request] = (await person.approvals.list({ status: 'pending' })).data
    expect(request).toMatchObject({ intentId: intent.id, subject: { ...domain, ceiling: 14_28, policy } })
    intent = await person.intents.approve(intent.id, { note: 'ok for May' })
    expect(intent).toMatchObject({ status: 'pending', approvedBy: expect.stringMatching(/^key_/) as string })
  })

  it('the agent attests, and reads the number once', async () => {
    const read = () => agent.cards.details(card.id, { intentId: intent.id })
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'attestation_required' })
    const grant = await agent.cards.requestAccess(card.id, { intentId: intent.id, purpose: 'Type it into the form' })
    expect(grant).toMatchObject({ decision: 'granted', status: 'granted' })

    const { accessEventId, ...credentials } = await read()
    number = credentials
    expect(number.pan.slice(-4)).toBe(card.last4)
    expect(await agent.accessEvents.get(grant.id)).toMatchObject({ status: 'consumed' } satisfies Partial<AccessEvent>)
    expect(await agent.accessEvents.get(accessEventId)).toMatchObject({ intentId: intent.id, decision: 'granted' })
    await expect(read()).rejects.toMatchObject({ code: 'attestation_required' })
  })

  it('the shop charges the number; the charge is the intent that was declared', async () => {
    const wrong = await shop.network.authorize({ ...number, cvv: otherThan(number.cvv), amount: 12_99 })
    expect(codes(wrong)).toContain('credentials_invalid')
    paid = await charge(networkReference)
    expect(paid).toMatchObject({
      decision: 'approve',
      reasons: [],
      flags: { intentMatched: true, intentMissing: false, unattested: false },
      transaction: { cardId: card.id, intentId: intent.id, attestation: 'attested', status: 'pending' },
    })
    expect(await agent.intents.get(intent.id)).toMatchObject({
      status: 'matched',
      transactionId: paid.transactionId,
      matchResult: { amountMatch: true, merchantMatch: true, actualAmount: 12_99, actualMerchant: NAMECHEAP.name },
    })
  })

  it('the same charge again, by its reference, is the same charge', async () => {
    expect(await charge(networkReference)).toEqual(paid)
    const approved = (await operator.transactions.list({ cardId: card.id })).data.filter(
      ({ decision }) => decision === 'approve',
    )
    expect(approved.map(({ id }) => id)).toEqual([paid.transactionId])
  })

  it('planned and charged once more it is another one, which nobody has agreed to', async () => {
    const again = await charge('auth-9T1Z')
    expect([again.decision, codes(again)]).toEqual(['decline', ['intent_missing']])
    expect(again.reasons[0]).toMatchObject({ rule: 'onMissingIntent', level: 'card', retryable: true })
    await expect(agent.cards.details(card.id, { intentId: intent.id })).rejects.toMatchObject({
      status: 409,
      code: 'intent_not_pending',
    })
  })

  it('and all of it was told, signed, in the order in which it happened, without the number', async () => {
    const story = [
      'card.created',
      'intent.created',
      'intent.pending_approval',
      'access.denied', // the read before the approval
      'access.denied', // and the attestation
      'transaction.declined',
      'intent.approved',
      'access.denied', // the read without an attestation
      'access.granted', // the attestation
      'access.granted', // the read
      'access.denied', // the second read
      'transaction.declined', // with another CVV
      'transaction.created',
      'intent.matched',
      'transaction.declined', // the second charge
      'access.denied', // the read for an intent that is matched
    ]
    await eventually('everything has arrived', async () => (await told(card.id)).length >= story.length)
    expect((await told(card.id)).map(({ type }) => type)).toEqual(story)
    expect(sink.requests.map(({ body }) => body).join()).not.toContain(number.pan)
  })
})

const otherThan = (cvv: string): string => String((Number(cvv) + 1) % 1000).padStart(3, '0')

describe('a charge that is not what was declared', () => {
  /** A card with one pending intent for Namecheap, and a charge at another shop. */
  async function surprise(onIntentMismatch: 'flag' | 'decline' | 'freeze') {
    const { agent, card } = await agentWithCard(`${onIntentMismatch}-bot`, { requireIntent: true, onIntentMismatch })
    const intent = await agent.intents.declare(card.id, domain)
    const charge = (merchant: object) => shop.network.authorize({ cardId: card.id, amount: 12_99, merchant })
    return { agent, card, intent, charge, answer: await charge(GODADDY) }
  }

  it('flag: it is approved and marked, and the intent is used up', async () => {
    const { agent, intent, answer, charge } = await surprise('flag')
    expect(answer).toMatchObject({ decision: 'approve', flags: { intentMatched: false, intentMismatch: true } })
    expect(await agent.intents.get(intent.id)).toMatchObject({
      status: 'mismatched',
      transactionId: answer.transactionId,
      matchResult: { amountMatch: true, merchantMatch: false, actualMerchant: GODADDY.name },
    })
    expect(await charge(NAMECHEAP)).toMatchObject({ decision: 'approve', flags: { intentMissing: true } })
  })

  it('decline: it is declined, and the intent still stands for the right charge', async () => {
    const { agent, intent, answer, charge } = await surprise('decline')
    expect([answer.decision, codes(answer)]).toEqual(['decline', ['intent_mismatch']])
    expect(answer.reasons[0]?.message).toContain('merchant')
    expect(await agent.intents.get(intent.id)).toMatchObject({ status: 'pending' })
    expect(await charge(NAMECHEAP)).toMatchObject({ decision: 'approve', flags: { intentMatched: true } })
  })

  it('freeze: the card is frozen, until a person has looked at it', async () => {
    const { agent, card, intent, answer, charge } = await surprise('freeze')
    expect([answer.decision, codes(answer)]).toEqual(['decline', ['intent_mismatch']])
    expect((await agent.cards.get(card.id)).status).toBe('frozen')
    expect(codes(await charge(NAMECHEAP))).toEqual(['card_frozen'])
    await expect(agent.cards.unfreeze(card.id)).rejects.toMatchObject({ status: 403 })

    await operator.cards.unfreeze(card.id)
    expect((await charge(NAMECHEAP)).transaction.intentId).toBe(intent.id)
    await eventually('it was told', async () => (await told(card.id)).some(({ type }) => type === 'card.frozen'))
    expect((await told(card.id)).find(({ type }) => type === 'card.frozen')?.data).toMatchObject({
      reason: 'intent_mismatch',
    })
  })
})

describe('a plan that comes too late', () => {
  it('an intent ends with its last millisecond; the number and the charge are refused', async () => {
    const { agent, card } = await agentWithCard('slow-bot', { requireIntent: true, onMissingIntent: 'decline' })
    const intent = await agent.intents.declare(card.id, { ...domain, ttlMinutes: 5 })
    await advance(5 * 60 - 0.001)
    expect((await agent.intents.get(intent.id)).status).toBe('pending')
    await advance(0.001)
    expect((await agent.intents.get(intent.id)).status).toBe('expired')

    const reading = agent.cards.details(card.id, { intentId: intent.id })
    await expect(reading).rejects.toMatchObject({ status: 409, code: 'intent_not_pending' })
    const charge = await shop.network.authorize({ cardId: card.id, amount: 12_99, merchant: NAMECHEAP })
    expect(codes(charge)).toEqual(['intent_missing'])
    const expired = async () => (await told(card.id)).filter(({ type }) => type === 'intent.expired')
    await eventually('it was told', async () => (await expired()).length > 0)
    expect(await expired()).toMatchObject([{ data: { intentId: intent.id, status: 'expired' } }])
  })

  it('a request that nobody answers within a day is over, and cannot be approved any more', async () => {
    const { agent, card } = await agentWithCard('patient-bot', { requireApproval: true })
    const intent = await agent.intents.declare(card.id, domain)
    await advance(24 * 60 * 60)
    expect((await agent.intents.get(intent.id)).status).toBe('expired')
    await expect(person.intents.approve(intent.id)).rejects.toMatchObject({ status: 409, code: 'intent_not_pending' })
    const request = (await person.approvals.list()).data.find(({ intentId }) => intentId === intent.id)
    expect(request?.status).toBe('expired')
  })
})

describe('the same amount at the same shop, twice', () => {
  it('is a duplicate_charge, unless it is declared or the window is over', async () => {
    const { agent, card } = await agentWithCard('hasty-bot', { duplicateWindowMinutes: 10 })
    const charge = () => shop.network.authorize({ cardId: card.id, amount: 12_99, merchant: NAMECHEAP })
    const first = await charge()
    const second = await charge()
    expect([first.decision, codes(second)]).toEqual(['approve', ['duplicate_charge']])
    const over = Date.parse(first.transaction.createdAt) + 10 * 60_000
    expect(second.reasons[0]).toMatchObject({ retryable: true, retryAt: new Date(over).toISOString() })

    await agent.intents.declare(card.id, domain)
    expect(await charge()).toMatchObject({ decision: 'approve', flags: { intentMatched: true } })
    await advance(10 * 60 - 0.001)
    expect(codes(await charge())).toEqual(['duplicate_charge'])
    await advance(0.001)
    expect((await charge()).decision).toBe('approve')
  })
})
