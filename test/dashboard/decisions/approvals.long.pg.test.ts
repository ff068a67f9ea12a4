import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { clipped } from '../clipped.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { settled } from '../settled.ts'

describeInBrowser('approvals', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
    const agent = await purser.agents.create({
      customerId: customer.id,
      externalId: 'buyer',
      name: 'Buyer of supplies and consumables for the laboratory in building 7',
      limits: { perMonth: 1_000_00 },
      policy: { requireApproval: true, autoApproveBelow: 20_00 },
    })
    const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Supplies' })
    cardId = card.id
    await purser.network.authorize({ cardId, amount: 15_00, merchant: { name: 'Example Books' } })
  })
  afterAll(() => rig.stop())
  beforeEach(async () => {
    // Of the test before: each begins with an empty inbox.
    for await (const { intentId } of rig.service.purser.approvals.list({ status: 'pending' }))
      await rig.service.purser.intents.cancel(intentId)
  })

  const declare = (purpose: string, expectedAmount = 40_00) =>
    rig.service.purser.intents.declare(cardId, {
      purpose,
      expectedAmount,
      expectedMerchant: 'Example Books',
      ttlMinutes: 600,
    })
  const statusOf = async (intentId: string) => (await rig.service.purser.intents.get(intentId)).status

  it('are decided by keyboard alone', async () => {
    const first = await declare('Printer paper for the office')
    const second = await declare('A handbook of knots')
    const { page, personId } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await page.getByRole('heading', { name: '$40.00 at Example Books', level: 2 }).waitFor()
    await page.getByText('No site was given for the card number').waitFor()
    await page.getByRole('button', { name: 'Approve up to $' }).waitFor()
    await page.getByText('Purchases of $20.00 or more wait for a person.').waitFor()
    await page.getByText('$985.00 left').waitFor()

    await page.keyboard.press('j')
    await page.locator('[aria-current=true]').getByText('Printer paper').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Approve $40.00 at Example Books?' }).waitFor()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to \$[\d.]+ at Example Books\./).waitFor()
    const approved = await rig.service.purser.intents.get(first.id)
    expect([approved.status, approved.approvedBy]).toEqual(['pending', personId])
    expect(await statusOf(second.id)).toBe('pending_approval')

    await page.locator('[aria-current=true]').getByText('handbook of knots').waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Decline $40.00 at Example Books?' }).waitFor()
    await settled(page)
    await page.keyboard.type('We have one.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('No approval is waiting for you.').waitFor()
    const rejected = await rig.service.purser.intents.get(second.id)
    expect([rejected.status, rejected.rejectionReason]).toEqual(['rejected', 'We have one.'])
  })

  it('let the approver choose for how long the purchase can be made', async () => {
    const { id } = await declare('A globe')
    const { page } = await rig.browse('approver')
    await page.goto('/approvals')
    await page.getByLabel('Then it can be paid for').selectOption('24 hours')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText(/^Approved up to/).waitFor()
    const { approvedAt = '', expiresAt } = await rig.service.purser.intents.get(id)
    expect(Date.parse(expiresAt) - Date.parse(approvedAt)).toBe(24 * 3_600_000)
  })

  it('end when the service says, whatever time there is to pay afterwards', async () => {
    await declare('A map')
    const [approval] = (await rig.service.purser.approvals.list({ status: 'pending' })).data
    const { page } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    const paidFor = page.getByLabel('Then it can be paid for')
    await paidFor.waitFor()
    expect(await paidFor.locator('option:checked').textContent()).toBe('10 hours')
    const ends = page.locator('li, dl').locator(`time[datetime="${approval?.expiresAt}"]`)
    await ends.first().waitFor()
    const ofPayment = new Date(Date.parse(approval?.requestedAt ?? '') + 600 * 60_000).toISOString()
    expect(await page.locator(`time[datetime="${ofPayment}"]`).count()).toBe(0)
  })

  it('open as a page of their own with Enter', async () => {
    await declare('String')
    const { page } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await page.getByRole('heading', { level: 2, name: '$40.00 at Example Books' }).waitFor()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '$40.00 at Example Books' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/approvals\/apr_/)
  })

  it('tell the second of two people who was first', async () => {
    const intent = await declare('Ten chairs')
    const [approval] = (await rig.service.purser.approvals.list({ status: 'pending' })).data
    const one = await rig.browse('approver', { viewport: { width: 390, height: 844 } })
    const other = await rig.browse('admin', { viewport: { width: 390, height: 844 } })
    await other.context.route('**/v1/events/stream', () => undefined) // it stays unanswered, and tells this page nothing
    for (const { page } of [one, other]) {
      await page.goto(`/approvals/${approval?.id}`)
      await page.getByRole('button', { name: 'Decline' }).waitFor()
    }
    const { name } = await rig.service.purser.people.get(one.personId ?? '')
    await one.page.getByRole('button', { name: 'Approve' }).click()
    await one.page.getByText('Approved by you').waitFor()

    await other.page.getByRole('button', { name: 'Decline' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await other.page.getByText(`Already decided: ${name} approved it.`).waitFor()
    expect(await statusOf(intent.id)).toBe('pending')
  })

  it('appear without reload', async () => {
    const { page } = await rig.browse('approver')
    await page.clock.install()
    await page.goto('/approvals')
    await page.getByText('No approval is waiting for you.').waitFor()
    await declare('A ladder')
    await page.clock.runFor('01:00')
    await page.getByRole('listitem').getByText('A ladder').waitFor()
  })

  it('can be seen and not decided by a viewer', async () => {
    await declare('A hammer')
    const { page } = await rig.browse('viewer', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await page.getByText('Your role can only read.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it.each([1280, 390])('have nothing that axe finds, at %i px', async (width) => {
    await declare('Printer paper for the office')
    const [approval] = (await rig.service.purser.approvals.list({ status: 'pending' })).data
    const { page } = await rig.browse('approver', { viewport: { width, height: 900 } })
    await page.goto('/approvals')
    await page.getByText('Printer paper').first().waitFor()
    if (width === 1280) await page.getByText('$985.00 left').waitFor()
    await looksRight(page)
    await page.goto(`/approvals/${approval?.id}`)
    await page.getByText('$985.00 left').waitFor()
    await page.getByRole('link', { name: /Example Books/ }).waitFor()
    await looksRight(page)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByLabel('Reason').waitFor()
    await looksRight(page)
  })
})

/** Nothing that axe finds, nothing that does not fit. */
async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await clipped(page)).toEqual([])
}
