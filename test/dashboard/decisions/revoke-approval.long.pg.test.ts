import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations, violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInBrowser('an approval that is taken back in the dashboard', () => {
  let rig: DashboardRig
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    ;({ id: cardId } = await purser.cards.create({ customerId, policy: { requireApproval: true } }))
  })
  afterAll(() => rig.stop())

  const approved = async () => {
    const { intents } = rig.service.purser
    const { id } = await intents.declare(cardId, { purpose: 'Ten chairs', expectedAmount: 90_000 })
    return intents.approve(id)
  }
  const revokeWith = async (page: Page, reason: string) => {
    await press(page, 'Revoke the approval')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The purchase is canceled, and its agent is told to stop.').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Revoke the approval' }).click()
    await page.getByText('The approval was revoked.').waitFor()
  }

  it('on the page of the intent, by an approver, with the reason', async () => {
    const { id, approvedBy } = await approved()
    const { page, personId, complaints } = await rig.browse('approver')
    await page.goto(`/intents/${id}`)
    await revokeWith(page, 'Wrong shop')
    await page.getByText('Revoked by').waitFor()
    await page.getByText('Wrong shop').waitFor()
    expect(await page.getByRole('button', { name: 'Revoke the approval' }).count()).toBe(0)
    expect(await rig.service.purser.intents.get(id)).toMatchObject({
      status: 'canceled',
      approvedBy,
      revokedBy: personId,
      revocationReason: 'Wrong shop',
    })
    expect(complaints).toEqual([])
  })

  it('in the list of approved requests, which then says who approved and who took it back', async () => {
    const { id } = await approved()
    const { page } = await rig.browse('approver')
    await page.goto(`/approvals/${id.replace('int_', 'apr_')}`)
    await revokeWith(page, 'A desk was meant')
    await page.getByText(/Revoked by/).waitFor()
    await page.getByText('A desk was meant').waitFor()
    await page
      .getByText(/^approved/i)
      .first()
      .waitFor()
    expect((await rig.service.purser.intents.get(id)).status).toBe('canceled')
  })

  it('stands beside what is in the way of the payment all the same, while it is', async () => {
    const { id } = await approved()
    await rig.service.purser.cards.freeze(cardId)
    const { page } = await rig.browse('approver')
    for (const path of [`/approvals/${id.replace('int_', 'apr_')}`, `/intents/${id}`]) {
      await page.goto(path)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Revoke the approval' }).waitFor()
      await page.getByRole('listitem').getByText('The card is frozen.').waitFor()
      expect(await violationsAtEachWidth(page)).toEqual([])
      await rig.service.purser.cards.unfreeze(cardId)
      await page.getByText('The card is frozen.').waitFor({ state: 'detached' })
      await rig.service.purser.cards.freeze(cardId)
      await page.getByRole('listitem').getByText('The card is frozen.').waitFor()
    }
    await rig.service.purser.intents.revokeApproval(id)
    await rig.service.purser.cards.unfreeze(cardId)
  })

  it('is not offered to viewers, nor once the purchase is paid', async () => {
    const { id } = await approved()
    const { page } = await rig.browse('viewer')
    await page.goto(`/intents/${id}`)
    await page.getByText('Decided by').waitFor()
    expect(await page.getByRole('button', { name: 'Revoke the approval' }).count()).toBe(0)
    await rig.service.purser.network.authorize({ cardId, amount: 90_000 })
    const approver = await rig.browse('approver')
    await approver.page.goto(`/intents/${id}`)
    await approver.page.getByText('The purchase and its rules').waitFor()
    expect(await approver.page.getByRole('button', { name: 'Revoke the approval' }).count()).toBe(0)
  })
})
