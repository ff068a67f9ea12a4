import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertPresent } from '../../../src/lib/assert.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { describeInBrowser, type DashboardRig, startDashboard } from '../dashboard-rig.ts'
import { settled } from '../settled.ts'

describeInBrowser('what is pressed elsewhere in the dashboard', () => {
  let rig: DashboardRig
  let customerId: string
  beforeAll(async () => {
    rig = await startDashboard()
    customerId = (await rig.service.purser.customers.create({ name: { business: 'Northwind' } })).id
  })
  afterAll(() => rig.stop())

  const newCard = (label: string) => rig.service.purser.cards.create({ customerId, label })
  const checkboxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ })

  it('does not fall on the row that has moved below the pointer', async () => {
    await newCard('Older')
    await newCard('Newer')
    const { page } = await rig.browse('admin', { viewport: { width: 1440, height: 900 } })
    await page.clock.install()
    await page.goto('/cards')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Newer/ }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const { x, y } = assertPresent(await checkboxes(page).first().boundingBox(), 'there are rows')
    await page.mouse.move(x + 5, y + 5)
    await newCard('Newest')
    for (;;) {
      // Events are gathered for a moment, and the list is then asked for once more.
      await page.clock.runFor(50)
      if ((await page.getByRole('row', { name: /Newest/ }).count()) > 0) break
    }
    await page.mouse.down()
    await page.mouse.up()
    expect(await page.getByRole('region', { name: 'Selected rows' }).count()).toBe(0)
    await page.clock.runFor(600)
    await settled(page)
    await page.mouse.down()
    await page.mouse.up()
    await page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected').waitFor()
  })

  it('says in its dialog that it did not get through, and is sent again as the same one', async () => {
    const { id } = await rig.service.purser.apiKeys.create({ name: 'Old program', role: 'network' })
    const { page, context } = await rig.browse('admin', { viewport: { width: 1440, height: 900 } })
    const keys: (string | undefined)[] = []
    await context.route(`**/api-keys/${id}**`, (route) => {
      if (route.request().method() === 'GET') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      return keys.length < 4 ? route.abort('connectionrefused') : route.continue()
    })
    await page.goto('/developers/keys')
    await page.getByRole('button', { name: 'Revoke Old program' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Revoke the key' }).focus()
    await page.keyboard.press(' ')
    expect(keys).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.getByText(/^Not sent\. Purser can/).waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).and(page.locator(':focus')).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Old program is revoked.').waitFor()
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('asks on where somebody else was first, and sends nothing', async () => {
    const card = await newCard('Travel')
    const { page } = await rig.browse('approver', { viewport: { width: 1440, height: 900 } })
    await page.goto(`/cards/${card.id}`)
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Freeze the card' }).waitFor()
    await rig.service.purser.cards.freeze(card.id)
    await dialog.getByText('The card is frozen meanwhile. Nothing was sent.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Freeze the card' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
