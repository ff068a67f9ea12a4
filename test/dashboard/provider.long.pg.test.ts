import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyProvider, startCompanyProvider } from '../support/receivers/company-provider.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { violationsAtEachWidth } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInBrowser("sign-in by the company's provider", () => {
  let provider: CompanyProvider
  let rig: DashboardRig
  beforeAll(async () => {
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    provider = await startCompanyProvider({ redirectUris: [`${publicUrl}/sign-in/return`] })
    rig = await startDashboard({ PORT: port, ...provider.settings(publicUrl), PURSER_PASSWORD_SIGN_IN: 'off' })
    const claims = { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper', groups: ['approvers'] }
    provider.people.set('grace', claims)
  })
  afterAll(async () => {
    await rig.stop()
    await provider.stop()
  })

  const atProvider = async (page: Page, subject: string) => {
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('[name=login]').fill(subject)
    await page.locator('[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
  }

  it('leads through the page of the provider to the page that was wanted, and makes the first passkey by one more', async () => {
    const visit = await rig.browse(null, { baseURL: rig.namedUrl })
    const { page } = visit
    await page.goto('/settings?tab=you')
    await heading(page, 'Sign in')
    await page.getByRole('button', { name: 'Sign in with Example Corp' }).waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    expect(await violationsAtEachWidth(page)).toEqual([])
    await press(page, 'Sign in with Example Corp')
    await atProvider(page, 'grace')
    await heading(page, 'Settings')
    await page.getByText('approver · grace@example.com').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=you')
    await addAuthenticator(visit)
    await page.getByRole('button', { name: 'Sign in there once more' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    await press(page, 'Sign in there once more')
    await atProvider(page, 'grace')
    await page.getByText('You have just shown who you are.').waitFor()
    await press(page, 'Add a passkey')
    await page.getByText('The passkey is saved.').waitFor()
    await page.getByText('waits', { exact: true }).waitFor()
  })

  it('says why nobody is let in, and leads back', async () => {
    provider.people.set('joan', { email: 'joan@example.com', email_verified: true, groups: ['nobody'] })
    const { page } = await rig.browse(null, { baseURL: rig.namedUrl })
    await page.goto('/sign-in')
    await press(page, 'Sign in with Example Corp')
    await atProvider(page, 'joan')
    await heading(page, 'You are not signed in')
    await page.getByText('None of your groups at the provider has a role here.').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('link', { name: 'Go back and begin again' }).click()
    await heading(page, 'Sign in')
  })
})
