import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { loaded } from '../loaded.ts'
import { openSlowProxy, type SlowProxy } from './slow-proxy.ts'

const DELAY_MS = 2_000

describeInBrowser('a service that takes two seconds for each reply', () => {
  let rig: DashboardRig
  let proxy: SlowProxy
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ name: { business: 'Northwind Traders' } })
    const { id: cardId } = await purser.cards.create({ customerId, label: 'Travel' })
    await purser.network.authorize({ cardId, amount: 4_900, merchant: { name: 'Hetzner Online' } })
    proxy = await openSlowProxy(rig.url, DELAY_MS)
  })
  afterAll(async () => {
    await proxy.close()
    await rig.stop()
  })

  it('pages show that they load, then what they have, and are not called unreachable', async () => {
    const { page, complaints } = await rig.browse('admin', { baseURL: proxy.origin })
    const away = page.getByRole('region', { name: 'Purser cannot be reached' })
    await page.goto('/cards')
    await page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }).first().waitFor()
    await page.getByRole('cell', { name: /^Travel/ }).waitFor()
    for (const path of ['/transactions', '/approvals', '/spend']) {
      await page.goto(path)
      await loaded(page)
      expect(await page.getByRole('main').getByRole('alert').allTextContents(), path).toEqual([])
      expect(await away.count(), path).toBe(0)
    }
    // A busy machine may answer 503, after which the page asks again.
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })

  it('a click is done once, and says meanwhile that it is under way', async () => {
    const { page } = await rig.browse('admin', { baseURL: proxy.origin })
    let count = 0
    page.on('request', (request) => (count += request.method() === 'POST' && request.url().endsWith('/freeze') ? 1 : 0))
    await page.goto('/cards')
    await page.getByRole('link', { name: 'Travel' }).click()
    const freeze = page.getByRole('button', { name: 'Freeze', exact: true })
    await freeze.click()
    await page.locator('button[aria-busy="true"]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Unfreeze' }).first().waitFor()
    expect(count).toBe(1)
  })
})
