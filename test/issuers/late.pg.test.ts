import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stripeIssuer } from '../../src/issuers/stripe/stripe.ts'
import { createIssuerEndpoint, type IssuerEndpointDeps } from '../../src/services/issuers/issuer-endpoint.ts'
import { type Api, startApi } from '../api/typed-api.ts'
import { eventually } from '../support/eventually.ts'
import { stripeExample, signStripeMessage } from '../support/issuers/stripe.ts'
import { inventedTestIssuer } from '../support/issuers/third-issuer.ts'

const SECRET = `whsec_${'a'.repeat(32)}`
const refused = () => undefined
const secrets = { authorizations: [SECRET], events: [SECRET], challenges: [SECRET], isLive: null }

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'late@example.com' } })).body.id
})
afterAll(() => api.stop())

const newCard = async () => (await api.admin('createCard', { body: { customerId } })).body.id
const transactionOf = async (cardId: string) =>
  (await api.admin('listTransactions', { query: { cardId } })).body.data[0]

const stepsOf = async (cardId: string): Promise<number> => {
  const text = 'select count(*)::int as steps from transaction_steps where card_id = $1'
  const { rows } = await api.rig.deps.database.pool.query<{ steps: number }>(text, [cardId])
  return rows[0]?.steps ?? 0
}

const signed = (event: object) => {
  const body = JSON.stringify(event)
  return { body: Buffer.from(body), headers: { 'stripe-signature': signStripeMessage(body, SECRET, api.clock.time) } }
}

function about(cardId: string, name: string, id: string): object {
  const event = stripeExample(name)
  const { object } = event['data']
  object.id = `iauth_${cardId}`
  object.card.id = `ic_${cardId}`
  object.card.metadata = { purser_card: cardId }
  return { ...event, id: `${id}_${cardId}` }
}

const hasty = (answerWithinMs: number) => ({ ...stripeIssuer, inbound: { ...stripeIssuer.inbound, answerWithinMs } })

/** A door whose engine answers only once it is let go: later than anybody waits. */
function lateDoor() {
  const { deps } = api.rig
  const held = Promise.withResolvers<void>()
  const submit: IssuerEndpointDeps['engine']['submit'] = async (...asked) => {
    await held.promise
    return deps.engine.submit(...asked)
  }
  const door = createIssuerEndpoint({ ...deps, refused, engine: { ...deps.engine, submit } }, hasty(1), secrets)
  return { door, letGo: () => held.resolve() }
}
const inTime = () => createIssuerEndpoint({ ...api.rig.deps, refused }, hasty(60_000), secrets)

const LATE = { approved: false, metadata: { purser_reason: 'late' } }
const said = async (answer: ReturnType<ReturnType<typeof inTime>['authorize']>) =>
  JSON.parse((await answer)?.body ?? 'null') as object

describe('a request that is decided too late', () => {
  it('is declined, and what was approved all the same is undone', async () => {
    const cardId = await newCard()
    const { door, letGo } = lateDoor()
    expect(await said(door.authorize(signed(about(cardId, 'authorization.request', 'evt_1'))))).toEqual(LATE)
    expect(await transactionOf(cardId)).toBeUndefined()
    letGo()
    await eventually('the hold is given back', async () => (await transactionOf(cardId))?.status === 'reversed')
    expect(await transactionOf(cardId)).toMatchObject({ decision: 'approve', flags: { issuerDeclined: true } })
    await inTime().recordEvent(signed(about(cardId, 'authorization.created.network_fallback', 'evt_2')))
    expect(await transactionOf(cardId)).toMatchObject({
      status: 'pending',
      authorizedAmount: 4200,
      flags: { standIn: true },
    })
  })

  it('for more leaves what was held before', async () => {
    const cardId = await newCard()
    const first = await said(inTime().authorize(signed(about(cardId, 'authorization.request', 'evt_1'))))
    expect(first).toMatchObject({ approved: true, metadata: { purser_transaction: (await transactionOf(cardId))?.id } })
    const { door, letGo } = lateDoor()
    expect(await said(door.authorize(signed(about(cardId, 'authorization.request.increment', 'evt_2'))))).toEqual(LATE)
    letGo()
    await eventually('the increment is undone', async () => (await stepsOf(cardId)) === 2)
    expect(await transactionOf(cardId)).toMatchObject({ status: 'pending', authorizedAmount: 4200 })
  })

  it('is answered once, however often it is asked', async () => {
    const cardId = await newCard()
    const ask = () => said(inTime().authorize(signed(about(cardId, 'authorization.request.increment', 'evt_1'))))
    const answers = [await ask(), await ask()]
    expect(answers[0]).toMatchObject({ approved: true })
    expect(answers[1]).toEqual(answers[0])
    expect(await transactionOf(cardId)).toMatchObject({ authorizedAmount: 5000, flags: { standIn: true } })
  })
})

describe('a third issuer', () => {
  it('asks and tells by what its folder says', async () => {
    const cardId = await newCard()
    const door = createIssuerEndpoint({ ...api.rig.deps, refused }, inventedTestIssuer, secrets)
    const raw = (told: object, headers = { 'third-secret': SECRET }) => ({
      headers,
      body: Buffer.from(JSON.stringify({ card: cardId, currency: 'usd', of: 'one', ...told })),
    })
    const asked = raw({ id: 'a', cents: 700, shop: 'Ink' })
    expect(door.authorize({ ...asked, headers: { 'third-secret': 'x' } })).toBeNull()
    expect(await door.authorize(asked)).toMatchObject({ status: 200, body: 'one' })
    expect(await door.authorize(asked)).toMatchObject({ status: 200, body: 'one' })
    await door.recordEvent(raw({ id: 'b', cents: 650 }))
    await door.recordEvent(raw({ id: 'b', cents: 650 }))
    expect(await transactionOf(cardId)).toMatchObject({ status: 'settled', amount: 700, settledAmount: 650 })
    await api.admin('freezeCard', { params: { cardId } })
    expect(await door.authorize(raw({ id: 'c', of: 'two', cents: 1 }))).toMatchObject({ status: 402, body: 'two' })
  })
})
