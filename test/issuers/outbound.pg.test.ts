import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Card, type Purser, Purser as Client } from '../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { StripeApi, type StripeCall } from '../support/issuers/stripe-api.ts'
import { signStripeMessage } from '../support/issuers/stripe.ts'
import { startNodeProcess } from '../support/processes/node-process.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const stripe = new StripeApi()
const settings = () => ({
  PURSER_ISSUER: 'stripe',
  PURSER_STRIPE_KEY: 'rk_test_0123456789',
  PURSER_STRIPE_URL: stripe.url,
  PURSER_STRIPE_AUTHORIZATION_SECRET: `whsec_${'a'.repeat(32)}`,
  PURSER_STRIPE_EVENT_SECRET: `whsec_${'e'.repeat(32)}`,
})

let service: TestPurser
let purser: Purser
beforeAll(async () => {
  await stripe.up()
  service = await startPurser({ PURSER_TEST_CLOCK: 'true', PURSER_TEST_CLOCK_ALLOW_SHARED: 'true', ...settings() })
  purser = service.purser
})
afterAll(async () => {
  await service.stop()
  await stripe.down()
})
afterEach(() => {
  stripe.fate = () => 'well'
})

const newCustomer = async () =>
  (await purser.customers.create({ email: 'ada@example.com', name: { first: 'Ada', last: 'Lovelace' } })).id
const newCard = async (customerId: string, body: Partial<Parameters<Purser['cards']['create']>[0]> = {}) =>
  (await purser.cards.create({ customerId, billing, ...body })).id
const pass = (seconds: number) => purser.testClock.advance({ seconds })
const issuerOf = async (cardId: string) => (await purser.cards.get(cardId)).issuer
const newest = async () => (await purser.events.list({ type: 'card.issuer_failed', limit: 1 })).data[0]
const about =
  (cardId: string) =>
  ({ params, path }: StripeCall) =>
    params['metadata[purser_card]'] === cardId || stripe.cardsOf(cardId).some(({ id }) => path.endsWith(`/${id}`))
const requestAbout = (key: string, card: unknown) => {
  const pending_request = { amount: 100, currency: 'usd' }
  const object = { id: `iauth_${key}`, amount: 0, card, request_history: [], pending_request }
  return { id: `evt_${key}`, type: 'issuing_authorization.request', api_version: 'v1', data: { object } }
}
const asked = async (event: object): Promise<unknown> => {
  const body = JSON.stringify(event)
  const now = Date.parse((await purser.testClock.get()).now)
  const answer = await fetch(`${service.baseUrl.replace('/v1', '')}/issuers/stripe/authorizations`, {
    method: 'POST',
    headers: { 'stripe-signature': signStripeMessage(body, settings().PURSER_STRIPE_AUTHORIZATION_SECRET, now) },
    body,
  })
  return answer.json()
}
const READY = { name: 'stripe', state: 'ready', pendingCalls: 0, lastError: null }

