import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readNodeMetrics } from '../../support/metrics-of.ts'
import { newPerson, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { type DashboardRig, describeInBrowser, startDashboard, type Visit } from '../dashboard-rig.ts'

const TABS = 12
const WIDE = { viewport: { width: 1280, height: 900 } }

describeInBrowser('many tabs of one browser, over HTTP/1.1', () => {
  let rig: DashboardRig
  let customerId: string
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    customerId = (await purser.customers.create({ name: { business: 'Example Works' } })).id
    const policy = { requireApproval: true }
    cardId = (await purser.cards.create({ customerId, label: 'Supplies', policy })).id
  })
  afterAll(() => rig.stop())

  const declare = (purpose: string) =>
    rig.service.purser.intents.declare(cardId, { purpose, expectedAmount: 4_000, ttlMinutes: 600 })
  const streams = async () =>
    Number(/^purser_event_streams_open (\d+)$/m.exec(await readNodeMetrics(rig.service.baseUrl))?.[1])
  const hasStreams = (count: number) => expect.poll(streams).toBe(count)
  const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor()
  /** Something happens, which the list of cards shows without being asked. */
  const happens = (label: string) => rig.service.purser.cards.create({ customerId, label })
  const shows = (page: Page, label: string) => page.getByRole('link', { name: label }).first().waitFor()

  /** Opens tabs beside the first one, and notes which of them asks for a stream. */
  async function openTabs({ context, page }: Visit, count: number) {
    const asked: Page[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/v1/events/stream')) asked.push(request.frame().page())
    })
    const pages = [page]
    while (pages.length < count) pages.push(await context.newPage())
    await Promise.all(pages.map((each) => each.goto('/cards')))
    await Promise.all(pages.map(isLive))
    return { pages, leader: () => asked.at(-1) as Page }
  }

  it('are all live by one stream, and every request of each is answered', async () => {
    const ann = await openTabs(await rig.browse('approver', WIDE), TABS)
    const bob = await openTabs(await rig.browse('admin', WIDE), 2)
    await hasStreams(2)

    const answers = await Promise.all(
      ann.pages.map((page) => page.evaluate(() => fetch('/v1/self').then(({ status }) => status))),
    )
    expect(answers).toEqual(Array(TABS).fill(200))

    await happens('Paper Mill')
    await Promise.all([...ann.pages, ...bob.pages].map((page) => shows(page, 'Paper Mill')))

    const { id } = await declare('Paper')
    const { data } = await rig.service.purser.approvals.list({ status: 'pending' })
    const path = `/approvals/${data.find(({ intentId }) => intentId === id)?.id}`
    const [hers, his] = [ann.pages[6], bob.pages[1]] as [Page, Page]
    for (const page of [hers, his]) {
      await page.goto(path)
      await page.getByRole('button', { name: /^Approve/ }).waitFor()
      await isLive(page)
    }
    const sure = hers.getByRole('dialog').getByRole('button', { name: /^Approve/ })
    await hers.getByRole('button', { name: /^Approve/ }).click()
    await expect
      .poll(async () => {
        if (await sure.isVisible()) await sure.click()
        return (await rig.service.purser.intents.get(id)).status
      })
      .toBe('pending')
    await his
      .getByText(/approved by/i)
      .first()
      .waitFor()
    await hasStreams(2)
  })

  it('are live again at once when the tab with the stream is closed, or crashes', async () => {
    const { pages, leader } = await openTabs(await rig.browse('approver', WIDE), 4)
    const closed = leader()
    await closed.close()
    const three = pages.filter((page) => page !== closed)
    await expect.poll(leader).not.toBe(closed)
    await Promise.all(three.map(isLive))
    await happens('Ink Works')
    await Promise.all(three.map((page) => shows(page, 'Ink Works')))

    const crashed = leader()
    const gone = crashed.waitForEvent('crash')
    void crashed.goto('chrome://crash').catch(() => null)
    await gone
    const two = three.filter((page) => page !== crashed)
    await expect.poll(leader).not.toBe(crashed)
    await happens('String Shop')
    await Promise.all(two.map((page) => shows(page, 'String Shop')))
    await hasStreams(1)
  })

  it('have none where all are hidden for a minute, and all that was missed when one is looked at', async () => {
    const visit = await rig.browse('approver', WIDE)
    await visit.context.clock.install()
    const { pages, leader } = await openTabs(visit, 3)
    const first = leader()
    const [second, third] = pages.filter((page) => page !== first) as [Page, Page]
    await show(first, 'hidden')
    await first.clock.fastForward(61_000)
    await expect.poll(leader).not.toBe(first)
    await hasStreams(1)
    await Promise.all(pages.map(isLive))

    for (const page of [second, third]) await show(page, 'hidden')
    for (const page of [second, third]) await page.clock.fastForward(61_000)
    await hasStreams(0)
    await happens('Glue Factory')
    await show(third, 'visible')
    await shows(third, 'Glue Factory')
    await hasStreams(1)
    await isLive(third)
  })

  it('are of the person who is signed in: of another one after a sign-in, of nobody after a sign-out', async () => {
    const visit = await rig.browse('approver', WIDE)
    const { pages } = await openTabs(visit, 3)
    const [one, two, three] = pages as [Page, Page, Page]
    const { id } = await newPerson(rig.service, 'viewer', 'other@example.com')
    const { name } = await rig.service.purser.people.get(id)
    await one.goto('/sign-in')
    await one.getByLabel('Email').fill('other@example.com')
    await one.getByLabel('Password').fill(TEST_PASSWORD)
    await one.getByRole('button', { name: 'Sign in', exact: true }).click()
    for (const page of pages)
      await page
        .getByRole('link', { name: new RegExp(name) })
        .or(page.getByText(name))
        .first()
        .waitFor()
    await Promise.all(pages.map(isLive))
    await hasStreams(1)
    await signOut(visit.context, two)
    for (const page of [one, three]) await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await hasStreams(0)
  })

  it('say it where an answer takes five seconds', async () => {
    const { page } = await rig.browse('viewer', WIDE)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/v1\/agents\?/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/agents')
    const band = page.getByRole('region', { name: 'This takes longer than usual' })
    await band.getByText('This takes longer than usual.').waitFor()
    answer()
    await band.waitFor({ state: 'detached' })
    await page.getByText('There is no agent yet.').waitFor()
  })
})

/** What a browser tells a page that is looked at, or no longer. A browser without windows shows all of them. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))
  `)

async function signOut(context: BrowserContext, page: Page): Promise<void> {
  expect(
    await page.evaluate(() => fetch('/v1/sessions/current', { method: 'DELETE' }).then(({ status }) => status)),
  ).toBe(200)
  expect(context.pages().length).toBeGreaterThan(1)
}
