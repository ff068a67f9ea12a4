import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

describeInBrowser('the frame of the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('leads whoever is not signed in to the sign-in, and keeps where they wanted to go', async () => {
    const { page } = await rig.browse(null)
    await page.goto('/transactions?status=declined')
    await page.waitForURL('**/sign-in?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/transactions?status=declined')
  })

  it.each([1280, 390])('shows its pages to a person, at %i px, with nothing that axe finds', async (width) => {
    const { page } = await rig.browse('viewer', { viewport: { width, height: 844 } })
    await page.goto('/')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Changes' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('works in a browser that keeps nothing: a theme lasts until the page is closed', async () => {
    const { page, context, complaints } = await rig.browse('viewer')
    await context.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })`,
    )
    await page.goto('/settings?tab=you')
    await page.getByRole('radio', { name: 'Dark' }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })
})
