import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newInvitation, newPerson, TEST_PASSWORD } from '../support/records/some-person.ts'
import { openWebhookSink } from '../support/receivers/webhook-sink.ts'
import { violations } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const TABS = [
  ['people', 'someone-with-a-long-address'],
  ['invitations', 'Create link'],
  ['you', 'this one'],
  ['notifications', 'Notify Slack when'],
  ['account', 'Confirm approvals with a passkey above (USD)'],
] as const

describeInBrowser('the settings', () => {
  let rig: DashboardRig
  beforeAll(async () => {
    rig = await startDashboard()
  })
  afterAll(() => rig.stop())

  it('an owner invites somebody by a link that is shown once, and the link lets them in', async () => {
    const { page } = await rig.browse('owner')
    await page.goto('/settings?tab=invitations')
    await page.getByLabel('Email').fill('new@example.com')
    await page.getByLabel('Role').selectOption('approver')
    await press(page, 'Create link')
    const link = (await page.getByText(/\/welcome#invite_/).textContent()) ?? ''
    await page.getByRole('row', { name: /new@example.com approver pending you/ }).waitFor()
    const guest = await rig.browse(null)
    await guest.page.goto(link)
    await guest.page.getByLabel('Your name').fill('Newcomer')
    await guest.page.getByLabel('Password').fill(TEST_PASSWORD)
    await press(guest.page, 'Join')
    await said(guest.page, 'Hello, Newcomer')
    await page.reload()
    await page.getByRole('row', { name: /new@example.com approver accepted by Newcomer you/ }).waitFor()
    expect(await page.getByText(/invite_/).count()).toBe(0)
  })

  it('a link that is revoked works no more', async () => {
    const { page } = await rig.browse('admin')
    const { secret } = await newInvitation(rig.service, 'viewer', 'not-yet@example.com')
    await page.goto('/settings?tab=invitations')
    await press(page, 'Revoke not-yet@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row', { name: /not-yet@example.com viewer revoked/ }).waitFor()
    const guest = await rig.browse(null)
    await guest.page.goto(`/welcome#${secret}`)
    await said(guest.page, 'This invitation was revoked')
  })

  it('an owner gives somebody another role, and puts them out: they are at the sign-in at their next step', async () => {
    const { page } = await rig.browse('owner')
    const leaver = await rig.browse('viewer')
    const { email } = await rig.service.purser.people.get(leaver.personId ?? '')
    await leaver.page.goto('/settings')
    await leaver.page.getByRole('row', { name: new RegExp(email) }).waitFor()
    expect(await leaver.page.getByRole('button', { name: /^Change/ }).count()).toBe(0)
    await page.goto('/settings?tab=people')
    await press(page, `Change ${email}`)
    await page.getByLabel('Role').selectOption('admin')
    await press(page, 'Save')
    await page.getByRole('row', { name: new RegExp(`${email} admin active`) }).waitFor()
    await press(page, `Change ${email}`)
    await press(page, 'Disable…')
    await press(page, 'Disable')
    await page.getByRole('row', { name: new RegExp(`${email} admin disabled`) }).waitFor()
    await leaver.page.goto('/settings')
    await leaver.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('an admin makes a link for somebody who has lost their password, who chooses another and is let in', async () => {
    const { page } = await rig.browse('admin')
    const loser = await rig.browse('viewer')
    const { email } = await rig.service.purser.people.get(loser.personId ?? '')
    await page.goto('/settings')
    await press(page, `Change ${email}`)
    await press(page, 'Create a password link')
    const link = (await page.getByText(/\/reset#reset_/).textContent()) ?? ''
    const elsewhere = await rig.browse(null)
    await elsewhere.page.goto('/sign-in')
    await elsewhere.page.getByRole('link', { name: 'Forgot it?' }).click()
    // The page of before has a field of that name, too.
    await elsewhere.page.getByRole('button', { name: 'Send me a link' }).waitFor()
    await elsewhere.page.getByLabel('Email').fill(email)
    await press(elsewhere.page, 'Send me a link')
    await said(elsewhere.page, 'This installation sends no email.')
    await elsewhere.page.goto(link)
    await elsewhere.page.getByLabel('New password').fill('passwordpassword')
    await press(elsewhere.page, 'Set the password')
    await said(elsewhere.page, 'This password is one of the commonest.')
    await elsewhere.page.getByLabel('New password').fill('four slow tortoises')
    await press(elsewhere.page, 'Set the password')
    await elsewhere.page.getByRole('heading', { name: 'Overview' }).waitFor()
    await loser.page.goto('/settings')
    await loser.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const again = await rig.browse(null)
    await again.page.goto(link)
    await again.page.getByLabel('New password').fill('four slow tortoises')
    await press(again.page, 'Set the password')
    await again.page.getByRole('heading', { name: 'No such link' }).waitFor()
  })

  it('the last owner stays one, and the page says why', async () => {
    const { data } = await rig.service.purser.people.list({ status: 'active', limit: 100 })
    const { page, personId } = await rig.browse('owner')
    await page.goto('/settings')
    for (const { id, role, name } of data.filter((person) => person.role === 'owner' && person.id !== personId)) {
      expect([id, role]).toEqual([expect.stringMatching(/^per_/), 'owner'])
      await press(page, `Change ${name}`)
      await press(page, 'Disable…')
      await press(page, 'Disable')
      await said(page, `${name} is disabled.`)
    }
    const self = await rig.service.purser.people.get(personId ?? '')
    await press(page, `Change ${self.name}`)
    await page.getByLabel('Role').selectOption('viewer')
    await press(page, 'Save')
    await said(page, 'The account would have no owner any more.')
  })

  it('an owner sets above which amount decisions take a passkey, and needs one to unset it; an admin cannot', async () => {
    const { page } = await rig.browse('owner')
    await page.goto('/settings?tab=account')
    await page.getByLabel('Name').fill('Ink Inc.')
    await page.getByLabel(/Confirm approvals with a passkey/).fill('500.50')
    const numbers = /Show a card number only to somebody who confirms it/
    await page.getByLabel(numbers).check()
    await press(page, 'Save')
    await said(page, 'The account is saved.')
    expect(await rig.service.purser.account.get()).toMatchObject({
      name: 'Ink Inc.',
      approvalPasskeyAbove: 50_050,
      numbersNeedPasskey: true,
    })
    const admin = await rig.browse('admin')
    await admin.page.goto('/settings?tab=account')
    const field = admin.page.getByLabel(/Confirm approvals with a passkey/)
    await field.waitFor()
    expect([await field.isDisabled(), await field.inputValue()]).toEqual([true, '500.50'])
    expect(await admin.page.getByLabel(numbers).isDisabled()).toBe(true)
    await page.getByLabel(numbers).uncheck()
    await page.getByLabel(/Confirm approvals with a passkey/).fill('')
    await press(page, 'Save')
    await said(page, 'This is confirmed with a passkey, and you have none')
    expect(await rig.service.purser.account.get()).toMatchObject({ approvalPasskeyAbove: 50_050 })
    const free = 'update accounts set approval_passkey_above = null, numbers_need_passkey = false'
    await rig.service.database.pool.query(free)
  })

  it('a person chooses what is mailed; an admin what Slack is told, whose URL is not shown again', async () => {
    const viewer = await rig.browse('viewer')
    await viewer.page.goto('/settings?tab=notifications')
    await said(viewer.page, 'This installation cannot send email until')
    await expect.poll(() => viewer.page.getByRole('checkbox').count()).toBe(2)
    expect(await viewer.page.getByText('In Slack').count()).toBe(0)
    await viewer.page.getByLabel('80% or 100% of a budget is spent').check()
    await press(viewer.page, 'Save email settings')
    await said(viewer.page, 'Your email notifications are saved.')
    await viewer.page.reload()
    await viewer.page.getByLabel('80% or 100% of a budget is spent').waitFor()
    await expect.poll(() => viewer.page.getByRole('checkbox', { checked: true }).count()).toBe(1)

    const { page } = await rig.browse('admin')
    await page.goto('/settings?tab=notifications')
    const slack = page.getByRole('group', { name: 'Notify Slack when' })
    await slack.getByLabel('An approval is waiting').check()
    await page.getByLabel('Incoming webhook of Slack').fill('ftp://hooks.slack.com/services/a')
    await press(page, 'Save Slack')
    await said(page, 'must be https')
    await page.getByLabel('Incoming webhook of Slack').fill('https://hooks.slack.com/services/T000/B000/abcdefghwxyz')
    await press(page, 'Save Slack')
    await said(page, 'hooks.slack.com/…wxyz')
    await page.reload()
    await said(page, 'hooks.slack.com/…wxyz')
    expect(await page.content()).not.toContain('abcdefghwxyz')
    expect(await slack.getByLabel('An approval is waiting').isChecked()).toBe(true)
    const channel = await openWebhookSink()
    channel.answerWith(() => ({ status: 404, body: 'no_service' }))
    await rig.service.purser.slack.update({ url: `http://127.0.0.1:${channel.port}/services/T000/B000/abcdefghwxyz` })
    await page.reload()
    await press(page, 'Send a test message')
    await said(page, 'The message was refused.')
    await said(page, '404 no_service')
    expect(await violations(page)).toEqual([])
    await channel.close()
    await press(page, 'Remove Slack')
    await said(page, 'Slack no longer gets notifications.')
    expect(await rig.service.purser.slack.get()).toEqual({ events: [] })
  })

  it('a person changes their password and ends their other sessions', async () => {
    const { page, personId } = await rig.browse('viewer')
    const { email } = await rig.service.purser.people.get(personId ?? '')
    const elsewhere = await rig.browse(null)
    const signIn = async (password: string) => {
      await elsewhere.page.goto('/sign-in')
      await elsewhere.page.getByLabel('Email').fill(email)
      await elsewhere.page.getByLabel('Password').fill(password)
      await press(elsewhere.page, 'Sign in')
      await elsewhere.page.getByRole('heading', { name: 'Overview' }).waitFor()
    }
    await signIn(TEST_PASSWORD)
    await page.goto('/settings?tab=you')
    await page.getByText('this one').waitFor()
    await press(page, 'Sign out all others')
    await said(page, 'Your other sessions are ended.')
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('nine tall giraffes')
    await press(page, 'Change the password')
    await said(page, /The current password is another one/)
    await page.getByLabel('Current password').fill(TEST_PASSWORD)
    await press(page, 'Change the password')
    await said(page, 'The password is changed. Your other sessions have ended.')
    await elsewhere.page.goto('/')
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn('nine tall giraffes')
  })

  it('a person chooses colors for this browser, which stay', async () => {
    const { page } = await rig.browse('viewer', { colorScheme: 'light' })
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await page.goto('/settings?tab=you')
    await page.getByText('Amounts and dates').waitFor()
    const light = await ground()
    await page.getByLabel('Dark').check()
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await ground()).toBe(dark)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/settings?tab=you')
    await page.getByLabel('Light').check()
    expect(await ground()).toBe(light)
    await page.getByLabel('As the system has it').check()
    expect(await ground()).toBe(dark)
  })

  it('the colors that are chosen in one page are those of all open pages at once', async () => {
    const { page, context } = await rig.browse('viewer', { colorScheme: 'light' })
    const other = await context.newPage()
    for (const one of [page, other]) {
      await one.goto('/settings?tab=you')
      await one.getByText('Amounts and dates').waitFor()
    }
    const isGround = (one: Page, color: string) =>
      one.waitForFunction(`getComputedStyle(document.body).backgroundColor === ${JSON.stringify(color)}`)
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    await page.getByLabel('Dark').check()
    await isGround(other, await ground())
    expect(await ground()).not.toBe(light)
    expect(await other.getByLabel('Dark').isChecked()).toBe(true)
    await other.getByLabel('As the system has it').check()
    await isGround(page, light)
  })

  it('writes amounts and dates as the language of the browser does', async () => {
    const { page } = await rig.browse('viewer', { locale: 'de-DE' })
    await page.goto('/settings?tab=you')
    await page.getByText(/1\.234,56\s\$/).waitFor()
  })

  it('axe finds nothing on a phone', async () => {
    await newPerson(rig.service, 'approver', 'someone-with-a-long-address@finance.example.com')
    const { page } = await rig.browse('owner', { viewport: { width: 390, height: 844 } })
    for (const [tab, shows] of TABS) {
      await page.goto(`/settings?tab=${tab}`)
      await page.getByText(shows).first().waitFor()
      expect(await violations(page)).toEqual([])
    }
  })
})
