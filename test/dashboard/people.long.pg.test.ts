import type { Page } from 'playwright-core'
import type { PersonRole } from '../../src/contract/resources/people.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/receivers/free-port.ts'
import { type MailSink, openMailSink } from '../support/receivers/mail-sink.ts'
import { newInvitation, TEST_PASSWORD } from '../support/records/some-person.ts'
import { violations, violationsAtEachWidth } from './axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { joinWithPasskey } from './join-with-passkey.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** A secret stays until it is copied. */
const keep = async (page: Page, copy = 'Copy the secret') => {
  await press(page, copy)
  await press(page, 'I have kept it')
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

describeInBrowser('who comes to the dashboard', () => {
  let rig: DashboardRig
  let mail: MailSink
  beforeAll(async () => {
    mail = await openMailSink()
    const port = await freePort()
    rig = await startDashboard({
      PORT: port,
      PURSER_SMTP_URL: mail.url,
      PURSER_MAIL_FROM: 'purser@example.com',
      // Passkeys belong to this name.
      PURSER_PUBLIC_URL: `http://localhost:${port}`,
    })
  })
  afterAll(async () => {
    await rig.stop()
    await mail.close()
  })

  it('the first owner joins by the link of the first start, signs out, and comes back to the page they wanted', async () => {
    const { page, complaints } = await rig.browse(null)
    const { secret } = await newInvitation(rig.service, 'owner', null)
    await page.goto(`/welcome#${secret}`)
    await page.getByText('This link makes you the first owner.').waitFor()
    await fill(page, { 'Your name': 'Ada Lovelace', Email: 'ada@example.com', Password: TEST_PASSWORD })
    await press(page, 'Join')
    await heading(page, 'Hello, Ada Lovelace')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await heading(page, 'Overview')
    await page.getByText('owner · ada@example.com').waitFor()
    await press(page, 'Sign out')
    await heading(page, 'Sign in')
    await page.goto('/nowhere?is=here')
    await page.waitForURL('**/sign-in?next=*')
    await fill(page, { Email: 'ada@example.com', Password: TEST_PASSWORD })
    await press(page, 'Sign in')
    await heading(page, 'Not found')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/nowhere?is=here')
    // The browser itself tells of requests that were refused, as they are where nobody is signed in yet.
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([])
  })

  it('a later link of a first owner has ended, and a further owner learns beside whom', async () => {
    const { page } = await rig.browse(null)
    const { secret: late } = await newInvitation(rig.service, 'owner', null)
    await page.goto(`/welcome#${late}`)
    await heading(page, 'No invitation')
    await page.getByText('Somebody else has become the first owner').waitFor()
    const { secret } = await newInvitation(rig.service, 'owner', 'dorothy@example.com')
    await page.goto('/sign-in')
    await page.goto(`/welcome#${secret}`)
    await page.getByText('This link makes you a further owner beside Ada Lovelace.').waitFor()
    expect(await violations(page)).toEqual([])
    await fill(page, { 'Your name': 'Dorothy Vaughan', Password: TEST_PASSWORD })
    await press(page, 'Join')
    await heading(page, 'Hello, Dorothy Vaughan')
    await page.goto('/settings?tab=invitations')
    await page.getByRole('row', { name: /dorothy@example.com owner accepted by you/ }).waitFor()
    await page.getByText('a command on its machine').first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('says what is wrong: a weak password, an invitation that was used, a wrong password', async () => {
    const { page } = await rig.browse(null)
    const { secret } = await newInvitation(rig.service, 'viewer', 'grace@example.com')
    await page.goto(`/welcome#${secret}`)
    await page.getByText('You were invited as viewer.').waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('grace@example.com')
    await fill(page, { 'Your name': 'Grace', Password: 'password1234' })
    await press(page, 'Join')
    await page.getByText(/one of the commonest/).waitFor()
    expect(await violations(page)).toEqual([])
    await fill(page, { Password: TEST_PASSWORD })
    await press(page, 'Join')
    await heading(page, 'Hello, Grace')
    await page.goto('/sign-in')
    await page.goto(`/welcome#${secret}`)
    await heading(page, 'This invitation was used')
    await page.getByText(/^It was used on .*20\d\d/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to the sign-in' }).click()
    await fill(page, { Email: 'grace@example.com', Password: 'another one entirely' })
    await press(page, 'Sign in')
    await page.getByText('No person with this email address has this password.').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('whoever is invited joins with a passkey, comes back by it alone, renames it and deletes it', async () => {
    const { page, context } = await rig.browse(null)
    await addAuthenticator({ page, context })
    const url = rig.namedUrl
    const { secret } = await newInvitation(rig.service, 'approver', 'katherine@example.com')
    await page.goto(`${url}/welcome#${secret}`)
    await fill(page, { 'Your name': 'Katherine', Password: TEST_PASSWORD })
    await press(page, 'Join with a passkey')
    await page.getByText('The passkey is saved.').waitFor()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await page.getByText('approver · katherine@example.com').waitFor()
    await page.goto(`${url}/settings?tab=you`)
    await page.getByRole('row', { name: /Chrome on Linux localhost now/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await press(page, 'Rename Chrome on Linux')
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await press(page, 'Delete Laptop')
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('You have no passkey yet.').waitFor()
    await press(page, 'Sign out')
    await press(page, 'Sign in with a passkey')
    await page.getByText(/The passkey did not sign the challenge of this request/).waitFor()
  })

  async function joined(role: PersonRole) {
    const email = `joined-${(joiners += 1)}@example.com`
    return { ...(await joinWithPasskey(rig, role, email)), email }
  }
  let joiners = 0

  /** An owner agrees, by a passkey, to the one that somebody has added later. */
  async function agreeTo({ personId }: { personId: string | null }) {
    const { page } = await joined('owner')
    const { name } = await rig.service.purser.people.get(personId ?? '')
    await page.goto('/settings?tab=people')
    await press(page, `Change ${name}`)
    await page.getByText(/It cannot confirm anything until/).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('button', { name: /^Agree to/ }).click()
    await page.getByText('The passkey confirms from now on.').waitFor()
  }

  it('an approver without a passkey is told before, makes it in place, and the decision goes on once an owner has agreed', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'large@example.com' })
    const card = await purser.cards.create({ customerId, policy: { requireApproval: true } })
    const { id: intentId } = await purser.intents.declare(card.id, { purpose: 'A press', expectedAmount: 600_00 })
    const [approval] = (await purser.approvals.list({ status: 'pending', customerId })).data
    const above = (cents: number | null) =>
      rig.service.database.pool.query('update accounts set approval_passkey_above = $1', [cents])
    await above(500_00)
    const visit = await rig.browse('approver', { viewport: { width: 390, height: 844 }, baseURL: rig.namedUrl })
    const { page } = visit
    const device = await addAuthenticator(visit)
    await page.goto(`/approvals/${approval?.id}`)
    await page
      .getByText('Decisions above $500.00 are confirmed with a passkey, and you have none at localhost.')
      .waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.getByRole('button', { name: 'Approve up to $' }).click()
    await page.getByText('You approve it as soon as a passkey of yours confirms').waitFor()
    await fill(page, { 'Your password': TEST_PASSWORD })
    await press(page, 'Add a passkey')
    await page.getByText('Yours cannot confirm anything until').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await device.recognize(false)
    await agreeTo(visit)
    // It is asked for by itself, now that it confirms.
    await page.getByText('The passkey did not confirm it').waitFor()
    await device.recognize(true)
    await page.getByRole('button', { name: 'Approve up to $' }).click()
    await page.getByText('Approved by you').waitFor()
    await above(null)
    expect((await purser.intents.get(intentId)).approvedBy).toBe(visit.personId)
    expect((await purser.approvals.proof(approval?.id ?? '')).personId).toBe(visit.personId)
  })

  it('whoever has a passkey confirms a look at a card number with it', async () => {
    const { purser } = rig.service
    const { id: customerId } = await purser.customers.create({ email: 'looked-at@example.com' })
    const { id, last4 } = await purser.cards.create({ customerId })
    const visit = await joined('admin')
    const { page, device } = visit
    await page.goto(`/cards/${id}`)
    await press(page, 'Show number')
    await page.getByText('You confirm it with your passkey.').waitFor()
    await page.getByLabel('Purpose').fill('An invoice by phone')
    await device.recognize(false)
    await press(page, 'Show for 30 seconds')
    await page.getByText('The passkey did not confirm it').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await device.recognize(true)
    await press(page, 'Show for 30 seconds')
    await page.getByText(new RegExp(`\\d{4} \\d{4} \\d{4} ${last4}`)).waitFor()
    await page.getByRole('table', { name: 'Card number access' }).getByText('by passkey').waitFor()
    const [look] = (await purser.cards.listAccessEvents(id)).data
    expect(look).toMatchObject({
      decision: 'granted',
      keyId: visit.personId,
      passkeyId: expect.stringMatching(/^pky_/),
    })
  })

  it('a second passkey is confirmed by the first', async () => {
    const { page, context, device } = await joined('viewer')
    await page.goto('/settings?tab=you')
    const second = await addAuthenticator({ page, context }, 'usb')
    // Chromium never completes a passkey request that began while the virtual device was set not to be touched. The second device makes
    // the new passkey; the page's request to confirm it with the first one is held back until the first device can be touched again.
    const ready = Promise.withResolvers<void>()
    await page.route('**/v1/passkeys', (route) => ready.promise.then(() => route.continue()))
    await device.touches(false)
    await second.touches(true)
    await press(page, 'Add a passkey')
    await second.holds(1)
    await second.touches(false)
    await device.touches(true)
    ready.resolve()
    await page.getByText('The passkey is saved.').waitFor()
    await page
      .getByRole('button', { name: /^Delete / })
      .nth(1)
      .waitFor()
  })

  it('a passkey that is used with the link for a new password stays, and one that is not goes', async () => {
    for (const keeps of [true, false]) {
      const { page, personId } = await joined('viewer')
      const { secret } = await rig.service.purser.passwordResets.create(personId ?? '')
      await page.goto(`/reset#${secret}`)
      if (keeps) {
        await press(page, 'Keep a passkey')
        await page.getByText('One passkey stays.').waitFor()
        expect(await violationsAtEachWidth(page)).toEqual([])
      }
      await fill(page, { 'New password': 'four slow tortoises' })
      await press(page, 'Set the password')
      await heading(page, 'Overview')
      const { data } = await rig.service.purser.passkeys.list({ personId: personId ?? '' })
      expect(data).toHaveLength(keeps ? 1 : 0)
    }
  })

  it('an owner confirms with a passkey that less takes one, and that a card may spend more', async () => {
    const { purser, database } = rig.service
    await database.pool.query('update accounts set approval_passkey_above = 50000')
    const { id: customerId } = await purser.customers.create({ email: 'raised@example.com' })
    const { id } = await purser.cards.create({ customerId, limits: { perDay: 90_000 }, status: 'frozen' })
    const { page, device } = await joined('owner')
    await page.goto(`/cards/${id}`)
    await device.recognize(false)
    await press(page, 'Unfreeze')
    await page.getByText('The passkey did not confirm it').waitFor()
    await device.recognize(true)
    await press(page, 'Unfreeze')
    await page.getByText('The card is active again.').waitFor()
    await page.goto('/settings?tab=account')
    await page.getByLabel(/Confirm approvals with a passkey/).fill('')
    await device.recognize(false)
    await press(page, 'Save')
    await page.getByText('The passkey did not confirm it').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await device.recognize(true)
    await press(page, 'Save')
    await page.getByText('The account is saved.').waitFor()
    expect(await purser.account.get()).not.toHaveProperty('approvalPasskeyAbove')
  })

  it('an approver confirms a change request that lets more be spent', async () => {
    const { purser, database } = rig.service
    await database.pool.query('update accounts set approval_passkey_above = 50000')
    const { id: customerId } = await purser.customers.create({ email: 'asked@example.com' })
    const { id: cardId } = await purser.cards.create({ customerId, limits: { perDay: 10_000 } })
    const wanted = { limits: { perDay: 90_000 } }
    const { id } = await purser.changeRequests.create({ cardId, wanted, why: 'A press' })
    const { page, personId } = await joined('approver')
    await page.goto(`/approvals/${id}`)
    await press(page, 'Approve')
    await page.getByText('Approved by you').waitFor()
    await database.pool.query('update accounts set approval_passkey_above = null')
    expect((await purser.changeRequests.get(id)).decidedBy).toBe(personId)
  })

  it('an owner confirms with a passkey that a key decides, and that somebody else may', async () => {
    const { purser, database } = rig.service
    await database.pool.query('update accounts set approval_passkey_above = 50000')
    const { page, device } = await joined('owner')
    const { personId: viewerId } = await joined('viewer')
    const viewer = await purser.people.get(viewerId ?? '')
    const unconfirmed = page.getByText('The passkey did not confirm it')

    await page.goto('/developers/keys')
    await press(page, 'New key')
    await fill(page, { Name: 'Deploys' })
    await page.getByLabel('Role').selectOption('admin')
    await device.recognize(false)
    await press(page, 'Create key')
    await unconfirmed.waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await device.recognize(true)
    await press(page, 'Create key')
    await keep(page)
    await press(page, 'Rotate Deploys')
    await press(page, 'Create new secret')
    await keep(page)

    await page.goto('/settings?tab=people')
    await press(page, `Change ${viewer.name}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('approver')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${viewer.name} is approver now.`).waitFor()
    await press(page, `Change ${viewer.name}`)
    await press(page, 'Create a password link')
    await keep(page, 'Copy the link')
    await press(page, 'Cancel')

    await page.goto('/settings?tab=invitations')
    await fill(page, { Email: 'invited-admin@example.com' })
    await page.getByLabel('Role').selectOption('admin')
    await device.recognize(false)
    await press(page, 'Create link')
    await unconfirmed.waitFor()
    await device.recognize(true)
    await press(page, 'Create link')
    await page.getByText('It is shown until you leave the dashboard').waitFor()
    await database.pool.query('update accounts set approval_passkey_above = null')
  })

  it('whoever tries their mails is sent one, and is told why the server took none', async () => {
    const { page, personId } = await rig.browse('viewer')
    const { email } = await rig.service.purser.people.get(personId ?? '')
    await page.goto('/settings?tab=notifications')
    await page.getByText(`To ${email}.`).waitFor()
    await press(page, 'Send a test mail')
    await page.getByText('The mail was taken.').waitFor()
    expect(mail.mails.filter(({ to }) => to === email)).toHaveLength(1)
    mail.answerWith(() => '550 no such mailbox')
    await press(page, 'Send a test mail')
    await page.getByText('The mail was refused.').waitFor()
    await page.getByText('550 no such mailbox').waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
  })

  it('never leads from the sign-in to another place', async () => {
    const { page } = await rig.browse(null)
    for (const next of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:1']) {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await fill(page, { Email: 'ada@example.com', Password: TEST_PASSWORD })
      await press(page, 'Sign in')
      await heading(page, 'Overview')
      expect(page.url()).toBe(`${rig.url}/`)
    }
  })

  it.each([
    ['/sign-in', 'Sign in'],
    ['/welcome#invite_x', 'No invitation'],
    ['/welcome', 'No invitation'],
    ['/forgot', 'A new password'],
    ['/reset#reset_x', 'A new password'],
    ['/reset', 'No such link'],
  ])('axe finds nothing at %s', async (path, title) => {
    const { page } = await rig.browse(null)
    await page.goto(path)
    await heading(page, title)
    expect(await violationsAtEachWidth(page)).toEqual([])
  })
})
