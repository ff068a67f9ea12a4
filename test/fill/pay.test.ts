import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../../src/fill/browser-page.ts'
import { pay } from '../../src/fill/pay.ts'
import { eventually } from '../support/eventually.ts'
import { type Chromium, noChromium, openChromium, START_MS } from './chromium.ts'
import { openShop, type TestShop } from './shop.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '739' }
const read = () => Promise.resolve(card)

let shop: TestShop
let other: TestShop
beforeAll(async () => {
  shop = await openShop()
  other = await openShop()
})
afterAll(() => {
  shop.close()
  other.close()
})

describe.skipIf(noChromium)('a checkout in a browser', () => {
  let chromium: Chromium
  beforeAll(async () => {
    chromium = await openChromium(shop.origin)
  }, START_MS)
  afterAll(() => chromium.close())

  /** All that an agent's own session could see meanwhile, network included, and what it finds in the page afterwards. */
  async function watched(work: () => Promise<void>): Promise<{ all: string; after: string }> {
    const agent = await openPage(chromium.browser, shop.origin)
    const seen: unknown[] = []
    const look = async () => {
      seen.push(await agent.send('Runtime.evaluate', { expression: 'document.documentElement.outerHTML' }))
      seen.push(
        await agent.send('Runtime.evaluate', {
          expression: '[...document.querySelectorAll("input")].map((i) => i.value).join()',
        }),
      )
      seen.push(await agent.send('Accessibility.getFullAXTree'))
    }
    for (const event of ['Network.requestWillBeSent', 'Network.requestWillBeSentExtraInfo', 'Network.responseReceived'])
      agent.on(event, (params: unknown) => seen.push(params))
    await agent.send('Network.enable')
    await agent.send('Accessibility.enable')
    await agent.send('Page.navigate', { url: `${shop.origin}/` })
    const shows = (expression: string) =>
      eventually(expression, () =>
        agent.send<{ result: { value?: boolean } }>('Runtime.evaluate', { expression }).then(
          ({ result }) => result.value === true,
          () => false, // between two pages
        ),
      )
    await shows('document.readyState === "complete" && document.querySelector("form") !== null')
    await look()
    await work()
    await shows('document.readyState === "complete" && document.title === "Thanks"')
    const before = seen.length
    await look()
    agent.close()
    expect(JSON.stringify(seen)).toContain('/pay')
    return { all: JSON.stringify(seen), after: JSON.stringify(seen.slice(before)) }
  }

  it('is paid, and an agent that looks on sees no number', { timeout: START_MS }, async () => {
    const { all: seen } = await watched(() =>
      pay({ card: read, origin: shop.origin, browser: chromium.browser, way: 'swap' }),
    )
    const body = new URLSearchParams(shop.received.pop())
    expect([body.get('number'), body.get('expiry'), body.get('code')]).toEqual([card.pan, card.exp, card.cvv])
    expect([seen.includes(card.pan), seen.includes(`code=${card.cvv}`)]).toEqual([false, false])
  })

  it('is paid with the number in the page, which keeps none of it', { timeout: START_MS }, async () => {
    const { after } = await watched(() =>
      pay({ card: read, origin: shop.origin, browser: chromium.browser, way: 'fill' }),
    )
    expect(new URLSearchParams(shop.received.pop()).get('number')).toBe(card.pan)
    expect(after.includes(card.pan)).toBe(false)
  })

  it('is filled at no other origin, and by no browser elsewhere', async () => {
    await expect(pay({ card: read, origin: other.origin, browser: chromium.browser, way: 'swap' })).rejects.toThrow(
      /No page of the browser shows/,
    )
    await expect(
      pay({ card: read, origin: shop.origin, browser: 'http://192.0.2.1:9222', way: 'swap' }),
    ).rejects.toThrow(/this machine/)
    expect([shop.received, other.received]).toEqual([[], []])
  })
})
