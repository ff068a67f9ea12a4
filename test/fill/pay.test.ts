import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../../src/fill/browser-page.ts'
import { pay } from '../../src/fill/pay.ts'
import { sendWithCard } from '../../src/fill/send.ts'
import { findBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { openShop, type TestShop } from './shop.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '739' }
const FORM = 'application/x-www-form-urlencoded'
const START_MS = 60_000

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

describe('a request without a browser', () => {
  const body = 'n={{pan}}&e={{exp}}&c={{cvv}}'

  it('gets the card at the origin of the intent', async () => {
    const { status, body: answer } = await sendWithCard(
      { url: `${shop.origin}/pay`, contentType: FORM, body },
      card,
      shop.origin,
    )
    expect([status, shop.received.pop()]).toEqual([200, 'n=4000001234567899&e=09%2F30&c=739'])
    expect(answer).toContain('4711')
  })

  it.each([
    ['another host', 'https://evil.example/pay'],
    ['another scheme', 'https://127.0.0.1/pay'],
    ['no address', 'pay'],
  ])('is refused at %s', async (_name, url) => {
    await expect(sendWithCard({ url, contentType: FORM, body }, card, shop.origin)).rejects.toThrow(/alone/)
  })

  it('is refused without a place for the number', async () => {
    const request = { url: `${shop.origin}/pay`, contentType: FORM, body: 'n=1' }
    await expect(sendWithCard(request, card, shop.origin)).rejects.toThrow(/nothing would be paid/)
  })
})

const chromium = findBrowser()
if (chromium === undefined) console.warn('No Chromium is installed: nothing is filled into a page')

describe.skipIf(chromium === undefined)('a checkout in a browser', () => {
  let browser = ''
  let close: () => void = () => undefined
  beforeAll(async () => {
    const profile = mkdtempSync(join(tmpdir(), 'purser-fill-'))
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']
    const child = spawn(chromium ?? '', [...args, `--user-data-dir=${profile}`, `${shop.origin}/`], {
      stdio: 'ignore',
      detached: true,
    })
    close = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    const port = () => readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]
    const listens = async () => {
      browser = `http://127.0.0.1:${port()}`
      return (await (await fetch(`${browser}/json/list`)).text()).includes(shop.origin)
    }
    await eventually('the browser shows the shop', () => listens().catch(() => false), START_MS)
  }, START_MS)
  afterAll(() => close())

  /** All that an agent's own session could see meanwhile: tree, document and network. */
  async function watched(work: () => Promise<void>): Promise<string> {
    const agent = await openPage(browser, shop.origin)
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
    await eventually('the form is there', async () => {
      const expression = 'document.readyState === "complete" && document.querySelector("form") !== null'
      const asked = agent.send<{ result: { value?: boolean } }>('Runtime.evaluate', { expression })
      return asked.then(
        ({ result }) => result.value === true,
        () => false, // between two pages
      )
    })
    await look()
    await work()
    await look()
    agent.close()
    expect(JSON.stringify(seen)).toContain('/pay')
    return JSON.stringify(seen)
  }

  it('is paid, and an agent that looks on sees no number', { timeout: START_MS }, async () => {
    const seen = await watched(() => pay({ card, origin: shop.origin, browser, way: 'swap' }))
    const body = new URLSearchParams(shop.received.pop())
    expect([body.get('number'), body.get('expiry'), body.get('code')]).toEqual([card.pan, card.exp, card.cvv])
    expect([seen.includes(card.pan), seen.includes(`code=${card.cvv}`)]).toEqual([false, false])
  })

  it('is paid with the number in the page, which keeps none of it', { timeout: START_MS }, async () => {
    let after = ''
    await watched(async () => {
      await pay({ card, origin: shop.origin, browser, way: 'fill' })
      const agent = await openPage(browser, shop.origin)
      after = JSON.stringify([
        await agent.send('Runtime.evaluate', { expression: 'document.documentElement.outerHTML' }),
        await agent.send('Accessibility.getFullAXTree'),
      ])
      agent.close()
    })
    expect(new URLSearchParams(shop.received.pop()).get('number')).toBe(card.pan)
    expect(after.includes(card.pan)).toBe(false)
  })

  it('is filled at no other origin, and by no browser elsewhere', async () => {
    await expect(pay({ card, origin: other.origin, browser, way: 'swap' })).rejects.toThrow(
      /No page of the browser shows/,
    )
    await expect(pay({ card, origin: shop.origin, browser: 'http://192.0.2.1:9222', way: 'swap' })).rejects.toThrow(
      /this machine/,
    )
    expect([shop.received, other.received]).toEqual([[], []])
  })
})
