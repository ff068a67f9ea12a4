import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { choose } from './choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

/** More than a page of the API holds. */
const MANY = 101

describeInBrowser('fields that ask the API for customers, agents and cards', () => {
  let rig: DashboardRig
  let oldest: { customerId: string; agentId: string }
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'Oldest Traders' } })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'first-agent' })
    await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'First card' })
    oldest = { customerId: customer.id, agentId: agent.id }
    for (let at = 0; at < MANY; at += 1) await purser.customers.create({ name: { business: `Newer ${at}` } })
    for (let at = 0; at < MANY; at += 1)
      await purser.agents.create({ customerId: customer.id, externalId: `later-${at}` })
  })
  afterAll(() => rig.stop())

  it('find those that are older than the newest hundred, for a new card', async () => {
    const { page, complaints } = await rig.browse('admin')
    await page.goto('/cards')
    await page.getByRole('button', { name: 'New card' }).click()
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await customer.fill('oldest')
    await page.getByRole('option', { name: 'Oldest Traders' }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await customer.press('Escape')
    await page.getByRole('combobox', { name: 'Customer', expanded: false }).waitFor()
    await page.getByRole('dialog').waitFor() // it stays
    expect(await customer.inputValue()).toBe('')

    await choose(page, 'Customer', 'oldest', 'Oldest Traders')
    await choose(page, 'Agent', 'first', 'first-agent')
    await page.getByLabel('Limit', { exact: true }).fill('100')
    await page.getByLabel('Label').fill('Second card')
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByRole('heading', { level: 1, name: 'Second card' }).waitFor()
    const { data } = await rig.service.purser.cards.list({ search: 'Second' })
    expect(data).toMatchObject([oldest])
    expect(complaints).toEqual([])
  })

  it('filter transactions, and show whose an address has named', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto(`/transactions?agentId=${oldest.agentId}`)
    const agent = page.getByRole('combobox', { name: 'Agent' })
    await expect.poll(() => agent.inputValue()).toBe('first-agent')
    await choose(page, 'Card', 'first-agent', /first-agent/)
    await page.waitForURL('**cardId=card_*')
    await agent.press('ArrowDown')
    await page.getByRole('option', { name: 'Every agent', selected: true }).waitFor()
    await agent.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('agentId'))
  })

  it('never show the late answer to an older text', async () => {
    const { page } = await rig.browse('admin')
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/customers?*search=newer+1&*', async (route) => {
      await held.promise
      await route.continue().catch(() => {}) // the page has given it up
    })
    await page.goto('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await Promise.all([page.waitForRequest(/search=newer/), customer.fill('newer 1')])
    // Enter comes before the answer: it chooses of the answer to what is typed.
    await customer.fill('oldest')
    await customer.press('Enter')
    await customer.press('Tab')
    await expect.poll(() => customer.inputValue()).toBe('Oldest Traders')
    held.resolve()
    await customer.press('ArrowDown')
    await page.getByRole('option', { name: 'Newer 100' }).waitFor()
    expect(await customer.inputValue()).toBe('Oldest Traders')
  })
})
