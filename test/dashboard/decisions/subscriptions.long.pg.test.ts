import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { clipped } from '../clipped.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { joinWithPasskey } from '../join-with-passkey.ts'

describeInBrowser('subscriptions', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'reader', name: 'Reader of news' })
    const policy = { requireIntent: true, requireApproval: true, onMissingIntent: 'decline' as const }
    cardId = (await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Reading', policy })).id
  })
  afterAll(() => rig.stop())

  const ask = () =>
    rig.service.purser.subscriptions.create(cardId, {
      merchant: 'Daily News',
      maxAmount: 15_00,
      interval: 'month',
      purpose: 'The newspaper for the office',
    })
  const charge = (amount: number) =>
    rig.service.purser.network.authorize({ cardId, amount, merchant: { name: 'DAILY NEWS 0231', mcc: '5968' } })

  it('are approved by a person, who sees what is next, what a raise did, and can pause and cancel', async () => {
    const { id } = await ask()
    const { page, personId, complaints } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/subscriptions')
    await page.getByRole('link', { name: /Daily News/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page
      .getByRole('dialog', { name: 'Approve the subscription?' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await page.getByText('Next purchase').waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(await rig.service.purser.subscriptions.get(id)).toMatchObject({ status: 'active', approvedBy: personId })
    const first = {
      purpose: 'The first month',
      expectedAmount: 15_00,
      expectedMerchant: 'Daily News',
      subscriptionId: id,
    }
    const intent = await rig.service.purser.intents.declare(cardId, first)
    await charge(15_00)
    await charge(17_00)
    await page.getByText(/after the purchase of the same month/).waitFor()
    await page.getByRole('heading', { name: 'Purchases (1)' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await page.getByRole('button', { name: 'Cancel the subscription' }).click()
    await page.getByText('Canceled').first().waitFor()
    expect((await rig.service.purser.subscriptions.get(id)).status).toBe('canceled')
    await page.goto(`/intents/${intent.id}`)
    await page.getByText('Its first charge of a period').getByRole('link', { name: id }).click()
    await page.getByRole('heading', { name: 'Daily News' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('wait in the inbox beside the others, and take a passkey above the threshold', async () => {
    await rig.service.database.pool.query('update accounts set approval_passkey_above = 1000')
    const { id } = await ask()
    const { page, device, complaints } = await joinWithPasskey(rig, 'approver', 'grace@example.com')
    await page.goto('/approvals')
    await page.getByText('$15.00 a month at Daily News').first().waitFor()
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
    await device.touches(false)
    await page.getByRole('button', { name: 'Approve up to $15.00 a month' }).click()
    expect((await rig.service.purser.subscriptions.get(id)).status).toBe('pending_approval')
    await page.goto(`/approvals/${id}`)
    await device.touches(true)
    await page.getByRole('button', { name: 'Approve up to $15.00 a month' }).click()
    await page.getByText('Approved by you').waitFor()
    expect((await rig.service.purser.subscriptions.get(id)).status).toBe('active')
    await page.goto(`/subscriptions/${id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.goto('/approvals?status=approved')
    await page.getByText('$15.00 a month at Daily News').first().waitFor()
    await page.goto(`/subscriptions/${id}`)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const { data: trail } = await rig.service.purser.audit.list({ resourceId: id })
    expect(trail.map(({ operation }) => operation)).toEqual([
      'resumeSubscription',
      'pauseSubscription',
      'approveSubscription',
      'createSubscription',
    ])
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([])
    await rig.service.database.pool.query('update accounts set approval_passkey_above = null')
  })

  it('cannot be decided by those who only read', async () => {
    const { id } = await ask()
    const { page } = await rig.browse('viewer')
    await page.goto(`/subscriptions/${id}`)
    await page.getByText('The newspaper for the office').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })
})
