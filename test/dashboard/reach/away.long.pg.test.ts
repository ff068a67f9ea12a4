import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestNode } from '../../support/processes/start-purser.ts'
import { freePort } from '../../support/receivers/free-port.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

describeInBrowser('while Purser cannot be reached', () => {
  let rig: DashboardRig
  let node: TestNode
  beforeAll(async () => {
    rig = await startDashboard()
    node = await rig.service.secondNode({ PORT: await freePort() })
    await rig.service.purser.customers.create({ name: { business: 'Northwind Traders' } })
  })
  afterAll(async () => {
    await node.stop()
    await rig.stop()
  })

  it('pages say how old they are, also on a phone, open all the same, and come back by themselves', async () => {
    const baseURL = new URL(node.baseUrl).origin
    const { page } = await rig.browse('admin', { baseURL, viewport: { width: 390, height: 844 } })
    // The pages' scripts are here before anybody asks for them.
    const playground = page.waitForResponse(/\/assets\/playground-/)
    await page.goto('/customers')
    await page.getByRole('cell', { name: 'Northwind Traders' }).waitFor()
    await (await playground).finished()
    await node.stop()
    const band = page.getByRole('region', { name: 'Purser cannot be reached' })
    await band.getByText(/What you see is \d+ s old/).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect((await band.boundingBox())?.y).toBeLessThan(844)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()

    node = await rig.service.secondNode({ PORT: new URL(baseURL).port })
    await band.waitFor({ state: 'detached' })
    await page.getByText('There is no agent yet.').waitFor()
  })

  it('a page whose script is not here yet waits for it', async () => {
    const baseURL = new URL(node.baseUrl).origin
    const { page } = await rig.browse('admin', { baseURL })
    await page.route(/\/assets\/intents-/, (route) => route.abort())
    await page.goto('/customers')
    await page.getByRole('cell', { name: 'Northwind Traders' }).waitFor()
    await node.stop()
    await page.getByText(/What you see is \d+ s old/).waitFor()
    await page.unroute(/\/assets\/intents-/)
    await page.getByRole('link', { name: 'Intents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    node = await rig.service.secondNode({ PORT: new URL(baseURL).port })
    await page.getByRole('heading', { level: 1, name: 'Intents' }).waitFor()
    expect(await page.getByText('failed').count()).toBe(0)
  })
})
