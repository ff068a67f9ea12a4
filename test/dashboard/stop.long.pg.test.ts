import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { joinWithPasskey } from './join-with-passkey.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const band = (page: Page) => page.getByRole('region', { name: 'All spending is stopped' })

describeInBrowser('a stop of all spending', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('an approver stops it, everybody sees the red band on every page, an admin resumes it', async () => {
    const approver = await rig.browse('approver')
    await approver.page.goto('/settings?tab=account')
    await press(approver.page, 'Stop all spending…')
    await approver.page.getByLabel('Reason').fill('A leaked key')
    await press(approver.page, 'Stop all spending')
    await band(approver.page).getByText('A leaked key').waitFor()
    expect(await approver.page.getByRole('button', { name: 'Resume…' }).count()).toBe(0)
    expect(await violations(approver.page)).toEqual([])

    const { page } = await rig.browse('admin')
    const lists = ['/agents', '/approvals', '/cards', '/changes', '/customers', '/intents', '/transactions']
    for (const path of ['/', ...lists, '/developers', '/playground', '/settings', '/nowhere']) {
      await page.goto(path)
      await band(page).getByText('A leaked key').waitFor()
    }
    await press(page, 'Resume…')
    await page.getByLabel('Reason').fill('The key is revoked')
    await press(page, 'Resume')
    await band(page).waitFor({ state: 'detached' })
    await band(approver.page).waitFor({ state: 'detached' })
    expect((await rig.service.purser.account.get()).stopped).toBeUndefined()
  })

  it('an admin who has a passkey touches it to resume', async () => {
    const { page } = await joinWithPasskey(rig, 'admin', 'margaret@example.com')
    await rig.service.purser.account.stop({ reason: 'A drill' })
    await page.goto('/')
    await press(page, 'Resume…')
    await page.getByLabel('Reason').fill('It is over')
    await press(page, 'Resume')
    await band(page).waitFor({ state: 'detached' })
  })
})
