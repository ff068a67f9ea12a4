import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations, violationsAtEachWidth } from './axe.ts'
import { choose } from './finding/choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

describeInBrowser('making, finding and mending in the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** As somebody without a mouse: Tab after Tab, until what is meant has the focus. */
  const tabTo = async (page: Page, role: 'button' | 'link' | 'textbox', name: string | RegExp) => {
    const wanted = page.getByRole(role, { name, exact: true })
    await wanted.first().waitFor()
    for (let tabs = 0; tabs < 200; tabs += 1) {
      if ((await wanted.and(page.locator(':focus')).count()) === 1) return
      await press(page, 'Tab')
    }
    throw new Error(`200 times Tab do not lead to ${String(name)}`)
  }

  it('makes a customer, an agent and a card, and finds each by a part of its name', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/customers')
    await page.getByRole('button', { name: 'New customer' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Northwind Traders')
    await page.getByLabel('Email').fill('finance@northwind.example')
    await page.getByLabel('Limit').fill('2500')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northwind Traders' }).waitFor()

    await page.goto('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    await choose(page, 'Customer', 'northw', 'Northwind Traders')
    await page.getByLabel('External id').fill('procurement-1')
    await page.getByLabel('Name', { exact: true }).fill('Procurement')
    await page.getByLabel('Limit').fill('much')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Enter an amount in dollars above 0').waitFor()
    await page.getByLabel('Limit').fill('900')
    await page.getByLabel('Period').selectOption('per week')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { level: 1, name: 'Procurement' }).waitFor()

    await page.goto('/cards')
    await page.getByRole('button', { name: 'New card' }).click()
    await choose(page, 'Customer', 'northw', 'Northwind Traders')
    await choose(page, 'Agent', 'procur', 'Procurement')
    await page.getByText('Taken from above: $2,500.00 per month.').waitFor()
    await page.getByLabel('Limit').fill('120.50')
    await page.getByLabel('Period').selectOption('per day')
    await page.getByLabel('Label').fill('Cloud bills')
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cloud bills' }).waitFor()
    const { purser } = rig.service
    const { data } = await purser.cards.list()
    expect(data.map(({ label, agentId, limits }) => [label, agentId !== null, limits])).toEqual([
      ['Cloud bills', true, { perDay: 12_050 }],
    ])
    expect((await purser.agents.list()).data[0]?.limits).toEqual({ perWeek: 90_000 })
    expect((await purser.customers.list()).data[0]?.limits).toEqual({ perMonth: 250_000 })

    for (const [list, search, found] of [
      ['customers', 'north FINANCE', 'Northwind Traders'],
      ['agents', 'ment-1', 'Procurement'],
      ['cards', data[0]?.last4 ?? '', 'Cloud bills'],
    ] as const) {
      await page.goto(`/${list}`)
      await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
      await press(page, 'Enter')
      await page.getByText(/^No .* matches\.$/).waitFor()
      await page.getByRole('searchbox', { name: 'Search' }).fill(search)
      await press(page, 'Enter')
      await page.getByRole('cell', { name: found }).first().waitFor()
      expect(new URL(page.url()).searchParams.get('search')).toBe(search)
    }
  })

  it('makes a card that nothing bounds only for somebody who says so, and lists mark it', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ name: { business: 'Boundless' } })
    await purser.cards.create({ customerId, label: 'Bounded', limits: { perDay: 5_000 } })
    const { page } = await rig.browse('admin')
    await page.goto(`/cards?customerId=${customerId}`)
    await page.getByRole('button', { name: 'New card' }).click()
    await page.getByLabel('Label').fill('Anything')
    await page.getByLabel('To go without one').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByText('Enter a limit above, or “without a limit” here.').waitFor()
    expect((await purser.cards.list({ customerId })).data).toHaveLength(1)
    await page.getByLabel('To go without one').fill('Without a limit')
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByRole('heading', { level: 1, name: 'Anything' }).waitFor()
    await page.goto(`/cards?customerId=${customerId}`)
    await page
      .getByRole('row', { name: /Anything/ })
      .getByText('No limit')
      .waitFor()
    expect(
      await page
        .getByRole('row', { name: /Bounded/ })
        .getByText('No limit')
        .count(),
    ).toBe(0)
  })

  it('leads from a card to what was declared with it, and to what became of that', async () => {
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'Declarers' } })
    const { id } = await purser.cards.create({ customerId: customer.id, label: 'Ink' })
    const intent = await purser.intents.declare(id, { purpose: 'Printer ink', expectedAmount: 4_900 })
    await purser.intents.declare(id, { purpose: 'Paper', expectedAmount: 900 })
    await purser.intents.cancel(intent.id)
    const { page } = await rig.browse('viewer', { reducedMotion: 'reduce' })
    await page.goto(`/cards/${id}`)
    await page.getByRole('link', { name: 'All intents' }).click()
    await page.getByRole('link', { name: 'Paper' }).waitFor()
    await page.getByLabel('Status').selectOption('canceled')
    await page.getByRole('link', { name: 'Paper' }).waitFor({ state: 'detached' })
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ cardId: id, status: 'canceled' })
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Printer ink' }).click()
    await page.getByRole('heading', { level: 1, name: 'Printer ink' }).waitFor()
    await page.getByText('Canceled', { exact: true }).first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('by keyboard alone: a card is found and frozen, its policy mended', async () => {
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'By Keyboard' } })
    const { id } = await purser.cards.create({ customerId: customer.id, label: 'Typewriters' })
    const { page } = await rig.browse('admin')
    await page.goto('/')
    await tabTo(page, 'link', 'Cards')
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor()
    await tabTo(page, 'link', /^Typewriters/)
    await press(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Typewriters' }).waitFor()
    await tabTo(page, 'button', 'Freeze')
    await press(page, 'Enter')
    await page.getByText('The card is frozen').waitFor()
    expect((await purser.cards.get(id)).status).toBe('frozen')

    await tabTo(page, 'link', 'Edit policy')
    await press(page, 'Enter')
    await tabTo(page, 'textbox', 'Per purchase, USD')
    await page.keyboard.type('75')
    await tabTo(page, 'button', 'Review and save')
    await press(page, 'Enter')
    await page.getByRole('dialog').getByText('$75.00').waitFor()
    await tabTo(page, 'button', 'Save')
    await press(page, 'Enter')
    await page.getByText('Saved 1 change.').waitFor()
    expect((await purser.cards.get(id)).policy).toMatchObject({ limits: { perAuth: 7_500 } })
  })
})
