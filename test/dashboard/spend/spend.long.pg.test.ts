import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const AGENTS = ['Travel', 'Print', 'Ads', 'Cloud', 'Ink', 'Lunch', 'Books']
const DAYS = 6

describeInBrowser('what finance asks', () => {
  let rig: DashboardRig
  let now = 0
  const ids = new Map<string, string>()
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ type: 'business', name: { business: 'Research' } })
    const policy = { limits: { perAuth: 90_000 }, blockedMccs: ['7995'] }
    const cards: string[] = []
    for (const name of AGENTS) {
      const { id: agentId } = await purser.agents.create({ customerId, externalId: name, name })
      ids.set(name, agentId)
      cards.push((await purser.cards.create({ customerId, agentId, policy })).id)
    }
    cards.push((await purser.cards.create({ customerId, label: 'Spare' })).id)
    for (let day = 0; day < DAYS; day += 1) {
      for (const [index, cardId] of cards.entries()) {
        const merchant = { name: `Shop ${index}`, mcc: index % 2 === 0 ? '5734' : '5942' }
        await purser.network.authorize({ cardId, amount: 100_00 - 10_00 * index, merchant })
      }
      await purser.network.authorize({
        cardId: cards[0] ?? '',
        amount: 7_00,
        merchant: { name: 'Casino', mcc: '7995' },
      })
      if (day < DAYS - 1) await purser.testClock.advance({ seconds: 86_400 })
    }
    now = Date.parse((await purser.testClock.get()).now)
  })
  afterAll(() => rig.stop())

  const visit = async (path: string, role: 'admin' | 'viewer' = 'viewer', width = 1280, dark = false) => {
    const { page, complaints } = await rig.browse(role, {
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      timezoneId: 'America/Los_Angeles',
    })
    await page.clock.setFixedTime(now)
    await page.goto(path)
    return { page, complaints }
  }
  const table = (page: Page) => page.locator('table').filter({ has: page.locator('tfoot') })
  const total = (page: Page) => table(page).locator('tfoot td').first()

  it.each([
    [1440, false],
    [1024, true],
    [390, false],
    [320, true],
  ])('shows spend at %i px, with nothing that axe finds and nothing over the edge', async (width, dark) => {
    const { page, complaints } = await visit('/spend?range=30', 'viewer', width, dark)
    await page.locator('[data-plot]').nth(1).waitFor()
    await total(page).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
  })

  it('groups by agent, category and week; rows add up to the total, and lead to what they count', async () => {
    const { page } = await visit('/spend?range=30')
    // 100 + 90 + ... + 30 dollars on each of six days.
    await total(page).filter({ hasText: '$3,120.00' }).waitFor()
    const row = table(page).getByRole('row').filter({ hasText: 'Travel' })
    expect(await row.locator('td').allTextContents()).toEqual(['$600.00', '19.2%', '$0.00', 'new', '6', '6', '$42.00'])
    await row.getByRole('link', { name: '6 purchases, Travel' }).click()
    await page.getByText('Shop 0').nth(5).waitFor()
    await expect.poll(() => page.locator('main tbody tr[data-row]').count()).toBe(6)

    await page.goBack()
    await page.getByLabel('Group by').selectOption('category')
    await table(page).getByText('Computer software stores · 5734').waitFor()
    await page.getByLabel('Group by').selectOption('week')
    await total(page).filter({ hasText: '$3,120.00' }).waitFor()
    expect(page.url()).toContain('groupBy=week')
  })

  it('filters, and exports exactly the table, with names', async () => {
    const { page } = await visit(`/spend?range=30&groupBy=card&agentId=${ids.get('Ink')}`)
    await total(page).filter({ hasText: '$360.00' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^spend-by-card-[\d-]+-to-[\d-]+-UTC\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]).toMatch(/^Card,card id,"spent USD \([\d-]+ to [\d-]+, UTC\)"/)
    expect(lines[1]).toMatch(/^Card •••• \d{4},card_\w+,360\.00,100,0\.00,6,0,0\.00$/)
    expect(lines[2]).toBe('Total,,360.00,100,0.00,6,0,0.00')
  })

  it('tells of a day in a tooltip, which a click keeps, and leads nowhere by itself', async () => {
    const { page } = await visit('/spend?range=7')
    const plot = page.locator('[data-plot]').first()
    await plot.hover({ position: { x: 300, y: 190 } })
    await page.getByText('Click to keep this open.').waitFor()
    await plot.click({ position: { x: 300, y: 190 } })
    const link = page.getByRole('link', { name: 'Show the day’s transactions' })
    await link.waitFor()
    expect(page.url()).toContain('/spend')
    expect(await link.getAttribute('href')).toMatch(/summed=approved&createdAfter=/)
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
    const others = page
      .getByRole('list', { name: 'Spend by agent' })
      .getByRole('listitem')
      .filter({ hasText: 'Other agents' })
    await others.waitFor()
    expect(await others.getByRole('link').count()).toBe(0)
  })

  it('has one time zone, which an admin sets and every range names', async () => {
    const { page } = await visit('/settings?tab=account', 'admin')
    await page.getByLabel('Time zone').fill('Asia/Atlantis')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no such time zone.').waitFor()
    await page.getByLabel('Time zone').fill('Asia/Tokyo')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The account is saved.').waitFor()

    await page.goto('/spend')
    await page.getByText('In Asia/Tokyo, the time zone of this account, such a day begins at 9:00 AM').waitFor()
    await page.goto('/transactions')
    await page.getByLabel('Days (Asia/Tokyo)').selectOption('7')
    await page.waitForURL(/createdAfter=\d{4}-\d\d-\d\d&createdBefore=/)
    await page.getByText('Shop 0').first().waitFor()
    const from = new URL(page.url()).searchParams.get('createdAfter') ?? ''
    const [request] = await Promise.all([
      page.waitForRequest(
        (asked) => asked.url().includes('/v1/transactions?') && asked.headers()['accept'] === 'text/csv',
      ),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    // A day in Tokyo begins at the first moment that is shown.
    const asked = new URL(request.url()).searchParams.get('createdAfter') ?? ''
    expect(Date.parse(asked)).toBe(Date.parse(`${from}T00:00:00+09:00`))
    await page.getByText(/Exported as transactions-from-.+-Asia-Tokyo\.csv/).waitFor()
    await rig.service.purser.account.update({ timeZone: 'UTC' })
  })
})
