import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pay } from '../../src/fill/pay.ts'
import { kinds } from './checkout-kinds.ts'
import { type Chromium, noChromium, openChromium, START_MS } from './chromium.ts'
import { openShop, type TestShop } from './shop.ts'
import { type Watcher, watch } from './watcher.ts'

const card = { pan: '4000561234567899', exp: '09/30', cvv: '739' }
let reads = 0
const read = () => {
  reads += 1
  return Promise.resolve(card)
}

let shop: TestShop
let other: TestShop
beforeAll(async () => {
  shop = await openShop()
  other = await openShop()
})
beforeEach(() => {
  reads = 0
  for (const { received, everything } of [shop, other]) {
    received.splice(0)
    everything.splice(0)
  }
})
afterAll(() => {
  shop.close()
  other.close()
})

/** Texts with the whole number, in whatever groups, in base64, or with groups of it that are in no placeholder. */
const withNumber = (texts: readonly string[]) =>
  texts.filter((text) => {
    const decoded = decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    const isWhole = decoded.replaceAll(/[\s+.-]/g, '').includes(card.pan) || text.includes(btoa(card.pan).slice(0, 20))
    return (
      isWhole || ['5612', '3456'].some((group) => new RegExp(`(?<![0-9a-f.])${group}(?![0-9a-f.])`, 'i').test(decoded))
    )
  })
/** A whole number that was made up, as it is or in base64. */
const MADE_UP = /\b40\d{14}\b|NDA[0-4]/
const partsOf = (body: string) => ({
  code: /\b739\b/.test(body),
  expiry: /09(%2F|\/)30|09\+%2F\+2030|(month|mm).*9.*(year|yyyy).*30/is.test(body),
})
const FIELDS =
  '<input autocomplete="cc-number" name="number"><input autocomplete="cc-exp" name="expiry"><input autocomplete="cc-csc" name="code"><button>Pay</button>'

describe.skipIf(noChromium)('a checkout in a browser', () => {
  let chromium: Chromium
  let agent: Watcher
  beforeAll(async () => {
    chromium = await openChromium(shop.origin)
    agent = await watch(chromium.browser, shop.origin)
  }, START_MS)
  afterAll(() => {
    agent.close()
    chromium.close()
  })

  const patience = { shownMs: 1500, sentMs: 2000 }
  const payHere = (more: { submit?: string; page?: string } = {}) =>
    pay({ card: read, origin: shop.origin, browser: chromium.browser, patience, ...more })
  const open = async (html: string) => {
    shop.pages.set('/page', `<!doctype html><title>Shop</title>${html.replaceAll('OTHER', other.origin)}`)
    await agent.goTo(`${shop.origin}/page`)
    agent.seen.splice(0)
  }

  it.each(kinds)('$name', { timeout: START_MS }, async ({ html, submit, ends, isSent }) => {
    await open(html)
    const paying = payHere(submit === undefined ? {} : { submit }).then(
      () => 'paid',
      ({ message }: Error) => message,
    )
    await agent.look()
    const ended = await paying
    if (ends === 'paid') {
      expect(ended).toBe('paid')
      await agent.shows('Thanks')
    } else {
      expect(ended).toMatch(ends)
    }
    await agent.look()
    const [body, ...more] = shop.received.filter((each) => withNumber([each]).length > 0)
    expect([body !== undefined, more]).toEqual([ends === 'paid' || isSent === true, []])
    if (body !== undefined) expect(partsOf(body)).toEqual({ code: true, expiry: true })
    expect(withNumber(agent.seen)).toEqual([])
    expect(
      [...other.everything, ...shop.everything.filter((each) => !each.includes(body ?? 'nothing'))].join(),
    ).not.toMatch(MADE_UP)
  })

  it('fills no honeypot', async () => {
    await open(kinds.find(({ name }) => name.startsWith('honeypots'))?.html ?? '')
    await payHere()
    const body = new URLSearchParams(shop.received.pop())
    expect([...body].filter(([name]) => name.endsWith('_hp')).map(([, value]) => value)).toEqual(['', '', '', '', ''])
  })

  it('leaves nothing in the fields of a page that stays', async () => {
    await open(kinds.find(({ name }) => name.startsWith('JSON without'))?.html ?? '')
    await payHere()
    const values = '[...document.querySelectorAll("input")].map(({ name, value }) => name + value).join()'
    expect(await agent.evaluate(values)).toBe('number,expiry09/30,code')
  })

  it('shows nothing to sessions that intercept what the browser sends, whenever they came', async () => {
    await open(`<form method="post" action="/echo">${FIELDS}</form>`)
    await agent.intercept()
    const paying = payHere()
    await agent.intercept()
    await paying
    await agent.shows('Thanks')
    await agent.look()
    expect([withNumber(shop.received), withNumber(agent.seen)]).toEqual([[expect.any(String)], []])
    expect(agent.seen.join()).toContain('Fetch') // they have seen the request
  })

  it('pays in the one page that has a checkout, and in none where two have one', async () => {
    const html = `<!doctype html><title>Shop</title><form method="post" action="/pay?of=second">${FIELDS}</form>`
    shop.pages.set('/second', html)
    await open('<p>No checkout</p>')
    const second = await agent.openTab(`${shop.origin}/second`)
    await payHere()
    expect(shop.everything.filter((each) => each.includes('of=second'))).toHaveLength(1)
    await second.close()

    await open(`<form method="post" action="/pay?of=first">${FIELDS}</form>`)
    const third = await agent.openTab(`${shop.origin}/second`)
    await expect(payHere()).rejects.toThrow(/2 pages of the browser show a checkout/)
    expect(reads).toBe(1)
    await payHere({ page: `${shop.origin}/page` })
    expect(shop.everything.filter((each) => each.includes('of='))).toEqual([
      expect.stringContaining('of=second'),
      expect.stringContaining('of=first'),
    ])
    await third.close()
  })

  it('is filled at no other origin, and by no browser elsewhere', async () => {
    const elsewhere = { card: read, patience, origin: other.origin, browser: chromium.browser }
    await expect(pay(elsewhere)).rejects.toThrow(/No page of the browser shows/)
    await expect(pay({ ...elsewhere, browser: 'http://192.0.2.1:9222' })).rejects.toThrow(/this machine/)
    expect([shop.received, other.received, reads]).toEqual([[], [], 0])
  })
})
