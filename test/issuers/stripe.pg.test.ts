import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { issuersGuideRows } from '../support/issuers/guide-rows.ts'
import { stripeEventCases } from '../support/issuers/stripe-happenings.ts'
import { randomMonth, shuffledEvents } from '../support/issuers/stripe-month.ts'
import { stripeAskingPurser } from '../support/issuers/asking-stripe.ts'
import { decidePurchasesInEveryWay, differingDecisions } from '../support/issuers/same-decisions.ts'
import { stripeExample, signStripeMessage, StripeMock, type StripeEvent } from '../support/issuers/stripe.ts'
import { lockCustomer } from '../support/postgres/locks.ts'
import { permutations } from '../support/permutations.ts'
import { seededRandom } from '../model/random.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const authorizationSecret = `whsec_${'a'.repeat(32)}`
const eventSecret = `whsec_${'e'.repeat(32)}`

let service: TestPurser
let purser: Purser
let customerId: string
let now: number
beforeAll(async () => {
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_HOLD_DAYS: '31',
    PURSER_STRIPE_AUTHORIZATION_SECRET: `whsec_${'b'.repeat(32)},${authorizationSecret}`,
    PURSER_STRIPE_EVENT_SECRET: eventSecret,
  })
  purser = service.purser
  customerId = (await purser.customers.create({ email: 'stripe@example.com' })).id
  now = Date.parse((await purser.testClock.get()).now)
})
afterAll(() => service.stop())

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
const newCard = async (body: CardBody = {}) => (await purser.cards.create({ customerId, ...body })).id
const spent = async (cardId: string) =>
  (await purser.spend.evaluate({ cardId, amount: 1 })).context.spendStats.totalMonth
const transactionsOf = async (cardId: string) => (await purser.transactions.list({ cardId, limit: 100 })).data
const origin = () => service.baseUrl.replace('/v1', '')
const mocked = (onTimeout: 'approve' | 'decline' = 'decline') =>
  new StripeMock({ origin, authorizationSecret, eventSecret, onTimeout, nowMs: () => now })

describe('a request of Stripe', () => {
  it('is decided as the network door decides it, and as it was evaluated', async () => {
    const decided = await decidePurchasesInEveryWay({ purser, customerId }, stripeAskingPurser(mocked()), {
      spends: 60,
      seed: 5,
    })
    expect(differingDecisions(decided)).toEqual([])
    expect(new Set(decided.map(({ answered: told }) => told)).size).toBeGreaterThan(2)
  })

  it('has no effect that is not signed, or signed for the other endpoint', async () => {
    const cardId = await newCard()
    const event = stripeExample('authorization.request')
    event['data'].object.card.metadata.purser_card = cardId
    const body = JSON.stringify(event)
    const ask = async (signature: string | null, sent = body, path = 'authorizations') => {
      const headers = {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'stripe-signature': signature }),
      }
      return (await fetch(`${origin()}/issuers/stripe/${path}`, { method: 'POST', headers, body: sent })).status
    }
    const good = signStripeMessage(body, authorizationSecret, now)
    expect([
      await ask(null),
      await ask('t=1'),
      await ask(signStripeMessage(body, eventSecret, now)),
      await ask(signStripeMessage(body, authorizationSecret, now - 301_000)),
      await ask(good, JSON.stringify(event, null, 1)),
      await ask(good, body, 'events'),
    ]).toEqual([401, 401, 401, 401, 401, 401])
    expect(await transactionsOf(cardId)).toEqual([])
    expect(await ask(good)).toBe(200)
  })

  it('that comes again is answered as at first; with another amount it is declined, and holds nothing more', async () => {
    const cardId = await newCard()
    const event = stripeExample('authorization.request')
    const authorization = event['data'].object
    authorization.id = 'iauth_again'
    authorization.card.id = 'ic_again' // Stripe's card of the example is another test's
    authorization.card.metadata.purser_card = cardId
    const ask = async (amount: number) => {
      authorization.pending_request.amount = amount
      const body = JSON.stringify(event)
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signStripeMessage(body, authorizationSecret, now),
      }
      const reply = await fetch(`${origin()}/issuers/stripe/authorizations`, { method: 'POST', headers, body })
      return ((await reply.json()) as { approved: boolean }).approved
    }
    expect([await ask(100), await ask(100), await ask(100_00)]).toEqual([true, true, false])
    expect(await spent(cardId)).toBe(100)
  })

  it('about a card that is none of the first account is declined', async () => {
    const stripe = mocked()
    await stripe.authorize({ cardId: 'card_nobody', amount: 100 })
    expect(stripe.events.map(({ body }) => body['data'].object.approved)).toEqual([false])
    await stripe.sendAll()
  })

  it('that cannot be decided in time is declined, and holds nothing', async () => {
    const cardId = await newCard()
    const stripe = mocked()
    const letGo = await lockCustomer(service.database.pool, customerId)
    try {
      await stripe.authorize({ cardId, amount: 100 })
    } finally {
      await letGo()
    }
    expect(stripe.events[0]?.body['data'].object).toMatchObject({ approved: false, status: 'closed' })
    await stripe.sendAll()
    expect([await spent(cardId), stripe.spent(cardId)]).toEqual([0, 0])
    const declined = (await transactionsOf(cardId)).map(({ status }) => status)
    expect(declined.every((status) => status === 'declined' || status === 'reversed')).toBe(true)
  })
})

