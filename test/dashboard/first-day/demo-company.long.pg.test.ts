import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('the demo company', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('fills an empty account, is marked on every page, and ends without anything that spends', async () => {
    const { purser } = rig.service
    const { page, complaints } = await rig.browse('admin')
    await page.goto('/')
    await page.getByRole('button', { name: 'Fill with a demo company…' }).click()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Fill with a demo company', exact: true }).click()
    const band = page.getByRole('region', { name: 'This is a demo' })
    await band.waitFor()
    await page.getByText('A microscope for the laboratory').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    const { demo } = await purser.account.get()
    const customerId = demo?.customerId ?? ''
    expect((await purser.transactions.list({ status: 'declined' })).data).toHaveLength(4)
    const { data: customers } = await purser.customers.list()
    expect(customers.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'JPY', 'USD'])
    await page.getByText('Spend by day, JPY').waitFor()
    const { data: cards } = await purser.cards.list({ customerId })
    expect(cards.map(({ issuer }) => issuer)).toEqual([undefined, undefined, undefined])

    const viewer = await rig.browse('viewer')
    await viewer.page.goto('/cards')
    await viewer.page.getByRole('region', { name: 'This is a demo' }).waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Remove the demo…' }).count()).toBe(0)

    await page.goto('/cards')
    await band.getByRole('button', { name: 'Remove the demo…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the demo', exact: true }).click()
    await page.getByText('The demo is removed.').waitFor()
    await band.waitFor({ state: 'detached' })
    await viewer.page.getByRole('region', { name: 'This is a demo' }).waitFor({ state: 'detached' })
    expect((await purser.account.get()).demo).toBeUndefined()
    expect((await purser.customers.list({ status: 'active' })).data).toEqual([])
    expect((await purser.cards.list({ status: 'active' })).data).toEqual([])
    expect((await purser.agents.list({ customerId, status: 'active' })).data).toEqual([])
    expect((await purser.cards.list({ customerId })).data.map(({ status }) => status)).toEqual(Array(3).fill('closed'))
    expect((await purser.transactions.list({ status: 'pending' })).data).toEqual([])
    expect((await purser.approvals.list({ status: 'pending' })).data).toEqual([])
    const sums = await purser.stats.spend({ bucket: 'range' })
    expect(sums.data.reduce((sum, { approved }) => sum + approved.amount, 0)).toBe(0)
    await page.goto('/')
    await page.getByRole('button', { name: 'New customer' }).waitFor()
    expect(await page.getByRole('button', { name: 'Fill with a demo company…' }).count()).toBe(0)
    // A busy node answers 503, and the client asks again.
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })
})
