import { afterAll, beforeAll, expect, it } from 'vitest'
import { choose } from '../finding/choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const SLOWER = 4

describeInBrowser('the playground', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('loses no key of somebody who types fast, and sends what the form says', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({
      name: { business: 'Printers' },
      limits: { total: 1_000_000 },
    })
    const { id: cardId } = await purser.cards.create({ customerId, label: 'Ink' })
    const { page, context } = await rig.browse('admin')
    const devtools = await context.newCDPSession(page)
    await page.goto('/playground')
    await page.getByRole('combobox', { name: 'Card' }).waitFor()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await choose(page, 'Card', 'Ink', /^Ink/)
    await page.getByLabel('Amount').focus()
    await page.keyboard.type('1234.56')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ink Shop Berlin')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(await page.getByLabel('Amount').inputValue()).toBe('1234.56')
    expect(await page.getByLabel('Merchant').inputValue()).toBe('Ink Shop Berlin')
    // The address follows the form at each pause of whoever types.
    await page.waitForURL(({ searchParams }) => searchParams.get('merchant') === 'Ink Shop Berlin')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      cardId,
      amount: '1234.56',
      merchant: 'Ink Shop Berlin',
    })

    // Sent at once after another key, before anything has paused.
    await page.getByLabel('Amount').fill('20.07')
    await page.getByRole('button', { name: 'Send as a purchase' }).click()
    await page.getByText('It was decided').waitFor()
    const [sent] = (await purser.transactions.list({ cardId })).data
    expect(sent?.amount).toBe(2_007)

    await page.waitForURL(/amount=20\.07/)
    await page.goBack()
    await page.goForward()
    await page.getByRole('link', { name: 'Open the card' }).waitFor()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('20.07')
  })
})
