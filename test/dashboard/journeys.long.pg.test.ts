import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { newInvitation, TEST_PASSWORD } from '../support/records/some-person.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'
import { choose } from './finding/choose.ts'
import { joinWithPasskey } from './join-with-passkey.ts'
import { someSpending } from './some-spending.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** Does what a person does on a page, and counts the clicks. Choosing from a list is two clicks, typing is none. */
class Hand {
  readonly #page: Page
  clicks = 0

  constructor(page: Page) {
    this.#page = page
  }

  async click(what: Locator): Promise<void> {
    await what.first().click()
    this.clicks += 1
  }

  press(button: string): Promise<void> {
    return this.click(this.#page.getByRole('button', { name: button, exact: true }))
  }

  follow(link: string | RegExp): Promise<void> {
    return this.click(this.#page.getByRole('link', { name: link }))
  }

  async select(field: string | RegExp, option: string): Promise<void> {
    await this.#page.getByLabel(field).selectOption(option)
    this.clicks += 2
  }

  fill(field: string, text: string): Promise<void> {
    return this.#page.getByLabel(field, { exact: true }).fill(text)
  }
}

describeInBrowser('how many clicks people need', () => {
  let rig: DashboardRig
  let sink: WebhookSink
  let link: string
  const phone = { width: 390, height: 844 }
  beforeAll(async () => {
    rig = await startDashboard({ PURSER_RATE_LIMIT: 'off' })
    sink = await openWebhookSink()
    const { secret } = await newInvitation(rig.service, 'owner', null)
    link = `/welcome#${secret}`
  })
  afterAll(async () => {
    await rig.stop()
    await sink.close()
  })

  it('13 for an owner, from the link of the first start to a decided purchase and an invitation', async () => {
    const visit = await rig.browse(null, { baseURL: rig.namedUrl })
    const { page } = visit
    await addAuthenticator(visit)
    const hand = new Hand(page)
    await page.goto(link)
    await hand.fill('Your name', 'Ada Lovelace')
    await hand.fill('Email', 'ada@example.com')
    await hand.fill('Password', TEST_PASSWORD)
    await hand.press('Join with a passkey')
    await hand.follow('Go to the overview')
    await hand.press('New customer')
    await hand.fill('Name', 'Northwind')
    await hand.fill('Limit', '500')
    await hand.press('Create customer')
    await page.getByRole('heading', { name: 'Create a customer (done)' }).waitFor()
    await hand.press('New agent')
    await hand.fill('External id', 'purchasing')
    await hand.press('Create agent')
    await page.getByRole('heading', { name: 'Create an agent (done)' }).waitFor()
    await hand.press('New card')
    await hand.fill('Limit', '100')
    await hand.press('Create card')
    await page.getByRole('heading', { name: 'Create a card (done)' }).waitFor()
    await hand.follow('Open the playground')
    await hand.press('Send as a purchase')
    await page.getByText('It was decided:').waitFor()
    await hand.follow('Overview')
    await hand.follow('Invite somebody')
    await hand.fill('Email', 'grace@example.com')
    await hand.press('Create link')
    await page.getByText(/\/welcome#invite_/).waitFor()
    expect(hand.clicks).toBe(13)
  })

  it('1 for an approver on a phone who has a passkey, from the link in the mail to an approved intent', async () => {
    const { purser } = rig.service
    const { cardId } = await someSpending(purser)
    await purser.cards.update(cardId, { policy: { requireApproval: true } })
    await purser.intents.declare(cardId, { purpose: 'A handbook of knots', expectedAmount: 40_00 })
    const [approval] = (await purser.approvals.list({ status: 'pending' })).data
    const { page } = await joinWithPasskey(rig, 'approver', 'katherine@example.com')
    await page.setViewportSize(phone)
    const hand = new Hand(page)
    await page.goto(`/approvals/${approval?.id}`)
    await hand.click(page.getByRole('button', { name: 'Approve' }))
    await page.getByText('Approved by you').waitFor()
    expect(hand.clicks).toBe(1)
  })

  it('3 from a declined purchase to the proof that it would pass', async () => {
    const { page } = await rig.browse('admin')
    const hand = new Hand(page)
    await page.goto('/transactions?status=declined')
    await hand.follow('Example Hardware')
    await hand.click(page.getByRole('button', { name: /^Fix this: \$80\.00/ }))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('is approved, by the rules as they are now').waitFor()
    await hand.click(dialog.getByRole('button', { name: 'Save' }))
    await page.getByRole('dialog', { name: 'Saved: the same purchase is approved' }).waitFor()
    expect(hand.clicks).toBe(3)
  })

  it.each([
    [1, 'agent', 'Buyer of supplies'],
    [3, 'merchant', 'Example Books'],
    [3, 'category', '5734'],
  ] as const)('%i to see what was spent this month by %s, from the overview', async (clicks, group, row) => {
    const { page } = await rig.browse('viewer')
    const hand = new Hand(page)
    await page.goto('/')
    await hand.follow(/^Spend$/)
    if (group !== 'agent') await hand.select('Group by', group)
    await page.getByRole('row').filter({ hasText: row }).filter({ hasText: '$42.50' }).waitFor()
    expect(hand.clicks).toBe(clicks)
  })

  it('4 for a file of what was spent last month, with names', async () => {
    const { page } = await rig.browse('viewer')
    const hand = new Hand(page)
    await page.goto('/')
    await hand.follow(/^Spend$/)
    await hand.select(/^Days/, 'last-month')
    await page.waitForURL(/range=last-month/)
    const saved = page.waitForEvent('download')
    await hand.press('Export CSV')
    expect((await saved).suggestedFilename()).toMatch(/^spend-by-agent-/)
    expect(hand.clicks).toBe(4)
  })

  it('13 for a developer: a key, a webhook, a test, its delivery, and that delivery again', async () => {
    const { page } = await rig.browse('admin')
    const hand = new Hand(page)
    sink.answerWith(() => ({ status: 503, body: 'closed' }))
    await page.goto('/')
    await hand.follow('Developers')
    await hand.press('New key')
    await hand.fill('Name', 'Ledger export')
    await hand.press('Create key')
    await hand.press('Copy the secret')
    await hand.press('I have kept it')
    await hand.follow('Webhooks')
    await hand.press('New webhook')
    await page.getByLabel('URL of the receiver').fill(sink.url)
    await hand.press('Create webhook')
    await hand.press('Copy the secret')
    await hand.press('I have kept it')
    await hand.press('Send a test')
    await sink.received(1)
    sink.answerWith(() => ({ status: 200, body: 'Welcome back.' }))
    await hand.follow(/webhook\.test/)
    await hand.press('Retry')
    await page.getByText('Welcome back.').waitFor()
    expect(hand.clicks).toBe(13)
  })

  it('1 to see what a person has done, by a part of the name', async () => {
    const { page } = await rig.browse('admin')
    const hand = new Hand(page)
    await page.goto('/')
    await hand.follow('Changes')
    await choose(page, 'Actor', 'kather', /^katherine/)
    await page.getByRole('list', { name: 'Changes, newest first' }).getByText('approved').first().waitFor()
    expect(hand.clicks).toBe(1)
  })

  it('2 to stop all spending, from any page', async () => {
    const { page } = await rig.browse('admin')
    const hand = new Hand(page)
    await page.goto('/developers/events')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('stop all')
    await hand.click(page.getByRole('option', { name: /Stop all spending/ }))
    await page.getByLabel('Reason').fill('A leaked key')
    await hand.press('Stop all spending')
    await page.getByRole('region', { name: 'All spending is stopped' }).waitFor()
    expect(hand.clicks).toBe(2)
  })
})
