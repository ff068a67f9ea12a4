import { afterAll, beforeAll, expect, it } from 'vitest'
import templates from '../../../examples/policies/templates.json' with { type: 'json' }
import { violationsAtEachWidth } from '../axe.ts'
import { clipped } from '../clipped.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('a policy that starts from a template', () => {
  let rig: DashboardRig
  let customerId: string
  beforeAll(async () => {
    rig = await startDashboard()
    ;({ id: customerId } = await rig.service.purser.customers.create({ name: { business: 'Acme' } }))
  })
  afterAll(() => rig.stop())

  it('fills in the form, says what it does in words, and is saved like any other', async () => {
    const { purser } = rig.service
    const { id } = await purser.cards.create({ customerId, label: 'Tools' })
    const { page, complaints } = await rig.browse('admin')
    await page.goto(`/cards/${id}/policy`)
    await page.getByRole('button', { name: 'Start from a template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start from a template' })
    await dialog.waitFor() // its script is loaded later
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(templates.length - 1) // one has rules of a customer
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await clipped(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Find a template').fill('hotels')
    await dialog.getByText('$800.00').waitFor()
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(1)
    await dialog.getByText('Mon Tue Wed Thu Fri, 08:00–18:00, America/New_York').waitFor()
    await dialog.getByRole('button', { name: 'Use this policy' }).click()
    await page.getByText('4 changes, not saved').waitFor()
    expect(await purser.cards.get(id)).toMatchObject({ policy: {} })
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved 4 changes.').waitFor()
    const travel = templates.find(({ name }) => name === 'business-travel')?.levels.card.policy
    expect((await purser.cards.get(id)).policy).toEqual(travel)

    await page.getByRole('button', { name: 'Start from a template' }).click()
    await dialog.getByLabel('Find a template').fill('pause')
    await dialog.getByRole('button', { name: 'Add to the policy' }).click()
    await page.getByText('1 change, not saved').waitFor()
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await dialog.getByRole('radio', { name: 'A subscription' }).check()
    await dialog.getByRole('button', { name: 'Replace the policy' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await purser.cards.get(id)).policy)
      .toEqual({ allowedMerchants: ['GitHub'], limits: { perMonth: 2500 } })
    expect(complaints).toEqual([])
  })

  it('has hard caps where the template is one for customers', async () => {
    const { page } = await rig.browse('admin')
    await page.goto(`/customers/${customerId}/policy`)
    await page.getByRole('button', { name: 'Start from a template' }).click()
    await page.getByRole('radio', { name: 'A team with a budget' }).check()
    await page.getByRole('button', { name: 'Use this policy' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved 2 changes.').waitFor()
    expect(await rig.service.purser.customers.get(customerId)).toMatchObject({
      limits: { total: 100_000 },
      policy: { limits: { perDay: 30_000 } },
    })
  })

  it('is for those alone who may change it', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto(`/customers/${customerId}/policy`)
    await page.getByText('Your role may read this policy.').waitFor()
    expect(await page.getByRole('button', { name: 'Start from a template' }).count()).toBe(0)
  })
})
