import { afterAll, beforeAll, expect, it } from 'vitest'
import { policySheet } from '../../../src/contract/policy-sheet/policy-sheet.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const fields = Object.entries(policySheet).flatMap(([name, row]) =>
  row.kind === 'choice' ? [{ name, label: row.label, words: Object.values<string>(row.choices) }] : [],
)

describeInBrowser('fields of a policy with choices', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
  })
  afterAll(() => rig.stop())

  it('offer every choice in their words', async () => {
    const { id } = await rig.service.purser.customers.create({ email: 'choices@example.com' })
    const { page } = await rig.browse('admin')
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto(`/customers/${id}/policy`)
    for (const { label, words } of fields) {
      const control = page.getByRole('combobox', { name: label })
      await control.waitFor()
      expect(await control.locator('option').allTextContents(), label).toEqual(expect.arrayContaining(words))
    }
  })
})
