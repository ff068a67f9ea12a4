import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { choose } from '../finding/choose.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const DAY_SECONDS = 86_400

describeInBrowser('rows of transactions and approvals in the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ name: { business: 'Northwind' } })
    const policy = { requireApproval: true, autoApproveBelow: 10_000 }
    const agentOf = async (name: string) => {
      const agent = await purser.agents.create({ customerId, externalId: name, name, policy })
      return (await purser.cards.create({ customerId, agentId: agent.id, label: `${name} card` })).id
    }
    const [buyer, traveller] = [await agentOf('Buyer'), await agentOf('Traveller')]
    const buy = (cardId: string, name: string) =>
      purser.network.authorize({ cardId, amount: 4_250, merchant: { name, mcc: '5734' } })
    await buy(buyer, 'A merchant whose name is far longer than anybody would wish for')
    await purser.testClock.advance({ seconds: DAY_SECONDS })
    await buy(traveller, 'Rail')
    await buy(buyer, 'Ink Shop')
    const declare = (cardId: string, purpose: string) =>
      purser.intents.declare(cardId, { purpose, expectedAmount: 20_000, expectedMerchant: 'Shop' })
    await declare(buyer, 'Ends first')
    await purser.testClock.advance({ seconds: 60 })
    await declare(traveller, 'Ends later')
    await purser.testClock.advance({ seconds: 60 })
    await declare(buyer, 'Ends last')
  })
  afterAll(() => rig.stop())

  it('transactions stand in low rows below their day, with the time, the card, and no alarm about what is as it should be', async () => {
    const { page, complaints } = await rig.browse('viewer', { viewport: { width: 1440, height: 900 } })
    await page.goto('/transactions')
    const row = page.getByRole('row', { name: /Ink Shop/ })
    await row.getByText(/^Buyer card/).waitFor()
    expect(await row.getByRole('time').innerText()).toMatch(/^\d{1,2}:\d\d\s[AP]M$/)
    const heights = await page
      .locator('[data-row]')
      .evaluateAll((all) => all.map((one) => (one as unknown as { clientHeight: number }).clientHeight))
    expect(heights).toHaveLength(3)
    expect(Math.max(...heights)).toBeLessThanOrEqual(44)
    expect(await page.locator('th[scope=colgroup]').allInnerTexts()).toEqual([
      expect.stringMatching(/^\w+day, \w+ \d+, \d{4}$/),
      expect.stringMatching(/^\w+day, \w+ \d+, \d{4}$/),
    ])
    const amber = await page.locator('.text-warn').allInnerTexts()
    expect(amber.filter((text) => text.includes('pending'))).toEqual([])
    expect(await violationsAtEachWidth(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('approvals say how old they are, are sorted by their end, and are those of one agent', async () => {
    const { page } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    const purposes = async () => {
      const texts = await page.getByRole('main').getByRole('listitem').allInnerTexts()
      return texts.flatMap((text) => /Ends (first|last|later)/.exec(text)?.[1] ?? [])
    }
    await expect.poll(purposes).toEqual(['last', 'later', 'first'])
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Ends first' })
      .getByText(/^Requested /)
      .waitFor()
    await page.getByLabel('Order').selectOption('Next to expire first')
    await expect.poll(purposes).toEqual(['first', 'later', 'last'])
    await page.getByRole('button', { name: 'Approve up to $' }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await choose(page, 'Agent', 'buy', 'Buyer')
    await expect.poll(purposes).toEqual(['first', 'last'])
    await page.getByRole('link', { name: 'Approved' }).click()
    await page.getByText('There are none.').waitFor()
    expect(new URL(page.url()).searchParams.get('agentId')).toMatch(/^agt_/)
  })
})
