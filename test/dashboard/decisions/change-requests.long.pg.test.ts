import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { settled } from '../settled.ts'
import { clipped } from '../clipped.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('changes that agents ask for', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
    const agent = await purser.agents.create({
      customerId: customer.id,
      externalId: 'buyer',
      name: 'Buyer of supplies',
    })
    const policy = { limits: { perAuth: 50_00 }, allowedMerchants: ['Example Books'], requireApproval: true }
    cardId = (await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Supplies', policy })).id
  })
  afterAll(() => rig.stop())

  const ask = async (wanted: object, why: string) => {
    const merchant = { name: 'Example Paints' }
    const { transactionId } = await rig.service.purser.network.authorize({ cardId, amount: 60_00, merchant })
    return rig.service.purser.changeRequests.create({ cardId, wanted, why, transactionId })
  }
  const cardNow = () => rig.service.purser.cards.get(cardId)

  it('wait among the approvals and are decided by keyboard alone, before and after in sight', async () => {
    const { purser } = rig.service
    await purser.intents.declare(cardId, { purpose: 'A ladder', expectedAmount: 40_00 })
    await ask({ allow: { merchant: 'Example Paints' } }, 'Paint for the hall')
    const raise = await ask({ policy: { limits: { perAuth: 60_00 } } }, 'The large bucket')
    const { page, personId } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await page.getByRole('heading', { name: 'Limit per purchase $60.00', level: 2 }).waitFor()
    await page.getByText('Raised limit per purchase from $50.00 to $60.00').waitFor()
    await page.getByRole('link', { name: '$60.00 at Example Paints' }).waitFor()
    await page.getByText(/over the limit of/).waitFor()
    await page.getByRole('link', { name: 'Approvals' }).getByText('3').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])

    await page.keyboard.press('a')
    const question = page.getByRole('dialog', { name: 'Approve Limit per purchase $60.00?' })
    await question.getByText('Raised limit per purchase from $50.00 to $60.00').waitFor()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText('Approved: Limit per purchase $60.00.').waitFor()
    expect((await cardNow()).policy.limits).toEqual({ perAuth: 60_00 })
    expect(await purser.changeRequests.get(raise.id)).toMatchObject({ status: 'approved', decidedBy: personId })

    await page.getByRole('heading', { name: 'Allow Example Paints', level: 2 }).waitFor()
    await settled(page)
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Decline Allow Example Paints?' }).waitFor()
    await page.keyboard.type('Books only.')
    await settled(page)
    await page.keyboard.press('Control+Enter')
    await page.locator('[aria-current=true]').getByText('A ladder').waitFor()
    expect((await cardNow()).policy.allowedMerchants).toEqual(['Example Books'])
    const { data } = await purser.changeRequests.list({ status: 'rejected' })
    expect(data).toMatchObject([{ note: 'Books only.' }])
  })

  it.each([1280, 390])('have a page of their own with nothing that axe finds, at %i px', async (width) => {
    const { id } = await ask({ limits: { perDay: width } }, 'A day of errands')
    const { page } = await rig.browse('approver', { viewport: { width, height: 900 } })
    await page.goto(`/approvals/${id}`)
    await page.getByText('Requested change').waitFor()
    await page.getByRole('link', { name: '$60.00 at Example Paints' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Change').waitFor()
    await page.getByText('Approved by you').waitFor()
    expect((await cardNow()).limits).toEqual({ perDay: width })
  })

  it('tell whoever is late that somebody was first', async () => {
    const { id } = await ask({ limits: { perWeek: 100_00 } }, 'A week of errands')
    const { page } = await rig.browse('approver', { viewport: { width: 390, height: 844 } })
    // The page hears of nothing meanwhile.
    await page.route('**/v1/events/stream', (route) => route.abort())
    await page.goto(`/approvals/${id}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await rig.service.purser.changeRequests.reject(id)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Your answer changed nothing.').waitFor()
    expect((await cardNow()).limits).not.toHaveProperty('perWeek')
  })
})
