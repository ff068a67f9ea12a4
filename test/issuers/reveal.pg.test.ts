import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Purser, Purser as Client } from '../../clients/typescript/src/client.ts'
import { eventually } from '../support/eventually.ts'
import { LithicApi } from '../support/issuers/lithic-api.ts'
import { LithicMock } from '../support/issuers/lithic.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const secret = `whsec_${Buffer.alloc(32, 's').toString('base64')}`
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const origin = 'https://cards.example.com'
const stripe = new StripeApi()
const lithic = new LithicMock({ origin: () => '', asaSecret: secret, eventSecret: secret, nowMs: () => Date.now() })

let service: TestPurser
let purser: Purser
let customerId: string
beforeAll(async () => {
  await Promise.all([stripe.up(), lithic.up()])
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_ISSUER_REVEAL: 'proxy',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: secret,
    PURSER_STRIPE_EVENT_SECRET: secret,
    PURSER_LITHIC_KEY: LithicApi.key,
    PURSER_LITHIC_URL: lithic.url,
    PURSER_LITHIC_ASA_SECRET: secret,
    PURSER_LITHIC_EVENT_SECRET: secret,
  })
  purser = service.purser
  customerId = (await purser.customers.create({ name: { business: 'Ink Inc.' } })).id
})
afterAll(async () => {
  await service.stop()
  await Promise.all([stripe.down(), lithic.down()])
})
afterEach(() => {
  lithic.gate = null
  lithic.fate = () => 'well'
})

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
async function newCard(body: CardBody): Promise<string> {
  const { id } = await purser.cards.create({ customerId, billing, ...body })
  await purser.testClock.advance({ seconds: 1 })
  return id
}
const looksAt = async (cardId: string) =>
  (await purser.cards.listAccessEvents(cardId)).data.map(({ decision }) => decision)

describe('the number of a card of an issuer', () => {
  it('passes through, of Lithic and of Stripe', async () => {
    const [atLithic, atStripe] = [await newCard({ issuer: 'lithic' }), await newCard({ issuer: 'stripe' })]
    const [{ pan, cvv } = {}] = lithic.cardsOf(atLithic)
    expect(await purser.cards.details(atLithic)).toMatchObject({ pan: pan as string, cvv: cvv as string, exp: '07/30' })
    const { last4 } = await purser.cards.get(atStripe)
    expect(await purser.cards.details(atStripe)).toMatchObject({
      pan: `400000991234${last4}`,
      cvv: '123',
      exp: '07/30',
    })
  })

  it('is asked for only after the look is recorded, while nothing else of the customer waits', async () => {
    const cardId = await newCard({ issuer: 'lithic' })
    const { id: other } = await purser.cards.create({ customerId, issuer: 'purser' })
    const gate = Promise.withResolvers<void>()
    lithic.gate = gate.promise
    const from = lithic.calls.length
    const reading = purser.cards.details(cardId)
    await eventually('Lithic is asked', () => Promise.resolve(lithic.calls.length > from))
    expect(await looksAt(cardId)).toEqual(['granted'])
    expect(await purser.network.authorize({ cardId: other, amount: 100 })).toMatchObject({ decision: 'approve' })
    expect(await purser.cards.freeze(cardId)).toMatchObject({ status: 'frozen' })
    gate.resolve()
    expect((await reading).pan).toBe(lithic.cardsOf(cardId)[0]?.['pan'])
  })

  it('is asked for of nobody where the look is refused', async () => {
    const cardId = await newCard({ issuer: 'lithic', policy: { requireIntent: true } })
    const from = lithic.calls.length
    await expect(purser.cards.details(cardId)).rejects.toMatchObject({ code: 'intent_required' })
    await expect(purser.cards.numberSession(cardId, { origin })).rejects.toMatchObject({ code: 'intent_required' })
    expect([lithic.calls.length - from, await looksAt(cardId)]).toEqual([0, ['denied', 'denied']])
  })

  it('is not there before the card is, nor where the issuer shows none or is away', async () => {
    lithic.fate = () => ({ status: 500, message: 'Down' })
    const cardId = await newCard({ issuer: 'lithic' })
    await expect(purser.cards.details(cardId)).rejects.toMatchObject({ code: 'card_not_active' })
    lithic.fate = () => 'well'
    await purser.testClock.advance({ seconds: 60 })
    const [card = {}] = lithic.cardsOf(cardId)
    delete card['pan']
    await expect(purser.cards.details(cardId)).rejects.toMatchObject({ code: 'number_at_issuer' })
    const once = new Client({ baseUrl: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
    lithic.fate = ({ path }) => (path.startsWith('/v1/cards/') ? { status: 503, message: 'Down' } : 'well')
    await expect(once.cards.details(cardId)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await looksAt(cardId)).toEqual(['granted', 'granted', 'denied'])
  })

  it('is shown by a session, which has no digit of it', async () => {
    const [atLithic, atStripe] = [await newCard({ issuer: 'lithic' }), await newCard({ issuer: 'stripe' })]
    const { id: own } = await purser.cards.create({ customerId, issuer: 'purser' })
    const session = await purser.cards.numberSession(atLithic, { origin })
    expect(session).toMatchObject({ issuer: 'lithic', session: expect.stringMatching(/^session-/) as string })
    expect(lithic.calls.at(-1)?.body).toMatchObject({ type: 'CARD_EMBED', target_origin: origin })
    expect(await purser.cards.numberSession(atStripe, { nonce: 'ephkn_1' })).toMatchObject({ session: 'ek_test_1' })
    expect(JSON.stringify(session)).not.toContain(lithic.cardsOf(atLithic)[0]?.['pan'])
    const params = [
      purser.cards.numberSession(atLithic, { nonce: 'x' }),
      purser.cards.numberSession(atStripe, { origin }),
      purser.cards.numberSession(own, { origin }),
    ].map((asked) => asked.catch(({ param }: { param?: string }) => param))
    expect(await Promise.all(params)).toEqual(['origin', 'nonce', 'cardId'])
  })

  it('is in no table', async () => {
    const { pool } = service.database
    const { rows } = await pool.query<{ table: string }>(
      "select table_name as table from information_schema.tables where table_schema = 'public'",
    )
    const numbers = lithic.cards.flatMap(({ pan }) => (pan === undefined ? [] : [pan as string]))
    for (const { table } of rows) {
      const { rows: found } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from "${table}" t`)
      const text = found.map(({ row }) => row).join()
      expect([table, numbers.filter((number) => text.includes(number))]).toEqual([table, []])
    }
    expect(
      (await pool.query('select from card_secrets join cards on cards.id = card_id where issuer is not null')).rows,
    ).toEqual([])
  })
})
