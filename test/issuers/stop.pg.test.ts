import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { StripeApi, type StripeCall } from '../support/issuers/stripe-api.ts'
import { StripeMock } from '../support/issuers/stripe.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

/** A stop of the account freezes its cards at Stripe, and a resume unfreezes those alone that the stop froze. */
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const stripe = new StripeApi()
const authorizationSecret = `whsec_${'a'.repeat(32)}`
const eventSecret = `whsec_${'e'.repeat(32)}`

let service: TestPurser
let purser: Purser
let mock: StripeMock
let customerId: string
let now = 0
beforeAll(async () => {
  await stripe.up()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: authorizationSecret,
    PURSER_STRIPE_EVENT_SECRET: eventSecret,
  })
  purser = service.purser
  const secrets = { authorizationSecret, eventSecret }
  mock = new StripeMock({
    ...secrets,
    origin: () => service.baseUrl.replace('/v1', ''),
    onTimeout: 'approve',
    nowMs: () => now,
    cardOf: (cardId) => stripe.cardsOf(cardId)[0],
  })
  customerId = (await purser.customers.create({ name: { business: 'Ink Inc.' } })).id
})
afterAll(async () => {
  await service.stop()
  await stripe.down()
})
afterEach(async () => {
  stripe.fate = () => 'well'
  await purser.account.resume({ reason: 'The test is over' })
  await pass(3600)
  expect(await verifyDifferencesOf(service.database)).toEqual([])
})

const newCard = async (more: object = {}) => (await purser.cards.create({ customerId, billing, ...more })).id
const pass = async (seconds: number) => {
  now = Date.parse((await purser.testClock.advance({ seconds })).now)
}
const stop = () => purser.account.stop({ reason: 'A leaked key' })
const resume = () => purser.account.resume({ reason: 'It is revoked' })
const there = (cardId: string) => stripe.cardsOf(cardId)[0] as Record<string, unknown>
const statusThere = (cardId: string) => there(cardId)['status']
const statusOf = async (cardId: string) => (await purser.cards.get(cardId)).status
const issuerOf = async (cardId: string) => (await purser.cards.get(cardId)).issuer
const READY = { name: 'stripe', state: 'ready', pendingCalls: 0, lastError: null }
const setsStatusOf =
  (cardId: string) =>
  ({ method, path, params }: StripeCall) =>
    method === 'POST' && path.endsWith(`/${there(cardId)['id'] as string}`) && params['status'] !== undefined
const tell = async (cardId: string, status: string, more: { askedBy?: string; before?: object } = {}) => {
  const id = `evt_${cardId}_${now}_${status}`
  const body = {
    id,
    type: 'issuing_card.updated',
    request: { id: null, idempotency_key: more.askedBy ?? null },
    data: { object: { ...there(cardId), status }, ...(more.before && { previous_attributes: more.before }) },
  }
  await mock.send({ id, type: 'issuing_card.updated', body })
}

