import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const DAY_S = 86_400
const LIMIT = 300_00
/** What is bought on each of the last three days. */
const BOUGHT = [100_00, 50_00, 30_00]

describeInBrowser('the chart of a budget', () => {
  let rig: DashboardRig
  let now = 0
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({
      type: 'business',
      name: { business: 'Research' },
      limits: { perWeek: LIMIT },
    })
    const limits = { perMonth: 1_000_00 }
    const { id: agentId } = await purser.agents.create({ customerId, externalId: 'lab', name: 'Laboratory', limits })
    const { id: cardId } = await purser.cards.create({ customerId, agentId })
    for (const [day, amount] of BOUGHT.entries()) {
      if (day > 0) await purser.testClock.advance({ seconds: DAY_S })
      await purser.network.authorize({ cardId, amount, merchant: { name: 'Glass Shop' } })
    }
    now = Date.parse((await purser.testClock.get()).now)
  })
  afterAll(() => rig.stop())

  const visit = async () => {
    const { page, complaints } = await rig.browse('viewer', { viewport: { width: 1280, height: 900 } })
    await page.clock.setFixedTime(now)
    await page.goto('/budgets')
    const chart = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Spend against limit' }) })
    await chart.locator('[data-plot]').waitFor()
    return { page, chart, complaints }
  }
  const numbersOf = async (drawn: Locator, attribute: string) => {
    const all = await drawn.all()
    return Promise.all(all.map(async (one) => Number(await one.getAttribute(attribute))))
  }

  it('begins with the tightest limit, and draws how much was spent by the end of each day', async () => {
    const { page, chart, complaints } = await visit()
    await chart.getByText('Research: $180.00 of $300.00 per week. The dashed line is the limit.').waitFor()
    const heights = await numbersOf(chart.locator('circle'), 'cy')
    const [limitAt = 0] = await numbersOf(chart.locator('line[stroke-dasharray]'), 'y1')
    const zeroAt = heights[0] ?? 0
    const drawn = heights.map((at) => Math.round((LIMIT * (zeroAt - at)) / (zeroAt - limitAt)))
    expect(drawn).toEqual([0, 0, 0, 0, 100_00, 150_00, 180_00])
    expect(await violationsAtEachWidth(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('tells of the day at the pointer what was spent and what was left', async () => {
    const { page, chart } = await visit()
    await pointAt(page, chart, 5)
    await chart.getByText('$150.00 spent').waitFor()
    await chart.getByText('$150.00 left').waitFor()
    await pointAt(page, chart, 6)
    await chart.getByText('$180.00 spent').waitFor()
    await chart.getByText('$120.00 left').waitFor()
    await page.mouse.move(5, 5)
    await chart.getByText('$180.00 spent').waitFor({ state: 'detached' })
  })

  it('says by how much a limit is over', async () => {
    const { purser } = rig.service
    const { data } = await purser.customers.list({ limit: 1 })
    await purser.customers.update(data[0]?.id ?? '', { limits: { perWeek: 160_00 } })
    const { page, chart } = await visit()
    await chart.getByText('Research: $180.00 of $160.00 per week.').waitFor()
    await pointAt(page, chart, 6)
    await chart.getByText('$20.00 over the limit').waitFor()
    await purser.customers.update(data[0]?.id ?? '', { limits: { perWeek: LIMIT } })
  })

  it('shows another limit, which is chosen by the keyboard; the drawing is hidden from screen readers', async () => {
    const { page, chart } = await visit()
    const limits = chart.getByLabel('Limit', { exact: true })
    expect(await limits.locator('option').allTextContents()).toEqual(['Research, per week', 'Laboratory, per month'])
    await limits.focus()
    await page.keyboard.press('ArrowDown')
    await chart.getByText(/^Laboratory: \$[\d.]+ of \$1,000\.00 per month\./).waitFor()
    await chart.locator('[aria-hidden="true"] > svg [data-plot]').waitFor({ state: 'attached' })
  })
})

/** Moves the pointer to one of the seven days: there is room of 0.3 days before the first and after the last one. */
async function pointAt(page: Page, chart: Locator, day: number): Promise<void> {
  const box = await chart.locator('[data-plot]').boundingBox()
  if (box === null) throw new Error('The chart is not to be seen')
  await page.mouse.move(box.x + ((day + 0.3) / 6.6) * box.width, box.y + box.height / 2)
}
