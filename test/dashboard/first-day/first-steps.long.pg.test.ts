import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../support/records/some-person.ts'
import { connect, endpoint } from '../../mcp/agent-rig.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const steps = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'First steps', level: 2 }) })
const ticked = (page: Page, title: string) =>
  steps(page)
    .getByRole('heading', { name: `${title} (done)` })
    .waitFor()

describeInBrowser('the first day', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('ticks each step as it is done, from the first customer to the first call of the agent, and goes', async () => {
    const visit = await rig.browse('owner', { baseURL: rig.namedUrl })
    const { page, complaints } = visit
    const device = await addAuthenticator(visit)
    await page.goto('/')
    await steps(page).getByText('0 of 6 done').waitFor()
    expect(await steps(page).getByRole('button', { name: 'New agent' }).isDisabled()).toBe(true)

    await press(page, 'New customer')
    await page.getByLabel('Name', { exact: true }).fill('Northwind')
    await press(page, 'Create customer')
    await ticked(page, 'Create a customer')
    await page.getByRole('link', { name: 'Set a limit' }).click()
    await page.getByRole('textbox', { name: 'Per month, USD' }).first().fill('500')
    await press(page, 'Review and save')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved 1 change.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await ticked(page, 'Set a limit')

    await press(page, 'New agent')
    await page.getByLabel('External id').fill('buyer')
    await press(page, 'Create agent')
    await ticked(page, 'Create an agent')
    await press(page, 'New card')
    await page.getByLabel('Limit', { exact: true }).fill('100')
    await press(page, 'Create card')
    await ticked(page, 'Create a card')
    await steps(page).getByText('4 of 6 done').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])

    await page.getByRole('link', { name: 'Open the playground' }).click()
    await press(page, 'Send as a purchase')
    await page.getByText('It was decided:').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await ticked(page, 'Try a purchase')

    await page.getByRole('link', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill('ada@example.com')
    await press(page, 'Create link')
    await page.getByText(/\/welcome#invite_/).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await ticked(page, 'Invite somebody')

    await page.getByRole('link', { name: 'Create a passkey' }).click()
    await page.getByLabel('Your password').fill(TEST_PASSWORD)
    await press(page, 'Add a passkey')
    await device.holds(1)
    await page.getByText('The passkey is saved.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await ticked(page, 'Create a passkey')

    await page.getByRole('link', { name: 'Connect the agent' }).click()
    await press(page, 'Create key')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'The secret of buyer' }).waitFor()
    const secret = (await dialog.getByText(/^sk_/).textContent()) ?? ''
    await press(page, 'Copy the secret')
    await press(page, 'I have kept it')
    await page.getByText('waits for its first call').waitFor()
    await page.getByText(`"url": "${rig.namedUrl}/mcp"`).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    const client = await connect(endpoint(rig.service), secret)
    await client.callTool({ name: 'get_budget', arguments: {} })
    await client.close()
    await page.getByText('has called').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('The first steps are done.').waitFor()
    await page.locator('[data-plot]').waitFor()
    expect(await steps(page).count()).toBe(0)
    // A busy node answers 503, and the client asks again.
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })

  it('is hidden by whoever wants that, in this browser, and shown again from the palette and the settings', async () => {
    const { page } = await rig.browse('admin')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/settings?tab=you')
    await press(page, 'Show the first steps')
    await page.getByRole('link', { name: 'Overview' }).click()
    await ticked(page, 'Try a purchase')
    await press(page, 'Hide the first steps')
    await steps(page).waitFor({ state: 'detached' })
    asked.length = 0
    await page.reload()
    await page.locator('[data-plot]').waitFor()
    expect(await steps(page).count()).toBe(0)
    expect(asked.filter((path) => /api-keys|people|invitations/.test(path))).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('first steps')
    await page.getByRole('option', { name: 'Show the first steps' }).waitFor()
    await page.keyboard.press('Enter')
    await ticked(page, 'Try a purchase')
  })

  it('shows somebody who only looks nothing that they may not do', async () => {
    const { page } = await rig.browse('viewer', { baseURL: rig.namedUrl })
    await page.goto('/settings?tab=you')
    await press(page, 'Show the first steps')
    await page.getByRole('link', { name: 'Overview' }).click()
    await steps(page).getByRole('link', { name: 'Create a passkey' }).waitFor()
    await expect.poll(() => steps(page).getByRole('listitem').count()).toBe(1)
    await page.goto('/connect/agent')
    await page.getByText('Agents are connected by admins.').waitFor()
  })
})
