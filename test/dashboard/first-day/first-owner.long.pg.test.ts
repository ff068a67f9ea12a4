import type { Page } from 'playwright-core'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { inviteFirstOwner } from '../../../src/app/administration/first-owner.ts'
import { freePort } from '../../support/receivers/free-port.ts'
import { type MailSink, openMailSink } from '../../support/receivers/mail-sink.ts'
import { newInvitation, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { violationsAtEachWidth } from '../axe.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

/** The three ways in which a link that was meant for the first owner could make another one, through the pages. */
describeInBrowser('a link of a first owner', () => {
  let rig: DashboardRig
  let mail: MailSink
  beforeEach(async () => {
    mail = await openMailSink()
    const port = await freePort()
    rig = await startDashboard({
      PORT: port,
      // Mails lead there.
      PURSER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      PURSER_SMTP_URL: mail.url,
      PURSER_MAIL_FROM: 'purser@example.com',
    })
    const { stop } = rig
    const { close } = mail
    onTestFinished(async () => {
      await stop()
      await close()
    })
  })

  /** What the terminal of a start has. */
  const linkOfStart = async (): Promise<string> => {
    const { database, purser } = rig.service
    const { accountId } = await purser.self.get()
    const vault = await openTestVault(database)
    return `/welcome#${await inviteFirstOwner({ database, clock: database.clock, vault }, accountId)}`
  }
  const open = async (link: string) => {
    const { page } = await rig.browse(null)
    await page.goto(link)
    return page
  }
  const join = async (page: Page, name: string, email?: string) => {
    await page.getByLabel('Your name').fill(name)
    if (email !== undefined) await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
  }
  const isWelcome = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}` }).waitFor()
  const people = async () => (await rig.service.purser.people.list()).data.map(({ name }) => name).toSorted()

  it('of an earlier start has ended, and its page says why', async () => {
    const [first, second] = [await linkOfStart(), await linkOfStart()]
    const late = await open(first)
    await late.getByRole('heading', { name: 'This invitation was revoked' }).waitFor()
    await late.getByText('Purser was started again and printed another link').waitFor()
    expect(await late.getByRole('button', { name: 'Join', exact: true }).count()).toBe(0)
    expect(await violationsAtEachWidth(late)).toEqual([])
    const page = await open(second)
    await page.getByText('This link makes you the first owner.').waitFor()
    await join(page, 'Ada', 'ada@example.com')
    await isWelcome(page, 'Ada')
    const again = await open(first)
    await again.getByText('Somebody became an owner then').waitFor()
    expect(await people()).toEqual(['Ada'])
  })

  it('whose page was open while somebody else became the first owner makes nobody an owner', async () => {
    // As versions made them that did not end the links before.
    const links = [await newInvitation(rig.service, 'owner', null), await newInvitation(rig.service, 'owner', null)]
    const [mallory, ada] = await Promise.all(links.map(({ secret }) => open(`/welcome#${secret}`)))
    if (mallory === undefined || ada === undefined) throw new Error('There are two links')
    for (const page of [mallory, ada]) await page.getByText('This link makes you the first owner.').waitFor()
    await join(ada, 'Ada', 'ada@example.com')
    await isWelcome(ada, 'Ada')
    await join(mallory, 'Mallory', 'mallory@example.com')
    await mallory.getByRole('heading', { name: 'No invitation' }).waitFor()
    await mallory.getByText('Somebody else has become the first owner').waitFor()
    expect(await violationsAtEachWidth(mallory)).toEqual([])
    expect(await people()).toEqual(['Ada'])
  })

  it('is the last one without a word: a further owner learns beside whom, and the first one by mail and page', async () => {
    const ada = await open(await linkOfStart())
    await join(ada, 'Ada', 'ada@example.com')
    await isWelcome(ada, 'Ada')
    const { secret } = await newInvitation(rig.service, 'owner', 'mallory@example.com')
    const mallory = await open(`/welcome#${secret}`)
    await mallory.getByText('This link makes you a further owner beside Ada.').waitFor()
    expect(await mallory.getByText('first owner').count()).toBe(0)
    await join(mallory, 'Mallory')
    await isWelcome(mallory, 'Mallory')
    const [told] = await mail.received(1)
    expect(told).toMatchObject({ to: 'ada@example.com' })
    expect(told?.text).toMatch(/Mallory \(mallory@example\[\.\]com\) is an owner of/)
    await ada.goto('/settings?tab=people')
    await ada.getByRole('row', { name: /Mallory/ }).waitFor()
    await ada.goto('/settings?tab=invitations')
    await ada.getByText('a command on its machine').first().waitFor()
    expect(await violationsAtEachWidth(ada)).toEqual([])
  })
})
