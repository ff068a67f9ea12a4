import { afterAll, beforeAll, expect, it } from 'vitest'
import { currencyCodes } from '../../../src/domain/currencies.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('the currency of a new customer', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    await rig.service.purser.account.update({ currency: 'SLE' })
  })
  afterAll(() => rig.stop())

  it('is one of those that the service takes, and the one that is shown is sent', async () => {
    const { page } = await rig.browse('admin')
    await page.goto('/customers')
    await page.getByRole('button', { name: 'New customer' }).first().click()
    const field = page.getByLabel('Currency')
    await expect.poll(() => field.inputValue()).toBe('SLE')
    const offered = await field.locator('option').allTextContents()
    expect(offered.map((text) => text.slice(0, 3))).toEqual(currencyCodes)
    await field.selectOption('XCG')
    await page.getByLabel('Email').fill('new@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Create customer' }).click()
    await expect
      .poll(async () => (await rig.service.purser.customers.list({})).data.map(({ currency }) => currency))
      .toEqual(['XCG'])
  })
})