describe('a card that Stripe issues', () => {
  it('is there at once, and made at Stripe after that, for one holder of its customer', async () => {
    const customerId = await newCustomer()
    const created = await purser.cards.create({ customerId, billing })
    expect(created).toMatchObject({
      last4: null,
      expMonth: null,
      issuer: { name: 'stripe', state: 'pending', pendingCalls: 1, lastError: null },
    })
    const second = await newCard(customerId, { billing: { ...billing, line1: '2 Elm Street' }, status: 'frozen' })
    await pass(1)
    const [made] = stripe.cardsOf(created.id)
    expect(made).toMatchObject({ status: 'active', type: 'virtual', currency: 'usd' })
    expect(await purser.cards.get(created.id)).toMatchObject({
      last4: made?.['last4'],
      expMonth: '07',
      expYear: '2030',
      issuer: READY,
    })
    expect(stripe.cardsOf(second)).toMatchObject([
      { status: 'inactive', cardholder: { id: made?.['cardholder'].id as string } },
    ])
    const holders = stripe.holders.filter(({ metadata }) => metadata.purser_customer === customerId)
    expect(holders).toMatchObject([{ name: 'Ada Lovelace', billing: { address: { line1: '1 Main Street' } } }])
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })

  it('is what the account says it makes where nothing else is said', async () => {
    expect((await purser.account.get()).issuers).toEqual([
      { name: 'stripe', givesNumbers: false, needsBilling: true },
      { name: 'purser', givesNumbers: true, needsBilling: false },
    ])
  })

  it('is none without an address, a name, or with plastic', async () => {
    const customerId = await newCustomer()
    const { id: nameless } = await purser.customers.create({ email: 'nobody@example.com' })
    const refused = [
      { customerId },
      { customerId: nameless, billing },
      { customerId, billing, type: 'physical' as const },
    ]
    const params = await Promise.all(
      refused.map((body) => purser.cards.create(body).catch((error: { param?: string }) => error.param)),
    )
    expect(params).toEqual(['billing', 'customerId', 'type'])
  })

  it('has its number there, and Purser none', async () => {
    const cardId = await newCard(await newCustomer())
    await pass(1)
    await expect(purser.cards.details(cardId)).rejects.toMatchObject({ code: 'number_at_issuer', status: 409 })
    const { rows } = await service.database.pool.query('select from card_secrets where card_id = $1', [cardId])
    expect(rows).toEqual([])
  })

  it('is one of Purser where that is asked for', async () => {
    const card = await purser.cards.create({ customerId: await newCustomer(), issuer: 'purser' })
    expect([card.issuer, card.last4?.length]).toEqual([undefined, 4])
    expect(await purser.cards.retryIssuer(card.id)).toMatchObject({ id: card.id })
  })

  it('is known when Stripe asks about it by its token alone', async () => {
    const cardId = await newCard(await newCustomer())
    await pass(1)
    const card = stripe.cardsOf(cardId)[0]?.['id'] as string
    expect(await asked(requestAbout('token', card))).toMatchObject({ approved: true })
  })

  it('is asked about by its own token alone: another card there that names it is declined', async () => {
    const cardId = await newCard(await newCustomer())
    const second = { id: 'ic_second', metadata: { purser_card: cardId } }
    await pass(1)
    const own = { id: stripe.cardsOf(cardId)[0]?.['id'] as string, metadata: { purser_card: cardId } }
    expect(await asked(requestAbout('second', second))).toEqual({
      approved: false,
      metadata: { purser_reason: 'second_card' },
    })
    expect(await asked(requestAbout('again', second))).toMatchObject({ approved: false })
    expect(await asked(requestAbout('own', own))).toMatchObject({ approved: true })
    expect((await purser.transactions.list({ cardId })).data).toHaveLength(1)
    expect(await readNodeMetrics(service.baseUrl)).toMatch(/^purser_issuer_refused_total\{reason="second_card"\} 2$/m)
  })
})

describe('a call that fails', () => {
  it('is made again while Stripe is away, and as soon as it is back for one for all', async () => {
    const customerId = await newCustomer()
    await stripe.down()
    const cards = await Promise.all(Array.from({ length: 20 }, () => newCard(customerId)))
    await pass(600)
    const [first = ''] = cards
    expect(await issuerOf(first)).toMatchObject({ state: 'pending', lastError: expect.any(String) as string })
    await stripe.up()
    await pass(60)
    const states = await Promise.all(cards.map(issuerOf))
    expect(states).toEqual(cards.map(() => READY))
    expect(cards.map((id) => stripe.cardsOf(id).length)).toEqual(cards.map(() => 1))
  })

  it('makes no second card or holder where it was done and nobody heard of it', async () => {
    const customerId = await newCustomer()
    const heard = new Set<string>()
    stripe.fate = ({ key = '' }) => (heard.has(key) ? 'well' : (heard.add(key), 'cut off'))
    const cards = await Promise.all(Array.from({ length: 5 }, () => newCard(customerId)))
    await pass(60)
    expect(cards.map((id) => stripe.cardsOf(id).length)).toEqual(cards.map(() => 1))
    expect(stripe.holders.filter(({ metadata }) => metadata.purser_customer === customerId)).toHaveLength(1)
    expect(await Promise.all(cards.map(issuerOf))).toEqual(cards.map(() => READY))
  })

  it('looks for what it made before once its key is forgotten', async () => {
    const customerId = await newCustomer()
    const unheard = (path: string) => (call: StripeCall) => {
      if (!call.path.endsWith(path)) return 'well'
      return call.method === 'GET' ? { status: 500, message: 'Down' } : 'cut off'
    }
    stripe.fate = unheard('/cardholders')
    const cardId = await newCard(customerId)
    await pass(24 * 3600)
    stripe.forgetKeys()
    stripe.fate = unheard('/cards')
    await pass(24 * 3600)
    stripe.forgetKeys()
    await pass(3600)
    stripe.fate = () => 'well'
    await pass(3600)
    expect(stripe.cardsOf(cardId)).toHaveLength(1)
    expect(stripe.holders.filter(({ metadata }) => metadata.purser_customer === customerId)).toHaveLength(1)
    expect(await issuerOf(cardId)).toEqual(READY)
  })

  it('is made again after 429, 409 and 500, and not after 400, until somebody has it tried again', async () => {
    const customerId = await newCustomer()
    const statuses = [429, 409, 500, 503, 400]
    stripe.fate = ({ path }) =>
      path.endsWith('/cards') && statuses.length > 0 ? { status: statuses.shift() ?? 0, message: 'Not now' } : 'well'
    const cardId = await newCard(customerId)
    await pass(120)
    const failed = { state: 'failed', pendingCalls: 1, lastError: 'Not now' }
    expect(await issuerOf(cardId)).toMatchObject(failed)
    expect((await newest())?.data).toMatchObject({ cardId, issuer: 'stripe', error: 'Not now' })
    await purser.cards.freeze(cardId)
    await pass(3600)
    expect(stripe.cardsOf(cardId)).toEqual([])
    expect((await purser.cards.retryIssuer(cardId)).issuer).toMatchObject({ state: 'pending', lastError: null })
    await pass(1)
    expect(await issuerOf(cardId)).toEqual(READY)
    expect(stripe.cardsOf(cardId)).toMatchObject([{ status: 'inactive' }])
  })

  it('asks with the address that there is by then', async () => {
    const customerId = await newCustomer()
    stripe.fate = ({ params }) =>
      params['billing[address][line1]'] === 'Nowhere' ? { status: 400, message: 'No such street' } : 'well'
    const cardId = await newCard(customerId, { billing: { ...billing, line1: 'Nowhere' } })
    await pass(1)
    expect(await issuerOf(cardId)).toMatchObject({ state: 'failed', lastError: 'No such street' })
    await purser.cards.update(cardId, { billing: { line1: '3 Oak Street' } })
    await purser.cards.retryIssuer(cardId)
    await pass(1)
    expect(await issuerOf(cardId)).toEqual(READY)
  })

  it('is given up after 72 hours', async () => {
    const cardId = await newCard(await newCustomer())
    stripe.fate = () => ({ status: 500, message: 'Down' })
    await pass(71 * 3600)
    expect(await issuerOf(cardId)).toMatchObject({ state: 'pending' })
    await pass(2 * 3600)
    expect(await issuerOf(cardId)).toMatchObject({ state: 'failed', lastError: 'Down' })
  })
})

