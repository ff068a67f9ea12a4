import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { loaded } from '../loaded.ts'

const LISTS = ['/transactions', '/customers', '/agents', '/cards', '/intents', '/approvals', '/changes', '/spend']
/** Whoever becomes an owner is an event of the account, so that its list of all events is never empty for one. */
const EVENTS = '/developers/events?type=transaction.created'

describeInBrowser('an account without anything', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
  })
  afterAll(() => rig.stop())

  it('every page says so, and none fails or goes on loading', async () => {
    const { page, complaints } = await rig.browse('owner')
    const failed: string[] = []
    for (const path of ['/', ...LISTS, '/budgets', '/playground', '/developers/webhooks', EVENTS]) {
      await page.goto(path)
      await loaded(page)
      const alerts = await page.getByRole('main').getByRole('alert').allTextContents()
      failed.push(...alerts.map((text) => `${path}: ${text}`))
      const text = (await page.getByRole('main').textContent()) ?? ''
      if (!/\bno\b|none|nobody|nothing|first|yet|make|send|wait/i.test(text)) failed.push(`${path}: says nothing`)
    }
    expect(failed).toEqual([])
    expect(complaints).toEqual([])
  })

  it('offers to make the first customer', async () => {
    const { page } = await rig.browse('owner')
    await page.goto('/customers')
    await page.getByRole('button', { name: 'New customer' }).click()
    await page.getByRole('dialog').waitFor()
  })
})
