import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { settled } from '../settled.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('an exception for one purchase', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
    const { id: agentId } = await purser.agents.create({ customerId, externalId: 'buyer', name: 'Buyer' })
    const policy = { limits: { perAuth: 100_00 }, allowedMerchants: ['Example Books'] }
    cardId = (await purser.cards.create({ customerId, agentId, label: 'Supplies', policy })).id
  })
  afterAll(() => rig.stop())

  it('is one request, says what it lifts for this purchase alone, and is told in the ladder of the purchase', async () => {
    const { purser } = rig.service
    const merchant = 'Example Paints'
    const intent = await purser.intents.declare(cardId, {
      purpose: 'Paint for the hall',
      expectedAmount: 140_00,
      tolerance: 0,
      expectedMerchant: merchant,
    })
    const request = await purser.changeRequests.create({ once: { intent: intent.id }, why: 'The only shop' })
    const { page, personId } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await page.getByRole('heading', { name: '$140.00 at Example Paints', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'Approvals' }).getByText('1').waitFor()
    const note = page.getByRole('region', { name: 'Exception' })
    await note.getByText('An exception for this purchase alone. No limit or list changes.').waitFor()
    await note.getByText('Limit for one purchase $100.00: asked $140.00').waitFor()
    await note.getByText('Only these merchants: asked Example Paints').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])

    await settled(page)
    await page.keyboard.press('a')
    await page.getByRole('dialog').waitFor()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to \$140\.00 at Example Paints/).waitFor()
    expect(await purser.changeRequests.get(request.id)).toMatchObject({ status: 'approved', decidedBy: personId })
    expect((await purser.cards.get(cardId)).policy.limits).toEqual({ perAuth: 100_00 })

    const { decision, transactionId } = await purser.network.authorize({
      cardId,
      amount: 140_00,
      merchant: { name: merchant },
    })
    expect(decision).toBe('approve')
    await page.goto(`/transactions/${transactionId}`)
    await page.getByText(`lifted for this purchase alone, by ${request.id}`).first().waitFor()

    await page.goto(`/approvals/${request.id}`)
    await page.getByText('An exception for this purchase alone. No limit or list changes.').waitFor()
  })
})
