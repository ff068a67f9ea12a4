import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('rows that are selected together in the dashboard', () => {
  let rig: DashboardRig
  let agentId: string
  let customerId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'Northwind' }, limits: { perMonth: 900_000 } })
    const policy = { requireApproval: true, autoApproveBelow: 1_000 }
    const agent = await purser.agents.create({ customerId: customer.id, externalId: 'buyer', name: 'Buyer', policy })
    customerId = customer.id
    agentId = agent.id
    for (const label of ['One', 'Two', 'Three', 'Four'])
      await purser.cards.create({ customerId: customer.id, agentId: agent.id, label })
  })
  afterAll(() => rig.stop())

  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`Select .*${name}`) })
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
  const dialog = (page: Page) => page.getByRole('dialog')

  it('freezes exactly the cards that it names, and says which could not be and why', async () => {
    const { purser } = rig.service
    const { page, complaints } = await rig.browse('admin')
    await page.goto('/cards?status=all')
    await box(page, 'Four').click()
    await box(page, 'Two').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })

    // Without a mouse: through the rows, and back.
    for (const key of ['k', 'k', 'x', 'j', 'x']) await page.keyboard.press(key)
    await box(page, 'One').click()
    await bar(page).getByText('3 selected').waitFor()
    await page.keyboard.press('?')
    await dialog(page).getByText('Select nothing').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const { data } = await purser.cards.list({ customerId })
    const idOf = (label: string) => data.find((card) => card.label === label)?.id ?? ''
    await purser.cards.close(idOf('One'))
    await bar(page).getByRole('button', { name: 'Freeze 2 cards' }).click()
    await dialog(page)
      .getByText(/^One .*it is closed$/)
      .waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    // Somebody else closes one while the question stands.
    await page.route(`**/cards/${idOf('Three')}/freeze`, async (route) => {
      await purser.cards.close(idOf('Three'))
      await route.continue()
    })
    await dialog(page).getByRole('button', { name: 'Freeze 2 cards' }).click()
    await dialog(page).getByText('1 of 2 frozen. 1 not:').waitFor()
    await dialog(page)
      .getByText(/^Three .*closed/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    expect((await purser.cards.get(idOf('Four'))).status).toBe('frozen')
    expect((await purser.cards.get(idOf('Two'))).status).toBe('active')
    await bar(page).getByText('2 selected').waitFor()
    await bar(page).getByText('Nothing can be done with these.').waitFor()
    await bar(page).getByRole('button', { name: 'Clear' }).click()
    await box(page, 'Four').click()
    await bar(page).getByRole('button', { name: 'Unfreeze 1 card' }).click()
    await dialog(page).getByRole('button', { name: 'Unfreeze 1 card' }).click()
    await dialog(page).getByText('1 of 1 unfrozen.').waitFor()
    expect((await purser.cards.get(idOf('Four'))).status).toBe('active')
    expect(complaints.filter((line) => !line.includes('409'))).toEqual([])
  })

  it('decides about requests together, and leaves those that take a passkey', async () => {
    const { purser } = rig.service
    const { id } = await purser.cards.create({ customerId, agentId, label: 'Paying' })
    const declare = (purpose: string, expectedAmount: number) =>
      purser.intents.declare(id, { purpose, expectedAmount, expectedMerchant: `Shop of ${purpose}` })
    const small = [await declare('ink', 2_000), await declare('paper', 3_000)]
    const large = await declare('desks', 90_000)
    await rig.service.database.pool.query('update accounts set approval_passkey_above = $1', [50_000])
    const { page } = await rig.browse('approver', { viewport: { width: 1280, height: 900 } })
    await page.goto('/approvals')
    await box(page, 'desks').click()
    await box(page, 'ink').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Approve 2 requests' }).click()
    await dialog(page)
      .getByText(/Purchases of up to \$\d+\.\d\d in total\./)
      .waitFor()
    await dialog(page)
      .getByText(/desks.*it takes a passkey/)
      .waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Approve 2 requests' }).click()
    await dialog(page).getByText('2 of 2 approved.').waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    for (const { id: intentId } of small) expect((await purser.intents.get(intentId)).approvedBy).toMatch(/^per_/)
    expect((await purser.intents.get(large.id)).status).toBe('pending_approval')

    const other = await declare('chairs', 4_000)
    await page.getByRole('button', { name: '1 new' }).click()
    await box(page, 'chairs').click()
    await bar(page).getByRole('button', { name: 'Clear' }).waitFor()
    await bar(page).getByText('2 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Decline 1 request' }).click()
    await dialog(page).getByLabel('Reason').fill('We have some.')
    await dialog(page).getByRole('button', { name: 'Decline 1 request' }).click()
    await dialog(page).getByText('1 of 1 declined.').waitFor()
    expect((await purser.intents.get(other.id)).rejectionReason).toBe('We have some.')
  })

  it('are not offered to those who may only read', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/cards?status=all')
    await page.getByRole('cell', { name: 'Two' }).first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
  })
})