describe('what Stripe tells', () => {
  it('is every row of the guide', () => {
    expect(new Set(stripeEventCases.map(({ row }) => row))).toEqual(issuersGuideRows())
  })

  it.each(stripeEventCases)('$row ($name) comes to the same in any order, each told twice', async (happening) => {
    const { happen, expected, returned } = happening
    const probe = mocked()
    await happen(probe, await newCard({ policy }))
    await Promise.all(
      permutations(probe.events.map((_event, place) => place)).map(async (order) => {
        const [cardId, stripe] = [await newCard({ policy }), mocked()]
        await happen(stripe, cardId)
        const told = order.map((place) => stripe.events[place] as StripeEvent)
        await stripe.send({ id: 'evt_card', type: 'issuing_card.created', body: cardEvent(cardId) })
        await stripe.sendAll([...told, ...told])
        const transactions = await transactionsOf(cardId)
        const [credits, others] = [true, false].map((isCredit) =>
          transactions.filter(({ type }) => (type === 'credit') === isCredit),
        )
        expect(others?.map(({ type, status, settledAmount }) => [type, status, settledAmount])).toEqual(expected)
        const back = sumOf(credits?.map(({ amount }) => amount)) + sumOf(others?.map((each) => each.refundedAmount))
        expect([back, await spent(cardId)]).toEqual([returned, happening.spent])
      }),
    )
  })

  it('is never refused: timeouts that approve, increments, late captures, forced ones, credits', async () => {
    const cardId = await newCard({ policy: { limits: { perAuth: 1000 } } })
    const stripe = mocked('approve')
    const id = await stripe.authorize({ cardId, amount: 900 })
    await stripe.increment(id, 50)
    await stripe.increment(id, 51) // declined
    stripe.reverse(id, 100)
    const away = await stripe.authorize({ cardId, amount: 7000, isAway: true })
    await stripe.increment(away, 10) // declined
    stripe.capture({ cardId, amount: 40 })
    stripe.capture({ cardId, id, amount: 850 })
    stripe.capture({ cardId, id, amount: 30 })
    stripe.reverse(away)
    stripe.capture({ cardId, id: away, amount: 6900 })
    stripe.refund({ cardId, amount: 5 })
    stripe.refund({ cardId, id, amount: 1000 })
    await stripe.sendAll()
    await stripe.sendAll()
    expect(await spent(cardId)).toBe(stripe.spent(cardId) + 40)
    const flagged = (await transactionsOf(cardId)).filter(({ amount, type }) => amount > 1000 && type !== 'credit')
    expect(flagged.map(({ flags }) => flags.standIn === true || flags.forcedCapture)).toEqual([true])
  })

  it('of a random month, doubled and shuffled, comes to what Stripe holds and has captured', async () => {
    const random = seededRandom(7)
    const cards = await Promise.all(Array.from({ length: 6 }, () => newCard({ policy: { limits: { perDay: 3000 } } })))
    const stripe = mocked('approve')
    const month = await randomMonth(stripe, { random, cards, purchases: 60 })
    await stripe.sendAll(shuffledEvents(random, month.events))
    expect(await Promise.all(cards.map(spent))).toEqual(month.spent)
  })

  it('leaves a history that a replay agrees with', async () => {
    expect(await verifyDifferencesOf(service.database, customerId)).toEqual([])
  })
})

const policy = { limits: { perAuth: 4000 } }
const sumOf = (amounts: readonly number[] = []): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Before anything else names the card by its token alone. */
function cardEvent(cardId: string) {
  const { card } = stripeExample('authorization.request')['data'].object
  return {
    type: 'issuing_card.created',
    data: { object: { ...card, id: `ic_${cardId}`, metadata: { purser_card: cardId } } },
  }
}