describe('a stop', () => {
  it('freezes every active card there and none here, and a resume unfreezes those alone', async () => {
    const cards = {
      active: await newCard(),
      frozen: await newCard({ status: 'frozen' }),
      closed: await newCard(),
      frozenMeanwhile: await newCard(),
      closedMeanwhile: await newCard(),
      unfrozenMeanwhile: await newCard({ status: 'frozen' }),
    }
    await pass(1)
    await purser.cards.close(cards.closed)
    await pass(1)
    const known = Object.values(cards)
    const shown = (ids: readonly string[]) => ids.map(statusThere)
    expect(shown(known)).toEqual(['active', 'inactive', 'canceled', 'active', 'active', 'inactive'])
    await stop()
    expect(await issuerOf(cards.active)).toEqual({ ...READY, pendingCalls: 1 })
    expect(await issuerOf(cards.frozen)).toEqual(READY)
    await pass(1)
    expect(shown(known)).toEqual(['inactive', 'inactive', 'canceled', 'inactive', 'inactive', 'inactive'])
    expect(await issuerOf(cards.active)).toEqual(READY)
    expect(await statusOf(cards.active)).toBe('active')

    await purser.cards.freeze(cards.frozenMeanwhile)
    await purser.cards.close(cards.closedMeanwhile)
    await purser.cards.unfreeze(cards.unfrozenMeanwhile)
    const made = [await newCard(), await newCard({ status: 'frozen' })]
    await pass(1)
    const madeWith = made.map((id) => stripe.calls.find(({ params }) => params['metadata[purser_card]'] === id)?.params)
    expect(madeWith.map((params) => params?.['status'])).toEqual(['inactive', 'inactive'])
    expect(shown([...known, ...made])).toEqual([
      'inactive',
      'inactive',
      'canceled',
      'inactive',
      'canceled',
      'inactive',
      'inactive',
      'inactive',
    ])
    expect(await Promise.all(made.map(issuerOf))).toEqual([READY, READY])

    await resume()
    await pass(1)
    expect(shown([...known, ...made])).toEqual([
      'active',
      'inactive',
      'canceled',
      'inactive',
      'canceled',
      'active',
      'active',
      'inactive',
    ])
    expect(await Promise.all(known.map(issuerOf))).toEqual(known.map(() => READY))
    const frozen = (await purser.events.list({ type: 'card.frozen' })).data.map(({ data }) => data['cardId'])
    expect(frozen).toEqual([cards.frozenMeanwhile])
  })

  it('and a resume that follow each other quickly end as the account is, whatever was heard of it', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    await resume()
    await pass(1)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['active', READY])
    stripe.fate = (call) => (setsStatusOf(cardId)(call) ? 'cut off' : 'well')
    await stop()
    await pass(1)
    expect(statusThere(cardId)).toBe('inactive')
    await resume()
    stripe.fate = () => 'well'
    await pass(60)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['active', READY])
    await stop()
    await pass(1)
    await resume()
    await stop()
    await stop()
    await pass(60)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['inactive', READY])
  })

  it('is worked off by two nodes, and tells each card once', async () => {
    const second = await service.secondNode()
    const cards = await Promise.all(Array.from({ length: 12 }, () => newCard()))
    await pass(1)
    const from = stripe.calls.length
    await stop()
    await Promise.all([pass(1), second.purser.testClock.advance({ seconds: 1 })])
    await pass(60)
    await second.stop()
    expect(cards.map(statusThere)).toEqual(cards.map(() => 'inactive'))
    const calls = stripe.calls.slice(from)
    expect(cards.map((id) => calls.filter(setsStatusOf(id)).length)).toEqual(cards.map(() => 1))
  })

  it('lets no number be shown there', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    const asked = purser.cards.numberSession(cardId, { nonce: 'ephkn_1' })
    await expect(asked).rejects.toMatchObject({ status: 403, code: 'account_stopped' })
  })

  it('of one that is being made is told right after', async () => {
    stripe.fate = ({ path }) => (path.endsWith('/cards') ? 'cut off' : 'well')
    const cardId = await newCard()
    await pass(1)
    await stop()
    stripe.fate = () => 'well'
    await pass(60)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['inactive', READY])
  })

  it('that Stripe refuses for a card is told as failed, and its resume is told all the same', async () => {
    const cardId = await newCard()
    await pass(1)
    stripe.fate = (call) => (setsStatusOf(cardId)(call) ? { status: 400, message: 'No' } : 'well')
    await stop()
    await pass(1)
    expect(await issuerOf(cardId)).toMatchObject({ state: 'failed', pendingCalls: 1, lastError: 'No' })
    stripe.fate = () => 'well'
    await resume()
    await pass(1)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['active', READY])
  })
})

describe('a card that its owner has frozen at Stripe', () => {
  it.each(['inactive', 'canceled'])('before the stop stays %s, though Stripe has told nobody', async (status) => {
    const cardId = await newCard()
    await pass(1)
    there(cardId)['status'] = status
    const reads = ({ method, path }: StripeCall) =>
      method === 'GET' && path.endsWith(`/${there(cardId)['id'] as string}`)
    stripe.fate = (call) => (reads(call) ? { status: 500, message: 'Down' } : 'well')
    await stop()
    await pass(1)
    stripe.fate = () => 'well'
    await pass(60)
    const here = status === 'inactive' ? 'frozen' : 'closed'
    expect([await statusOf(cardId), await issuerOf(cardId)]).toEqual([here, READY])
    await resume()
    await pass(1)
    expect([statusThere(cardId), await statusOf(cardId)]).toEqual([status, here])
  })

  it('during the stop stays frozen', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    await pass(1)
    await tell(cardId, 'inactive', { before: { status: 'active' } })
    expect(await statusOf(cardId)).toBe('frozen')
    await resume()
    await pass(1)
    expect([statusThere(cardId), await issuerOf(cardId)]).toEqual(['inactive', READY])
  })

  it('is none where Stripe tells of the freeze of the stop, or of another change of the frozen card', async () => {
    const cardId = await newCard()
    await pass(1)
    await stop()
    await pass(1)
    const call = stripe.calls.find(setsStatusOf(cardId))
    await tell(cardId, 'inactive', { askedBy: call?.key ?? '', before: { status: 'active' } })
    await tell(cardId, 'inactive', { before: { metadata: { colour: 'red' } } })
    expect(await statusOf(cardId)).toBe('active')
    await resume()
    await pass(1)
    expect(statusThere(cardId)).toBe('active')
  })
})

it('a comparison with Stripe finds no difference in what the stop froze, and freezes again what is open there', async () => {
  const [cardId, opened] = [await newCard(), await newCard()]
  await pass(1)
  const compare = async (fix = false) =>
    (await service.reconcile({ since: now, fix })).differences.map((found) => [
      found.cardId,
      found.here,
      found.there,
      found.fixed,
    ])
  await stop()
  await pass(1)
  expect(await compare()).toEqual([])
  there(opened)['status'] = 'active'
  expect(await compare(true)).toEqual([[opened, 'frozen', 'active', true]])
  expect([statusThere(opened), await statusOf(opened), await statusOf(cardId)]).toEqual([
    'inactive',
    'active',
    'active',
  ])
  there(opened)['status'] = 'canceled'
  expect(await compare(true)).toEqual([[opened, 'frozen', 'closed', true]])
  expect(await statusOf(opened)).toBe('closed')
  await resume()
  await pass(1)
  expect([statusThere(cardId), await compare()]).toEqual(['active', []])
})
