import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestNode } from '../support/processes/start-purser.ts'
import { freePort } from '../support/receivers/free-port.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from './dashboard-rig.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }

describeInBrowser('two people on two nodes, of which one restarts', () => {
  let rig: DashboardRig
  let second: TestNode
  let cardId: string
  beforeAll(async () => {
    rig = await startDashboard()
    second = await rig.service.secondNode({ PORT: await freePort() })
    const { purser } = rig.service
    const customer = await purser.customers.create({ name: { business: 'Example Works' } })
    const policy = { requireApproval: true }
    cardId = (await purser.cards.create({ customerId: customer.id, label: 'Supplies', policy })).id
  })
  afterAll(async () => {
    await second.stop()
    await rig.stop()
  })

  /** Names what it is for and where its page is. */
  const declare = async (purpose: string) => {
    const { purser } = rig.service
    const { id } = await purser.intents.declare(cardId, { purpose, expectedAmount: 4_000, ttlMinutes: 600 })
    const { data } = await purser.approvals.list({ status: 'pending' })
    return { id, path: `/approvals/${data.find(({ intentId }) => intentId === id)?.id}` }
  }
  const waits = (page: Page, purpose: string) => page.getByRole('listitem').getByText(purpose)
  /** The events of the decisions that were made about it. */
  const decisions = async (intentId: string) => {
    const found: string[] = []
    for await (const { type, data } of rig.service.purser.events.list({ limit: 100 })) {
      if (!/^intent\.(approved|rejected)$/.test(type)) continue
      if ((data as { intentId?: string }).intentId === intentId) found.push(type)
    }
    return found
  }

  it('decide nothing twice, lose nothing, and their pages recover by themselves', async () => {
    const paper = await declare('Paper')
    const ink = await declare('Ink')
    const url = new URL(second.baseUrl).origin
    const one = await rig.browse('approver', WIDE)
    const other = await rig.browse('admin', { ...WIDE, baseURL: url })
    for (const { page } of [one, other]) {
      await page.goto('/approvals')
      await waits(page, 'Paper').waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
    }
    // What the first node is told, the page on the second shows.
    const string = await declare('String')
    for (const { page } of [one, other]) {
      await page.getByRole('button', { name: '1 new' }).click()
      await waits(page, 'String').waitFor()
    }

    await other.page.goto(ink.path)
    await other.page.getByRole('button', { name: 'Approve' }).waitFor()
    await other.page.getByText('Live', { exact: true }).waitFor()
    await second.stop()
    await other.page.getByText('Connecting').waitFor()
    await other.page.getByRole('button', { name: 'Approve' }).click()
    await other.page.getByRole('alert').waitFor()
    await one.page.goto(paper.path)
    await one.page.getByRole('button', { name: 'Approve' }).click()
    await one.page.getByText('Approved by you').waitFor()
    expect((await rig.service.purser.intents.get(ink.id)).status).toBe('pending_approval')

    second = await rig.service.secondNode({ PORT: new URL(url).port })
    await other.page.getByText('Live', { exact: true }).waitFor()
    await other.page.getByRole('button', { name: 'Approve' }).click()
    await other.page.getByText('Approved by you').waitFor()
    await other.page.getByRole('link', { name: 'Approvals' }).first().click()
    await waits(other.page, 'String').waitFor()
    expect(await waits(other.page, 'Paper').count()).toBe(0)

    for (const { page } of [one, other]) {
      await page.goto(string.path)
      await page.getByRole('button', { name: 'Approve' }).waitFor()
    }
    await Promise.all([one, other].map(({ page }) => page.getByRole('button', { name: 'Approve' }).click()))
    for (const { page } of [one, other])
      await page
        .getByText(/approved by|already decided/i)
        .first()
        .waitFor()
    const { personId: first } = one
    expect([(await decisions(paper.id)).length, (await decisions(ink.id)).length]).toEqual([1, 1])
    expect(await decisions(string.id)).toEqual(['intent.approved'])
    const decided = await Promise.all([paper, ink].map(({ id }) => rig.service.purser.intents.get(id)))
    expect(decided.map(({ approvedBy }) => approvedBy)).toEqual([first, other.personId])
  })

  it('are signed in on both, and out on both', async () => {
    const { page, context } = await rig.browse('approver', WIDE)
    const url = new URL(second.baseUrl).origin
    for (const origin of [rig.url, url]) {
      await page.goto(`${origin}/approvals`)
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    }
    const [cookie] = await context.cookies(url.replace('http:', 'https:'))
    expect(cookie?.name).toBe('__Host-purser')
    const signOut = await page.evaluate(() =>
      fetch('/v1/sessions/current', { method: 'DELETE' }).then(({ status }) => status),
    )
    expect(signOut).toBeLessThan(300)
    // The other node hears of it within a second.
    for (;;) {
      await page.goto(`${rig.url}/approvals`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (new URL(page.url()).pathname === '/sign-in') return
    }
  })
})
