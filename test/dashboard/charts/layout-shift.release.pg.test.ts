import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { loaded } from '../loaded.ts'
import { someCompany } from '../some-company.ts'

/** Half of what browsers call good. */
const MOST_SHIFT = 0.05
const PAGES = ['/', '/budgets', '/spend', '/cards', '/customers', '/approvals', '/transactions']

/** Adds up how much of the page moves by itself, from the first paint on. */
const COUNT_SHIFTS = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`

describeInBrowser('a page that loads', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    await someCompany(rig.service.purser)
  })
  afterAll(() => rig.stop())

  it.each([1280, 390])(`moves less than ${MOST_SHIFT} of what it shows, at %i px`, async (width) => {
    const { context } = await rig.browse('viewer', { viewport: { width, height: 844 } })
    await context.addInitScript(COUNT_SHIFTS)
    const shifts: Record<string, number> = {}
    for (const path of PAGES) {
      const page = await context.newPage()
      await page.goto(path)
      await loaded(page)
      await page.waitForLoadState('load')
      shifts[path] = await page.evaluate<number>('new Promise((done) => setTimeout(() => done(shifted), 500))')
      await page.close()
    }
    expect(Object.entries(shifts).filter(([, shift]) => !(shift < MOST_SHIFT))).toEqual([])
  })
})
