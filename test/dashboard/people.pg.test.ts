import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newInvitation, PASSWORD } from '../support/some-person.ts'
import { violations } from './axe.ts'
import { browserPath, type DashboardRig, startDashboard } from './dashboard-rig.ts'

const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

describe.skipIf(browserPath === undefined)('who comes to the dashboard', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('the first owner joins by the link of the first start, signs out, and comes back to the page they wanted', async () => {
    const { page, complaints } = await rig.browse(null)
    const { secret } = await newInvitation(rig.service, 'owner', null)
    await page.goto(`/welcome#${secret}`)
    await fill(page, { 'Your name': 'Ada Lovelace', Password: PASSWORD })
    await press(page, 'Join')
    await fill(page, { Email: 'ada@example.com' })
    await press(page, 'Join')
    await heading(page, 'Hello, Ada Lovelace')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: 'To the overview' }).click()
    await heading(page, 'Overview')
    await page.getByText('owner · ada@example.com').waitFor()
    await press(page, 'Sign out')
    await heading(page, 'Sign in')
    await page.goto('/nowhere?is=here')
    await page.waitForURL('**/sign-in?next=*')
    await fill(page, { Email: 'ada@example.com', Password: PASSWORD })
    await press(page, 'Sign in')
    await heading(page, 'Not found')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/nowhere?is=here')
    // The browser itself tells of requests that were refused, as they are where nobody is signed in yet.
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([])
  })

  it('says what is wrong: a weak password, an invitation that was used, a wrong password', async () => {
    const { page } = await rig.browse(null)
    const { secret } = await newInvitation(rig.service, 'viewer', 'grace@example.com')
    await page.goto(`/welcome#${secret}`)
    await fill(page, { 'Your name': 'Grace', Password: 'password1234' })
    await press(page, 'Join')
    await page.getByText(/one of the commonest/).waitFor()
    expect(await violations(page)).toEqual([])
    await fill(page, { Password: PASSWORD })
    await press(page, 'Join')
    await heading(page, 'Hello, Grace')
    await page.goto('/sign-in')
    await page.goto(`/welcome#${secret}`)
    await fill(page, { 'Your name': 'Mallory', Password: PASSWORD })
    await press(page, 'Join')
    await heading(page, 'No invitation')
    await page.getByRole('link', { name: 'To the sign-in' }).click()
    await fill(page, { Email: 'grace@example.com', Password: 'another one entirely' })
    await press(page, 'Sign in')
    await page.getByText('No person with this email address has this password.').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('whoever is invited adds a passkey, comes back by it alone, and deletes it', async () => {
    const { page, context } = await rig.browse(null)
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR })
    // Passkeys belong to names: an address has none.
    const url = rig.url.replace('127.0.0.1', 'localhost')
    const { secret } = await newInvitation(rig.service, 'approver', 'katherine@example.com')
    await page.goto(`${url}/welcome#${secret}`)
    await fill(page, { 'Your name': 'Katherine', Password: PASSWORD })
    await press(page, 'Join')
    await press(page, 'Add a passkey')
    await page.getByText('The passkey is kept.').waitFor()
    await page.getByRole('link', { name: 'To the overview' }).click()
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await page.getByText('approver · katherine@example.com').waitFor()
    await page.goto(`${url}/settings?tab=you`)
    await page.getByRole('row', { name: /Chrome on Linux localhost now/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await press(page, 'Delete Chrome on Linux')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('You have no passkey yet.').waitFor()
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await page.getByText(/What the passkey signed is not what was asked for/).waitFor()
  })

  it('never leads from the sign-in to another place', async () => {
    const { page } = await rig.browse(null)
    for (const next of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:1']) {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await fill(page, { Email: 'ada@example.com', Password: PASSWORD })
      await press(page, 'Sign in')
      await heading(page, 'Overview')
      expect(page.url()).toBe(`${rig.url}/`)
    }
  })

  it.each([
    ['/sign-in', 'Sign in'],
    ['/welcome#invite_x', 'Welcome to Purser'],
    ['/welcome', 'No invitation'],
    ['/forgot', 'A new password'],
    ['/reset#reset_x', 'A new password'],
    ['/reset', 'No such link'],
  ])('axe finds nothing at %s', async (path, title) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        const { page, context } = await rig.browse(null, { viewport: { width, height: 844 }, colorScheme })
        await page.goto(path)
        await heading(page, title)
        expect(await violations(page)).toEqual([])
        await context.close()
      }
    }
  })
})