describe('what becomes of a card', () => {
  it('is told one after the other, the newest in the place of what still waits', async () => {
    const cardId = await newCard(await newCustomer())
    await pass(1)
    const from = stripe.calls.length
    stripe.fate = () => ({ status: 500, message: 'Down' })
    await purser.cards.freeze(cardId)
    await pass(1)
    await purser.cards.unfreeze(cardId)
    await purser.cards.freeze(cardId)
    expect(await issuerOf(cardId)).toMatchObject({ state: 'ready', pendingCalls: 1 })
    await purser.cards.close(cardId)
    stripe.fate = () => 'well'
    await pass(10)
    const told = stripe.calls.slice(from).filter(about(cardId))
    expect(told.at(-1)?.params).toEqual({ status: 'canceled' })
    expect(told.slice(0, -1).every(({ params }) => params['status'] === 'inactive')).toBe(true)
    expect(stripe.cardsOf(cardId)).toMatchObject([{ status: 'canceled' }])
    expect(await issuerOf(cardId)).toEqual(READY)
  })

  it('is what it is in the end, whatever of it was done unheard', async () => {
    const cardId = await newCard(await newCustomer())
    await pass(1)
    stripe.fate = () => 'cut off'
    await purser.cards.freeze(cardId)
    await pass(1)
    await purser.cards.unfreeze(cardId)
    await pass(1)
    await purser.cards.freeze(cardId)
    stripe.fate = () => 'well'
    await pass(10)
    expect(stripe.cardsOf(cardId)).toMatchObject([{ status: 'inactive' }])
    await purser.cards.unfreeze(cardId)
    await pass(1)
    expect(stripe.cardsOf(cardId)).toMatchObject([{ status: 'active' }])
  })

  it('is told where a rule, its only use or its time has done it', async () => {
    const customerId = await newCustomer()
    const strict = { requireIntent: true, onMissingIntent: 'freeze' as const }
    const [frozen, used, over] = [
      await newCard(customerId, { policy: strict }),
      await newCard(customerId, { usage: 'single' }),
      await newCard(customerId, { policy: { ttlMinutes: 1 } }),
    ]
    await pass(1)
    for (const cardId of [frozen, used]) await purser.network.authorize({ cardId, amount: 100 })
    await pass(61)
    const statuses = [frozen, used, over].map((id) => stripe.cardsOf(id)[0]?.['status'] as string)
    expect(statuses).toEqual(['inactive', 'canceled', 'canceled'])
  })
})

