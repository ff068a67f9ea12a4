import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const DAY_S = 86_400
const ARRIVE_MS = 20_000

describeInBrowser('how the deliveries of a webhook went', () => {
  let rig: DashboardRig
  let sink: WebhookSink
  let path: string
  let failedIds: string[]
  let now = 0
  beforeAll(async () => {
    rig = await startDashboard()
    sink = await openWebhookSink()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    const makeCards = async (count: number, status: number) => {
      sink.answerWith(() => ({ status }))
      for (let made = 0; made < count; made += 1) await purser.cards.create({ customerId })
      await purser.testClock.advance({ seconds: 0 })
    }
    const { id } = await purser.webhooks.create({ url: sink.url, events: ['card.created'] })
    path = `/developers/webhooks/${id}`
    await makeCards(2, 500)
    // After the last of its attempts a delivery has failed.
    await purser.testClock.advance({ seconds: 2 * DAY_S })
    failedIds = [...new Set(sink.requests.map(({ event }) => event.id))].toSorted()
    await makeCards(3, 200)
    await makeCards(1, 500)
    now = Date.parse((await purser.testClock.get()).now)
  })
  afterAll(async () => {
    await rig.stop()
    await sink.close()
  })

  const visit = async (role: 'admin' | 'viewer', search = '') => {
    const { page, complaints } = await rig.browse(role, { viewport: { width: 1280, height: 900 } })
    await page.clock.setFixedTime(now)
    await page.goto(path + search)
    await chartOf(page).locator('[data-plot]').waitFor()
    return { page, chart: chartOf(page), complaints }
  }
  const chartOf = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deliveries over time' }) })
  const legend = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').allTextContents()
  const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')

  it('counts the last 24 hours or the last 14 days, and says how late they were and since when one waits', async () => {
    const { page, chart, complaints } = await visit('viewer')
    await chart.getByRole('link', { name: '3, Delivered' }).waitFor()
    expect(await legend(page)).toEqual(['Delivered3', 'Failed0', 'Waiting1'])
    await chart.getByLabel('Range').selectOption('Last 14 days')
    await page.waitForURL('**?by=day')
    await chart.getByRole('link', { name: '2, Failed' }).waitFor()
    expect(await legend(page)).toEqual(['Delivered3', 'Failed2', 'Waiting1'])
    await chart.getByText(/half within [\d.,]+ m?s, 95 % within [\d.,]+ m?s/).waitFor()
    await chart.getByText(/^for /).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('draws each day by its outcomes, and tells of them in a tooltip that a click keeps', async () => {
    const { page, chart } = await visit('viewer', '?by=day')
    const [failed, today] = await Promise.all([columnAt(page, 11), columnAt(page, 13)])
    const tooltip = (text: string) => chart.locator('.absolute').filter({ hasText: text })
    await page.mouse.move(failed.x, failed.y)
    await tooltip('(UTC)2Failed2Click to keep this open.').waitFor()
    await page.mouse.move(today.x, today.y)
    await tooltip('(UTC)4Waiting1Delivered3Click to keep this open.').waitFor()
    await page.mouse.click(today.x, today.y)
    await chart.getByRole('link', { name: 'Show all deliveries' }).waitFor()
    await page.mouse.move(5, 5)
    await tooltip('(UTC)4Waiting1Delivered3').waitFor()
    await page.keyboard.press('Escape')
    await tooltip('(UTC)').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?by=day')
  })

  it('lights up by the keyboard, too, and leads to what each number counts', async () => {
    const { page, chart } = await visit('viewer', '?by=day')
    const link = chart.getByRole('link', { name: '2, Failed' })
    await link.waitFor()
    expect(await chart.locator('g[opacity="0.22"]').count()).toBe(0)
    await link.focus()
    await chart.locator('g[opacity="0.22"]').nth(1).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**?status=failed')
    await rows(page).nth(2).waitFor({ state: 'detached' })
    await rows(page).nth(1).waitFor()
    await expect.poll(() => rows(page).getByText('failed', { exact: true }).count()).toBe(2)
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  it('sends all that failed again, once that was confirmed, and says how many', async () => {
    const { page, chart } = await visit('admin', '?by=day')
    sink.answerWith(() => ({ status: 200 }))
    const before = sink.requests.length
    const ask = () => page.getByRole('button', { name: 'Retry all failed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send all failed deliveries again?' })
    await ask()
    await dialog.getByText('may get an event that it has had before').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sink.requests.length).toBe(before)

    await ask()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send them again' }).click()
    await page.getByText('2 deliveries are sent again.').waitFor()
    await sink.received(before + 2, ARRIVE_MS)
    const sent = sink.requests.slice(before).map(({ event }) => event.id)
    expect(sent.toSorted()).toEqual(failedIds)

    await page.reload()
    await chart.getByRole('link', { name: '5, Delivered' }).waitFor()
    await ask()
    await dialog.getByRole('button', { name: 'Send them again' }).click()
    await page.getByText('No delivery has failed.').waitFor()
    expect(sink.requests.length).toBe(before + 2)
  })

  it('offers a viewer no retry', async () => {
    const { page } = await visit('viewer')
    await rows(page).first().waitFor()
    expect(await page.getByRole('button', { name: 'Retry all failed' }).count()).toBe(0)
  })

  /** Where one of the 14 days stands, at the foot of its column: there is room of 0.6 days before the first and after the last one. */
  async function columnAt(page: Page, day: number): Promise<{ x: number; y: number }> {
    const plot = chartOf(page).locator('[data-plot]')
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (box === null) throw new Error('The chart is not to be seen')
    return { x: box.x + ((day + 0.6) / 14.2) * box.width, y: box.y + box.height - 10 }
  }
})
