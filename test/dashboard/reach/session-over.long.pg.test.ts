import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../support/records/some-person.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const NAME = 'Northwind Traders'

describeInBrowser('a session that is over', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
    await rig.service.purser.customers.create({ name: { business: NAME } })
  })
  afterAll(() => rig.stop())

  const endSessionsOf = async (personId: string) => {
    const { purser } = rig.service
    for (const { id } of (await purser.sessions.list({ personId })).data) await purser.sessions.end(id)
  }
  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('leads to the sign-in by the end of the event stream alone, takes all from the screen, and comes back', async () => {
    const { page, personId } = await rig.browse('viewer')
    await page.goto('/customers?status=active')
    await page.getByRole('cell', { name: NAME }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await endSessionsOf(personId ?? '')
    await page.waitForURL('**/sign-in?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/customers?status=active')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByText(NAME).count()).toBe(0)
    const { email } = await rig.service.purser.people.get(personId ?? '')
    await signIn(page, email)
    await page.getByRole('cell', { name: NAME }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=active')
    await page.getByText('Live', { exact: true }).waitFor()
  })

  it('leads there by any reply, also where the browser has lost the cookie', async () => {
    const { page, context } = await rig.browse('admin')
    await page.route('**/v1/events/stream', (route) => route.abort())
    await page.goto('/customers')
    await page.getByRole('cell', { name: NAME }).waitFor()
    const clicked = Promise.withResolvers<void>()
    // The page asks for what waits by itself; without a cookie, that reply would lead away before the click.
    await page.route('**/v1/**', async (route) => {
      await clicked.promise
      await route.fallback()
    })
    await context.clearCookies()
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    clicked.resolve()
    await page.waitForURL('**/sign-in?next=%2Fagents')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is another thing than a wrong password, and than a person who leaves', async () => {
    const { page } = await rig.browse('viewer')
    await page.goto('/settings?tab=you')
    await page.getByLabel('Current password').fill('not this one at all')
    await page.getByLabel('New password').fill('nine tall giraffes')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The current password is another one').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  it('of somebody else is ended by an owner, who sees where it is', async () => {
    const other = await rig.browse('approver')
    await other.page.goto('/approvals')
    await other.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    await other.page.getByText('Live', { exact: true }).waitFor()
    const { name } = await rig.service.purser.people.get(other.personId ?? '')
    const { page } = await rig.browse('owner')
    await page.goto('/settings?tab=people')
    await page.getByRole('button', { name: `Change ${name}` }).click()
    await page.getByRole('heading', { name: `Where ${name} is signed in` }).waitFor()
    await page.getByRole('button', { name: /^Sign out .* of / }).click()
    await page.getByText('The session is ended.').waitFor()
    await page.getByText('No active session.').waitFor()
    await other.page.waitForURL('**/sign-in?next=%2Fapprovals')
  })
})
