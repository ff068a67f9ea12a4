import { describe, expect, it } from 'vitest'
import { cardDestinationsOfPurchase, knownPaymentProviders } from './providers.ts'

const SHOP = 'https://shop.example'
const { refusalOf, receives } = cardDestinationsOfPurchase({
  origin: SHOP,
  listed: ['https://cards.example', 'https://*.pay.example'],
})

describe('where a card number may be entered and sent', () => {
  it.each([SHOP, 'https://js.stripe.com', 'https://a.pay.example', 'https://cards.example'])(
    '%s has fields',
    (origin) => expect(refusalOf(origin)).toBeNull(),
  )

  it.each([
    ['https://checkoutshopper-live.adyen.com', /those of Adyen/],
    ['https://js.stripe.com.evil.example', /the owner can add/],
    ['http://js.stripe.com', /the owner can add/],
    ['https://pay.example', /the owner can add/],
    ['https://a.b.pay.example', /the owner can add/],
  ])('%s has none', (origin, why) => expect(refusalOf(origin)).toMatch(why))

  it('sends the number to the shop, to what the owner lists and to what providers receive with, and nowhere else', () => {
    for (const origin of [SHOP, 'https://cards.example', 'https://api.stripe.com']) expect(receives(origin)).toBe(true)
    for (const origin of ['https://js.stripe.com', 'https://r.stripe.com', 'https://evil.example', '', 'null']) {
      expect(receives(origin)).toBe(false)
    }
  })

  it('knows no provider that gives the number to its customers, and none without TLS', () => {
    const origins = knownPaymentProviders.flatMap(({ fields, receives: to }) => [...fields, ...to])
    for (const origin of origins) expect(origin).toMatch(/^https:\/\/(?:\*\.)?[a-z0-9.-]+$/)
    expect(origins.join()).not.toMatch(/spreedly|verygood|basistheory|skyflow|tokenex/)
  })
})
