import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('money in the lists of the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'Northwind' }, limits: { perMonth: 900_000 } })
    const agent = await purser.agents.create({
      customerId: customer.id,
      externalId: 'buyer',
      name: 'Buyer',
      policy: { limits: { perWeek: 20_000 } },
    })
    const of = { customerId: customer.id, agentId: agent.id }
    const { id: cardId } = await purser.cards.create({ ...of, label: 'Busy', limits: { perDay: 5_000 } })
    await purser.cards.create({ ...of, label: 'Idle' })
    await purser.cards.create({ customerId: customer.id, label: 'Shared' })
    const other = await purser.customers.create({ name: { business: 'Boundless' } })
    await purser.cards.create({ customerId: other.id, label: 'Free' })
    await purser.network.authorize({ cardId, amount: 4_250, merchant: { name: 'Ink Shop' } })
  })
  afterAll(() => rig.stop())

  it('each row says what is spent of its limit, what is held, and that nothing limits it, for one request a page', async () => {
    const { page, complaints } = await rig.browse('viewer')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const sees = async (list: string, rows: Readonly<Record<string, readonly string[]>>) => {
      asked.length = 0
      await page.goto(`/${list}`)
      for (const [name, texts] of Object.entries(rows))
        for (const text of texts)
          await page
            .getByRole('row', { name: new RegExp(name) })
            .getByText(text)
            .first()
            .waitFor()
      expect(asked.filter((path) => path === '/v1/stats/budgets')).toHaveLength(1)
      expect(await violationsAtEachWidth(page)).toEqual([])
    }
    await sees('cards', {
      Busy: ['$42.50 of $50.00 per day', '$7.50 left', '$42.50 held', 'resets in 24 hr.'],
      Idle: ['$0.00 of $200.00 per week'],
      Shared: ['$42.50 of $9,000.00 per month', 'shared: the customer’s limit'],
      Free: ['No limit'],
    })
    await sees('agents', { Buyer: ['$42.50 of $200.00 per week', '2 cards, tightest $157.50 left'] })
    await sees('customers', { Northwind: ['$42.50 of $9,000.00 per month'], Boundless: ['No limit'] })
    // A purchase that is made meanwhile is counted.
    await page.goto('/cards')
    await page.getByText('$7.50 left').waitFor()
    const [busy] = (await rig.service.purser.cards.list({ search: 'Busy' })).data
    await rig.service.purser.network.authorize({ cardId: busy?.id ?? '', amount: 700, merchant: { name: 'Paper' } })
    await page.getByText('$0.50 left').waitFor()
    expect(complaints).toEqual([])
  })
})
