import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IssuerBusy, type IssuerApiCalls } from '../../src/issuers/issuer.ts'
import { connectIssuers } from '../../src/app/issuers.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { issuers } from '../../src/issuers/registry.ts'
import { LithicApi } from '../support/issuers/lithic-api.ts'
import { lithicSigningSecret } from '../support/issuers/lithic-wire.ts'
import { LithicMock } from '../support/issuers/lithic.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { stripeExample, StripeMock } from '../support/issuers/stripe.ts'

/** Two pages of a list. */
const COUNT = 150
const SECRET = 'whsec_'

let now = 0
const wait = async (ms: number) => void (now += ms)
const nowhere = { origin: () => '', nowMs: () => now, eventSecret: SECRET }

const lithic = new LithicMock({ ...nowhere, asaSecret: SECRET })
const stripe = new StripeApi()
const bought = new StripeMock({ ...nowhere, authorizationSecret: SECRET, onTimeout: 'decline' })

const sides = [
  {
    name: 'lithic',
    api: lithic,
    key: LithicApi.key,
    connect: issuers.lithic.connect,
    fill: () => {
      for (let n = 0; n < COUNT; n += 1) lithic.newCard({ type: 'VIRTUAL', memo: `card_${n}` })
      for (let n = 0; n < COUNT; n += 1) lithic.clear({ cardId: 'card_1', amount: 1 })
    },
  },
  {
    name: 'stripe',
    api: stripe,
    key: 'rk_test_0123456789',
    connect: issuers.stripe.connect,
    fill: () => {
      const { card } = stripeExample('authorization.request')['data'].object
      stripe.cards.push(...Array.from({ length: COUNT }, (_, n) => ({ ...card, id: `ic_${n}` })))
      for (let n = 0; n < COUNT; n += 1) bought.capture({ cardId: 'card_1', amount: 1 })
      stripe.purchases = bought
    },
  },
]

describe.each(sides)('what $name has', ({ api, key, connect, fill }) => {
  let lists: IssuerApiCalls['lists']
  beforeAll(async () => {
    fill()
    await api.up()
    lists = (await connect({ key, url: new URL(api.url), fetch, wait })).lists
  })
  afterAll(() => api.down())

  /** It answers one call of each `pause` that it wants. */
  const isBusy = (pause: number, retryAfter?: string) => {
    let freeAt = now
    api.fate = () => {
      if (now < freeAt)
        return { status: 429, message: 'Slow down', ...(retryAfter === undefined ? {} : { retryAfter }) }
      freeAt = now + pause
      return 'well'
    }
  }
  const waited = async (read: () => Promise<unknown>) => {
    const before = now
    await read()
    return now - before
  }
  const cards = async () => {
    const tokens = await Array.fromAsync(lists.listCards(), ({ token }) => token)
    expect(new Set(tokens).size).toBe(COUNT)
  }
  const purchases = async () => {
    const found = await Array.fromAsync(lists.listPurchases({ since: 0, now }), ({ facts }) => facts[0]?.key)
    expect(new Set(found).size).toBe(COUNT)
  }

  it.each([
    ['cards', cards],
    ['purchases', purchases],
  ])('is read to its end where it is asked too often: %s', async (_what, read) => {
    isBusy(20_000, '20')
    expect((await waited(read)) % 20_000).toBe(0)
    isBusy(3000)
    expect((await waited(read)) % 3000).toBe(0)
    expect(await waited(read)).toBeGreaterThan(0)
  })

  it('is left for another time where an hour of waiting did not help', async () => {
    isBusy(Number.POSITIVE_INFINITY, '600')
    const hour = waited(() => expect(cards()).rejects.toBeInstanceOf(IssuerBusy))
    expect(await hour).toBe(3_600_000)
  })
})

it('nobody waits for an issuer once a node stops', async () => {
  await lithic.up()
  const connected = await connectIssuers(
    readSettings({
      PURSER_LITHIC_KEY: LithicApi.key,
      PURSER_LITHIC_URL: lithic.url,
      PURSER_LITHIC_ASA_SECRET: lithicSigningSecret('a'),
      PURSER_LITHIC_EVENT_SECRET: lithicSigningSecret('e'),
    }),
  )
  const asked = Promise.withResolvers<void>()
  lithic.fate = () => {
    asked.resolve()
    return { status: 429, message: 'Slow down', retryAfter: '3600' }
  }
  const given = expect(Array.fromAsync(connected.byName.get('lithic')?.lists.listCards() ?? [])).rejects.toThrow(
    'aborted',
  )
  await asked.promise
  connected.stopWaiting()
  await given
  await connected.close()
  await lithic.down()
})
