import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { someCompany } from '../some-company.ts'

describeInBrowser('the palette of the dashboard', () => {
  let rig: DashboardRig
  let company: Awaited<ReturnType<typeof someCompany>>
  beforeAll(async () => {
    rig = await startDashboard()
    company = await someCompany(rig.service.purser)
  })
  afterAll(() => rig.stop())

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
  const find = async (page: Page, text: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
    await page.getByRole('option', { name: option }).first().waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor({ state: 'detached' })
  }

  it('finds by id, last digits, name and amount, and does what the role may', async () => {
    const { page, complaints } = await rig.browse('admin')
    const { customer, agent, card } = company
    const { data } = await rig.service.purser.transactions.list()
    const bought = data.find(({ amount }) => amount === 12_350)
    const [event] = (await rig.service.purser.events.list({ type: 'transaction.declined' })).data
    await page.goto('/settings')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    for (const [text, option, path] of [
      [card.last4 ?? '', /Cloud bills/, `/cards/${card.id}`],
      ['northwind', /Northwind Traders/, `/customers/${customer.id}`],
      [agent.id, /Procurement/, `/agents/${agent.id}`],
      ['123.50', /Hetzner/, `/transactions/${bought?.id}`],
      [bought?.id ?? '', /Hetzner/, `/transactions/${bought?.id}`],
      [event?.id ?? '', /transaction\.declined/, `/developers/events?event=${event?.id}`],
      ['playg', /^Try a purchase/, '/playground'],
    ] as const) {
      await find(page, text, option)
      await page.waitForURL(`**${path}`)
    }
    await page.keyboard.press('Control+k')
    await field(page).fill('cloud')
    await page.getByRole('option', { name: /Cloud bills/ }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await find(page, 'new cust', 'New customer')
    await page.getByRole('dialog').getByRole('heading', { name: 'New customer' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('goes by keys that no page takes for its own, and shows them', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/approvals')
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill('new card')
    await page.getByText('Nothing matches.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Cards' }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('g c').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
  })
})
