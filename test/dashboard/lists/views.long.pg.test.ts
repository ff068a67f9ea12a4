import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('tabs, orders and saved views of lists in the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ name: { business: 'Northwind' } })
    const make = async (label: string, spent: number) => {
      const card = await purser.cards.create({ customerId, label, limits: { total: 10_000 } })
      if (spent > 0) await purser.network.authorize({ cardId: card.id, amount: spent, merchant: { name: 'Ink' } })
      return card.id
    }
    await make('Beta', 9_000)
    await make('Card 10', 100)
    await make('Card 9', 5_000)
    await purser.cards.create({ customerId, label: 'alpha' }) // nothing limits it
    await purser.cards.freeze(await make('Frozen', 0))
    await purser.cards.close(await make('Closed', 0))
  })
  afterAll(() => rig.stop())

  const names = async (page: Page) =>
    (await page.locator('[data-row] td:nth-child(2) a').allInnerTexts()).map((text) => text.split(/\n|••••/)[0]?.trim())

  it('begins with what can spend, says how many there are of each status, and sorts by name and by use', async () => {
    const { page, complaints } = await rig.browse('admin')
    await page.goto('/cards')
    await expect.poll(() => names(page)).toEqual(['alpha', 'Card 9', 'Card 10', 'Beta'])
    for (const tab of ['Active 4', 'Frozen 1', 'Closed 1']) await page.getByRole('link', { name: tab }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByLabel('Order').selectOption('By name')
    await expect.poll(() => names(page)).toEqual(['alpha', 'Beta', 'Card 9', 'Card 10'])
    await page.getByLabel('Order').selectOption('Most of limit used')
    await expect.poll(() => names(page)).toEqual(['Beta', 'Card 9', 'Card 10', 'alpha'])
    await page.getByRole('link', { name: 'Frozen 1' }).click()
    await expect.poll(() => names(page)).toEqual(['Frozen'])
    // A search is of all of them, whatever their status.
    await page.goto('/cards')
    await page.getByRole('searchbox', { name: 'Search' }).fill('clo')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['Closed'])
    await page.getByRole('link', { name: 'All', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps filters under a name in this browser, twenty at most, and forgets them when told to', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/cards')
    await page.getByRole('link', { name: /^Frozen/ }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('On ice')
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'On ice' }).and(page.locator('[aria-current=page]')).waitFor()
    await page.getByRole('link', { name: /^Active/ }).click()
    await page.reload()
    await page.getByRole('link', { name: 'On ice' }).click()
    await page.waitForURL('**/cards?status=frozen')
    // Agents have views of their own.
    await page.goto('/agents')
    await page.getByText('There is no agent yet.').waitFor()
    expect(await page.getByRole('link', { name: 'On ice' }).count()).toBe(0)

    await page.evaluate(() => {
      const many = Array.from({ length: 25 }, (_, at) => ({ name: `View ${at}`, query: `search=${at}` }))
      localStorage.setItem('purser:views:cards', JSON.stringify(['no view', ...many]))
    })
    await page.goto('/cards?search=something')
    const views = page.getByRole('navigation', { name: 'Saved views' })
    await views.getByRole('link').nth(19).waitFor()
    await expect.poll(() => views.getByRole('link').count()).toBe(20)
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByText('There are 20 views of this list already.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Delete the view View 3' }).click()
    await expect.poll(() => views.getByRole('link').count()).toBe(19)
  })
})
