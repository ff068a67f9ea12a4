import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('cost centers in the dashboard', () => {
  let rig: DashboardRig
  let cardId: string
  let customerId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    customerId = (await purser.customers.create({ name: { business: 'Northwind' }, costCenter: '6200' })).id
    cardId = (await purser.cards.create({ customerId, label: 'Desk' })).id
  })
  afterAll(() => rig.stop())

  it('are changed on the page of a card, and a purchase keeps the one that it had', async () => {
    const { purser } = rig.service
    const { page, complaints } = await rig.browse('admin', { viewport: { width: 1024, height: 768 } })
    const inherited = await purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink Shop' } })
    await page.goto(`/cards/${cardId}`)
    await page.getByText('none of its own').waitFor()
    await page.getByRole('button', { name: 'Change the cost center' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cost center').fill('R-7\u202E')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/`?costCenter`?/).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await dialog.getByLabel('Cost center').fill('R-7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('dl').getByText('R-7').waitFor()
    expect((await purser.cards.get(cardId)).costCenter).toBe('R-7')
    const own = await purser.network.authorize({ cardId, amount: 200, merchant: { name: 'Ink Shop' } })

    for (const [{ transactionId }, costCenter] of [
      [inherited, '6200'],
      [own, 'R-7'],
    ] as const) {
      await page.goto(`/transactions/${transactionId}`)
      await page.getByText(costCenter, { exact: true }).waitFor()
    }
    await page.goto('/spend?groupBy=costCenter')
    await page.getByRole('row', { name: /R-7.*\$2\.00/ }).waitFor()
    await page.getByRole('row', { name: /6200.*\$1\.00/ }).waitFor()
    await page.goto('/transactions?costCenter=R-7')
    await page.getByRole('row', { name: /\$2\.00/ }).waitFor()
    expect(await page.getByRole('row', { name: /\$1\.00/ }).count()).toBe(0)
    expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
  })

  it('can be emptied, so that the one above holds again', async () => {
    const { purser } = rig.service
    await purser.cards.update(cardId, { costCenter: 'R-8' })
    const { page } = await rig.browse('admin')
    await page.goto(`/cards/${cardId}`)
    await page.getByRole('button', { name: 'Change the cost center' }).click()
    await page.getByRole('dialog').getByLabel('Cost center').fill('')
    await page.keyboard.press('Enter')
    await page.getByText('none of its own').waitFor()
    expect((await purser.cards.get(cardId)).costCenter).toBeUndefined()
    const { transaction } = await purser.network.authorize({ cardId, amount: 300, merchant: { name: 'Ink Shop' } })
    expect(transaction.costCenter).toBe('6200')
  })
})