describe('what limits a card', () => {
  const limitsOf = (cardId: string) => {
    const limits = stripe.cardsOf(cardId)[0]?.['spending_controls'].spending_limits as {
      interval: string
      amount: number
    }[]
    return Object.fromEntries(limits.map(({ interval, amount }) => [interval, amount]))
  }

  it('is told roughly, whichever level changes it', async () => {
    const customerId = await newCustomer()
    const { id: agentId } = await purser.agents.create({ customerId, externalId: 'mirrored' })
    const cardId = await newCard(customerId, { agentId, policy: { limits: { perAuth: 5000, perDay: 8000 } } })
    await pass(1)
    expect(limitsOf(cardId)).toEqual({ per_authorization: 5000, daily: 16_000 })
    await purser.customers.update(customerId, { limits: { perMonth: 30_000 } })
    await purser.agents.update(agentId, { policy: { maxAmount: 3000 } })
    expect(await issuerOf(cardId)).toMatchObject({ state: 'ready', pendingCalls: 1 })
    await pass(1)
    expect(limitsOf(cardId)).toEqual({ per_authorization: 3000, daily: 16_000, monthly: 60_000 })
    await purser.cards.update(cardId, { policy: { limits: { perDay: null } } })
    await pass(1)
    expect(limitsOf(cardId)).toEqual({ per_authorization: 3000, daily: 99_999_999, monthly: 60_000 })
    const told = stripe.calls.length
    await purser.customers.update(customerId, { metadata: { a: 1 } })
    await purser.cards.update(cardId, { label: 'Trips' })
    await pass(1)
    expect(stripe.calls.length).toBe(told)
  })
})

describe('the answer to a change of a card', () => {
  it.each<[string, (cardId: string) => Promise<Card>]>([
    ['limits', (cardId) => purser.cards.update(cardId, { limits: { perDay: 6000 } })],
    ['a policy', (cardId) => purser.cards.update(cardId, { policy: { maxAmount: 2000 } })],
    ['a status', (cardId) => purser.cards.update(cardId, { status: 'frozen' })],
    ['a label', (cardId) => purser.cards.update(cardId, { label: 'Trips' })],
    ['a freeze', (cardId) => purser.cards.freeze(cardId)],
    ['a close', (cardId) => purser.cards.close(cardId)],
    ['a promoted shadow', (cardId) => purser.cards.promoteShadow(cardId)],
    ['unlocked credentials', (cardId) => purser.cards.unlockCredentials(cardId)],
    ['another try', (cardId) => purser.cards.retryIssuer(cardId)],
  ])('%s says what a GET right after says', async (_, change) => {
    const cardId = await newCard(await newCustomer(), { shadowPolicy: { maxAmount: 3000 } })
    await pass(1)
    await purser.network.authorize({ cardId, amount: 100 })
    const { warnings: _warnings, ...answer } = (await change(cardId)) as Card & { warnings?: unknown }
    expect(answer).toEqual(await purser.cards.get(cardId))
    expect(answer.lastSpendAt).toEqual(expect.any(String))
  })

  it('tells of the call that new limits make necessary', async () => {
    const cardId = await newCard(await newCustomer())
    await pass(1)
    const tried = await purser.cards.update(cardId, { limits: { perDay: 6000 } }, { dryRun: true })
    expect(tried.issuer).toEqual({ ...READY, pendingCalls: 1 })
    expect(await issuerOf(cardId)).toEqual(READY)
    const { issuer } = await purser.cards.update(cardId, { limits: { perDay: 6000 } })
    expect(issuer).toEqual({ ...READY, pendingCalls: 1 })
    await pass(1)
    expect(await issuerOf(cardId)).toEqual(READY)
  })
})

describe('a node that is killed', () => {
  it('leaves to another one what it had begun, and no card is made twice', async () => {
    const own = await startPurser({ PURSER_TEST_CLOCK: 'true', PURSER_TEST_CLOCK_ALLOW_SHARED: 'true' })
    const keys = { ...settings(), PURSER_TEST_CLOCK: 'true', PURSER_TEST_CLOCK_ALLOW_SHARED: 'true' }
    try {
      const reached = Promise.withResolvers<void>()
      stripe.fate = ({ path }) => (path.endsWith('/cards') ? (reached.resolve(), 'cut off') : 'well')
      const killed = await startNodeProcess(own.connection, keys)
      const there = new Client({ baseUrl: killed.baseUrl, apiKey: own.apiKey })
      const { id: customerId } = await own.purser.customers.create({ name: { business: 'Analytical Engines' } })
      const cards = await Promise.all(
        Array.from({ length: 20 }, async () => (await there.cards.create({ customerId, billing })).id),
      )
      await reached.promise
      killed.process.child.kill('SIGKILL')
      await killed.process.ended
      stripe.fate = () => 'well'
      const second = await own.secondNode(settings())
      await second.purser.testClock.advance({ seconds: 120 })
      const states = await Promise.all(cards.map(async (id) => (await second.purser.cards.get(id)).issuer))
      expect(states).toEqual(cards.map(() => READY))
      expect(cards.map((id) => stripe.cardsOf(id).length)).toEqual(cards.map(() => 1))
      await second.stop()
    } finally {
      await own.stop()
    }
  })
})
