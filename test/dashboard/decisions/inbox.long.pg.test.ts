import { afterAll, beforeAll, expect, it } from 'vitest'
import { someChallenge } from '../../support/records/some-challenge.ts'
import { violations } from '../axe.ts'
import { clipped } from '../clipped.ts'
import { settled } from '../settled.ts'
import { type DashboardRig, describeInBrowser, startDashboard, type Visit } from '../dashboard-rig.ts'
import { joinWithPasskey } from '../join-with-passkey.ts'

const TITLE = '$42.00 at Buchhandlung Lovelace'

describeInBrowser('a bank asks about a purchase', () => {
  let rig: DashboardRig
  let cardId: string
  let approver: Visit
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ type: 'business', name: { business: 'Example Works' } })
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'buyer', name: 'Buyer of books' })
    const policy = { requireApproval: true }
    cardId = (await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Books', policy })).id
    approver = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
  })
  afterAll(() => rig.stop())

  const ask = (amount = 4200) => someChallenge(rig.service, cardId, { amount })

  it('waits in the inbox with the time left, and is answered by keyboard alone', async () => {
    const id = await ask()
    const { page, personId } = approver
    await page.goto('/approvals')
    await page.getByRole('heading', { name: TITLE, level: 2 }).waitFor()
    await page.getByText('the bank asks whether you agree').waitFor()
    await page.getByRole('link', { name: 'Approvals' }).getByText('1').waitFor()
    expect(await page.getByText(/^[0-4]:[0-9]{2}$/).count()).toBeGreaterThan(1)
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: `Approve ${TITLE}?` }).waitFor()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText(`Approved: ${TITLE}.`).waitFor()
    expect(await rig.service.purser.challenges.get(id)).toMatchObject({ status: 'approved', decidedBy: personId })
  })

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('has a page of its own with nothing that axe finds, at %i px, %s', async (width, colorScheme) => {
    const id = await ask()
    const { page } = approver
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`/approvals/${id}`)
    await page.getByText('without an answer it is declined').waitFor()
    await page.getByText('DE', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await clipped(page)).toEqual([])
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Declined by you').waitFor()
    expect(await rig.service.purser.challenges.get(id)).toMatchObject({ status: 'declined' })
  })

  it('is answered by the approval of the purchase, whose page says that the shop waits', async () => {
    const { purser } = rig.service
    const declared = { purpose: 'A book', expectedAmount: 4300, expectedMerchant: 'Buchhandlung Lovelace' }
    const intent = await purser.intents.declare(cardId, declared)
    const id = await ask(4300)
    const { page } = approver
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(new URL(intent.approvalUrl ?? '').pathname)
    await page.getByText('approving this answers both').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /^Approve up to/ }).click()
    await page.getByText('Approved by you').waitFor()
    expect(await purser.challenges.get(id)).toMatchObject({ status: 'approved', intentId: intent.id })
  })

  it('is approved with a passkey above the threshold, on the page that a phone opens', async () => {
    const { page, personId } = await joinWithPasskey(rig, 'approver', 'grace@example.com')
    await rig.service.database.pool.query('update accounts set approval_passkey_above = 1000')
    const id = await ask(9000)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/approvals/${id}`)
    await page.getByText('Decisions above $10.00 are confirmed with a passkey').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved by you').waitFor()
    expect(await rig.service.purser.challenges.get(id)).toMatchObject({ status: 'approved', decidedBy: personId })
    const key = await rig.service.purser.challenges.approve(await ask(9000)).catch((error: unknown) => error)
    expect(key).toMatchObject({ code: 'passkey_required' })
  })
})
