import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type DashboardRig, describeInBrowser, startDashboard, type Visit } from '../dashboard-rig.ts'

describeInBrowser('customers in several currencies', () => {
  let rig: DashboardRig
  let visit: Visit
  const cards = new Map<string, { id: string; customerId: string }>()
  beforeAll(async () => {
    rig = await startDashboard()
    visit = await rig.browse('admin', { viewport: { width: 1280, height: 900 } })
    const { purser } = rig.service
    for (const currency of ['USD', 'EUR', 'JPY']) {
      const { id: customerId } = await purser.customers.create({
        name: { business: `Halden ${currency}` },
        currency,
        limits: { perMonth: 250_000 },
      })
      const { id } = await purser.cards.create({ customerId, policy: { limits: { perAuth: 100_000 } } })
      cards.set(currency, { id, customerId })
      await purser.network.authorize({ cardId: id, amount: 1234, currency, merchant: { name: 'Staples' } })
      await purser.network.authorize({ cardId: id, amount: 200_000, currency, merchant: { name: 'Staples' } })
    }
  })
  afterAll(() => rig.stop())

  const text = async () => {
    const loaded = visit.page.locator('main:not(:has(.animate-pulse))')
    return (await loaded.innerText()).replaceAll('\u00a0', ' ')
  }
  const open = async (path: string, awaited: string) => {
    await visit.page.goto(path)
    await visit.page.getByText(awaited).first().waitFor()
  }
  const of = (currency: string) => cards.get(currency) ?? { id: '', customerId: '' }

  it('have pages that write money as their currency does', async () => {
    await open(`/customers/${of('JPY').customerId}`, '¥1,234 of ¥250,000')
    await visit.page.getByText('at most ¥250,000 can be spent').waitFor()
    expect(await text()).not.toContain('$')
    await open(`/cards/${of('EUR').id}`, '€12.34')
    await visit.page.getByText('€1,000.00').first().waitFor()
    expect(await text()).not.toContain('$')
    await open(`/customers/${of('USD').customerId}`, '$12.34 of $2,500.00')
  })

  it('have sums side by side, and none together', async () => {
    await open('/', 'Spend by day, JPY')
    const overview = await text()
    expect([overview.includes('Spend by day, USD'), overview.includes('Spend by day, EUR')]).toEqual([true, true])
    expect([overview.includes('¥1,234'), overview.includes('€12.34'), overview.includes('$12.34')]).toEqual([
      true,
      true,
      true,
    ])
    await open('/spend', 'JPY ¥1,234')
    await visit.page.getByRole('button', { name: 'JPY' }).click()
    await visit.page.getByText('¥200,000').first().waitFor()
    expect(new URL(visit.page.url()).searchParams.get('currency')).toBe('JPY')
  })

  it('are declined and mended in their currency', async () => {
    const { data } = await rig.service.purser.transactions.list({ cardId: of('JPY').id, status: 'declined' })
    await open(`/transactions/${data[0]?.id}`, '¥200,000')
    expect(await text()).toContain('to at least ¥200,000')
    expect(await text()).not.toContain('$')
    await visit.page
      .getByRole('button', { name: /^Fix this/ })
      .first()
      .click()
    await visit.page.getByText('In JPY.').waitFor()
    expect(await visit.page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('200000')
  })

  it('have transactions that are found by an amount as its currency has it', async () => {
    const { page } = visit
    await open('/transactions', 'Staples')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Currency').selectOption('JPY')
    await page.getByLabel('Amount from').fill('1000.50')
    await page.getByLabel('Amount from').press('Enter')
    await page.getByText('This is no amount in JPY. Write for instance 25 or 2500.').waitFor()
    await page.getByLabel('Amount from').fill('1000')
    await page.getByLabel('Amount from').press('Enter')
    await page.getByLabel('Amount to').fill('2,000')
    await page.getByLabel('Amount to').press('Enter')
    await page.waitForURL('**/transactions?currency=JPY&minAmount=1000&maxAmount=2000')
    await page.getByText('€12.34').waitFor({ state: 'detached' })
    await page.getByText('¥1,234').first().waitFor() // until then the filtered list is loading, and shows no money
    expect((await text()).match(/[¥€$][\d.,]+/g)).toEqual(['¥1,234'])
    // What was typed stays, and is one of the currency that is chosen then.
    await page.getByLabel('Currency').selectOption('EUR')
    await page.waitForURL('**/transactions?currency=EUR&minAmount=100000&maxAmount=200000')
    const from = page.getByLabel('Amount from')
    await eventually('the field is of EUR', async () => (await from.inputValue()) === '1000.00')
    await page.getByText('€2,000.00').first().waitFor()
  })

  it('have sums that lead to the transactions in their currency alone', async () => {
    await open('/spend?currency=JPY', '¥200,000')
    await visit.page.getByRole('link', { name: 'Spent: ¥1,234' }).click()
    await visit.page.waitForURL(/currency=JPY&summed=approved/)
    await visit.page.getByText('Staples').first().waitFor()
    expect((await text()).match(/[¥€$][\d.,]+/g)).toEqual(['¥1,234'])
  })

  it('are made in the dialog, in a currency of choice', async () => {
    await open('/customers', 'New customer')
    await visit.page.getByRole('button', { name: 'New customer' }).click()
    const dialog = visit.page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Halden Kuwait')
    await dialog.getByLabel('Currency').selectOption('KWD')
    await dialog.getByLabel('Limit, KWD').fill('1,500.250')
    await dialog.getByRole('button', { name: 'Create customer' }).click()
    await visit.page.getByText('Halden Kuwait').first().waitFor()
    const [made] = (await rig.service.purser.customers.list({ search: 'Kuwait' })).data
    expect([made?.currency, made?.limits]).toEqual(['KWD', { perMonth: 1_500_250 }])
    expect(visit.complaints).toEqual([])
  })
})
