import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

const DAY = 86_400
const AGENTS = [
  'Invoice bot with a name that is longer than a narrow page is wide',
  'Travel',
  'Print',
  'Ads',
  'Cloud',
  'Ink',
  'Lunch',
]

describeInBrowser('the overview', () => {
  let rig: DashboardRig
  let now = 0
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  /** The browser's clock stands where the service's does. */
  const visit = async (
    path: string,
    options?: Parameters<DashboardRig['browse']>[1],
    role: 'viewer' | 'admin' = 'viewer',
  ) => {
    const { page, complaints } = await rig.browse(role, options)
    await page.clock.setFixedTime(now)
    await page.goto(path)
    return { page, complaints }
  }
  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })

  it('shows on a fresh installation what to do, and nothing that axe finds', async () => {
    now = Date.parse((await rig.service.purser.testClock.get()).now)
    for (const width of [1280, 390]) {
      const { page } = await visit('/', { viewport: { width, height: 844 } }, 'admin')
      await section(page, 'First steps').getByText('0 of 6 done').waitFor()
      await page.getByText('As a command (Create a customer)').click()
      await page.getByLabel('the command: Create a customer').getByText(`curl ${rig.url}/v1/customers`).waitFor()
      expect(await violations(page)).toEqual([])
    }
  })

  describe('of an account that has bought for days', () => {
    beforeAll(async () => {
      const { purser } = rig.service
      const { id: customerId } = await purser.customers.create({
        email: 'a@example.com',
        type: 'business',
        name: { business: 'Research' },
        limits: { perMonth: 500_000 },
      })
      const cards: string[] = []
      for (const [index, name] of AGENTS.entries()) {
        const limits = { perMonth: 100_000 * (index + 1) }
        const { id: agentId } = await purser.agents.create({ customerId, externalId: name, name, limits })
        const policy = { limits: { perAuth: 10_000 }, blockedMccs: ['7995'] }
        cards.push((await purser.cards.create({ customerId, agentId, policy })).id)
      }
      for (let day = 0; day < 6; day += 1) {
        for (const [index, cardId] of cards.entries()) {
          const amount = 1000 * (AGENTS.length - index) + 50 * day
          await purser.network.authorize({ cardId, amount, merchant: { name: `Shop ${index}` } })
        }
        await purser.network.authorize({
          cardId: cards[0] ?? '',
          amount: 100,
          merchant: { name: 'Casino', mcc: '7995' },
        })
        if (day < 5) await purser.testClock.advance({ seconds: DAY })
      }
      await purser.network.authorize({ cardId: cards[1] ?? '', amount: 90_000, merchant: { name: 'Jet' } })
      const asking = await purser.cards.create({ customerId, policy: { requireApproval: true } })
      for (let n = 1; n <= 6; n += 1)
        await purser.intents.declare(asking.id, { purpose: `A chair, number ${n}`, expectedAmount: 10_000 + n })
      now = Date.parse((await purser.testClock.get()).now)
    })

    it.each([1280, 390])('shows all of it at %i px, with nothing that axe finds', async (width) => {
      const { page, complaints } = await visit('/', { viewport: { width, height: 844 } })
      await page.locator('[data-plot]').waitFor()
      await section(page, 'Budgets').getByText('At this pace').first().waitFor()
      await section(page, 'Last declines').getByText('Jet').waitFor()
      await section(page, 'Waiting for approval').getByText('A chair, number 6').waitFor()
      await page.getByText('Each day as a table').click()
      expect(await violations(page)).toEqual([])
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      expect(complaints).toEqual([])
    })

    it('sums what was spent, by agent and by day, and leads to the list behind each number', async () => {
      const { page } = await visit('/?days=7')
      const spend = section(page, 'Spend by day')
      // 28,000 cents a day, and 50 more for each agent on each day after the first.
      await spend.getByRole('link', { name: '$1,732.50 spent in 7 days' }).waitFor()
      const travel = spend.getByRole('link', { name: '$367.50, Travel' })
      expect(await travel.getAttribute('href')).toMatch(
        /^\/transactions\?agentId=agt_\w+&summed=approved&createdAfter=.+&createdBefore=/,
      )
      await spend.getByText('Other agents').first().waitFor()
      await page.getByText('Each day as a table').click()
      await expect.poll(() => spend.getByRole('row').count()).toBe(8)
    })

    it('keeps the range in the URL', async () => {
      const { page } = await visit('/')
      await page.getByRole('link', { name: '7 days', exact: true }).click()
      await page.waitForURL('**/?days=7')
      await section(page, 'Spend by day').getByRole('link', { name: 'spent in 7 days' }).waitFor()
    })

    it('tells why purchases were declined, the commonest rule first', async () => {
      const { page } = await visit('/?days=7')
      const rules = section(page, 'Declines by rule').getByRole('link')
      await rules.first().waitFor()
      expect(await rules.allTextContents()).toEqual([
        'Category is blocked 6 declined',
        'Over the limit per purchase 1 declined',
      ])
      expect(await rules.first().getAttribute('href')).toContain('status=declined&reason=mcc_blocked')
    })

    it('shows five that wait and leads to all, and what a month comes to', async () => {
      const { page } = await visit('/')
      const waiting = section(page, 'Waiting for approval')
      await waiting.getByRole('link', { name: 'All 6' }).waitFor()
      await expect.poll(() => waiting.getByRole('row').count()).toBe(6)
      await section(page, 'Budgets').getByRole('link', { name: 'Research' }).waitFor()
    })

    it('lists budgets by the share that is used, tells of cards by the tightest, and by how much one is over', async () => {
      const { purser } = rig.service
      const { data } = await purser.agents.list({ limit: 10 })
      const idOf = (name: string) => data.find((one) => one.name === name)?.id ?? ''
      // Lunch, made last, has spent 67.50 in all; Ink has one card, which has spent 127.50.
      await purser.agents.update(idOf('Lunch'), { limits: { perMonth: null, total: 1_000 } })
      await purser.agents.update(idOf('Ink'), { limits: { perMonth: null }, policy: { limits: { total: 14_000 } } })
      const { page } = await visit('/')
      const rows = section(page, 'Budgets').getByRole('listitem')
      await rows.nth(0).getByText('$57.50 over').waitFor()
      await rows.nth(0).getByText('Lunch').waitFor()
      await rows.nth(1).getByText('1 card in total').waitFor()
      await rows.nth(1).getByText('$12.50 left').waitFor()
      await section(page, 'Budgets').getByRole('link', { name: 'All budgets' }).click()
      await page.getByRole('heading', { name: 'Budgets', level: 1 }).waitFor()
      await page.locator('main').getByRole('listitem').nth(AGENTS.length).waitFor()
    })

    it('shows a purchase that is made meanwhile', async () => {
      const { page } = await visit('/?days=7')
      await section(page, 'Last declines').getByText('Jet').waitFor()
      const { data } = await rig.service.purser.cards.list({ limit: 2 })
      await rig.service.purser.network.authorize({
        cardId: data[1]?.id ?? '',
        amount: 200,
        merchant: { name: 'Roulette', mcc: '7995' },
      })
      await section(page, 'Last declines').getByText('Roulette').waitFor()
    })
  })
})
