import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertPresent } from '../../../src/lib/assert.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

/** More rows than any window shows. */
const MANY = 36

describeInBrowser('the bar of the selected rows', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    const { purser } = rig.service
    const customer = await purser.customers.create({
      name: { business: 'Northwind' },
      limits: { perMonth: 900_000_00 },
    })
    const policy = { requireApproval: true }
    for (let number = 1; number <= MANY; number += 1) {
      const name = `Buyer ${number}`
      const agent = await purser.agents.create({ customerId: customer.id, externalId: name, name, policy })
      const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: `Card ${number}` })
      // Every third is above the threshold for passkeys.
      const expectedAmount = number % 3 === 0 ? 900_00 : 20_00
      await purser.intents.declare(card.id, { purpose: `Purchase ${number}`, expectedAmount, expectedMerchant: 'Shop' })
    }
    await rig.service.database.pool.query('update accounts set approval_passkey_above = 50000')
  })
  afterAll(() => rig.stop())

  const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

  it.each([
    ['/approvals', 1440, '5 selected', '3 can be decided here, 2 take a passkey.'],
    ['/approvals', 1024, '5 selected', '3 can be decided here, 2 take a passkey.'],
    ['/approvals', 390, '5 selected', '3 can be decided here, 2 take a passkey.'],
    ['/cards', 1440, '5 selected', '5 active'],
    ['/cards', 1024, '5 selected', '5 active'],
    ['/cards', 390, '5 selected', '5 active'],
  ])('of %s stands inside the window, at %i px, and says what can be done', async (path, width, count, note) => {
    const height = 844
    const { page } = await rig.browse('admin', { viewport: { width, height } })
    await page.goto(path)
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await boxes.nth(MANY - 1).waitFor()
    for (let row = 0; row < 5; row += 1) await boxes.nth(row).click()
    await bar(page).getByText(count).waitFor()
    await bar(page).getByText(note).waitFor()
    const isInside = async () => {
      for (const part of [bar(page), ...(await bar(page).getByRole('button').all())]) {
        const box = assertPresent(await part.boundingBox(), 'it is on the page')
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
      }
    }
    await isInside()
    await boxes.nth(MANY - 1).scrollIntoViewIfNeeded()
    await isInside()
    // The last row is not below it.
    await page.keyboard.press('End')
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const last = assertPresent(await boxes.nth(MANY - 1).boundingBox(), 'the last row is on the page')
    expect(last.y + last.height).toBeLessThanOrEqual(assertPresent(await bar(page).boundingBox(), 'the bar is shown').y)
    expect(await violationsAtEachWidth(page)).toEqual([])
  })
})
