import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { signStripeMessage } from '../support/issuers/stripe.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const asking = `whsec_${'a'.repeat(32)}`
const telling = `whsec_${'e'.repeat(32)}`
let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_STRIPE_AUTHORIZATION_SECRET: asking, PURSER_STRIPE_EVENT_SECRET: telling })
})
afterAll(() => service.stop())

const tell = (secret: string) => {
  const body = JSON.stringify({ id: 'evt_1', type: 'issuing_card.updated', data: { object: {} } })
  return fetch(`${service.baseUrl.replace('/v1', '')}/issuers/stripe/events`, {
    method: 'POST',
    headers: { 'stripe-signature': signStripeMessage(body, secret, Date.now()) },
    body,
  })
}
const stripe = async () => (await service.purser.account.issuers()).data.find(({ name }) => name === 'stripe')

it('tells which settings are set, and never what they are', async () => {
  const { data } = await service.purser.account.issuers()
  expect(data.map(({ name }) => name)).toEqual(['stripe', 'lithic'])
  expect(await stripe()).toEqual({
    name: 'stripe',
    isLive: false,
    settings: [
      { name: 'PURSER_STRIPE_KEY', isSet: false },
      { name: 'PURSER_STRIPE_AUTHORIZATION_SECRET', isSet: true },
      { name: 'PURSER_STRIPE_EVENT_SECRET', isSet: true },
      { name: 'PURSER_ISSUER', isSet: false },
    ],
    authorizations: { path: '/issuers/stripe/authorizations' },
    events: { path: '/issuers/stripe/events' },
  })
  expect(JSON.stringify(data)).not.toContain('whsec_')
})

it('tells when an issuer called last, of what was signed by it alone', async () => {
  expect((await tell(`whsec_${'x'.repeat(32)}`)).status).toBe(401)
  expect((await tell(telling)).status).toBe(200)
  await eventually('the event is seen', async () => (await stripe())?.events.lastRequestAt !== undefined)
  expect((await stripe())?.authorizations.lastRequestAt).toBeUndefined()
})
