import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { describeInBrowser } from '../dashboard-rig.ts'
import { settled } from '../settled.ts'
import { type InboxRig, startInbox } from './steady-rig.ts'
import { misplaced, recordDecisions, sentDecisions } from './what-was-shown.ts'

const DESK = { viewport: { width: 1440, height: 900 } }

describeInBrowser('a yes', () => {
  let inbox: InboxRig
  beforeAll(async () => {
    inbox = await startInbox()
  })
  afterAll(() => inbox.rig.stop())
  beforeEach(() => inbox.empty())

  const look = async (title: string) => {
    const visit = await inbox.rig.browse('approver', DESK)
    await recordDecisions(visit.page)
    await visit.page.goto('/approvals')
    await visit.page.getByRole('heading', { level: 2, name: title }).waitFor()
    await settled(visit.page)
    return visit
  }

  it('is for what was seen: what has changed is shown beside it, and asked about anew', async () => {
    const { intentId } = await inbox.ask('Chairs', 40_00)
    const { page } = await look('$40.00 at Chairs')
    for (const change of [
      `update intents set declared = replace(declared::text, 'A room', 'A lamp')::json where id = $1`,
      `update approvals set subject = replace(subject::text, 'A room', 'A lamp')::json where intent_id = $1`,
    ])
      await inbox.rig.service.database.pool.query(change, [intentId])
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It has changed since you read it').waitFor()
    await dialog.locator('mark').getByText('A lamp').waitFor()
    expect(await inbox.statusOf({ intentId })).toBe('pending_approval')
    expect(await violationsAtEachWidth(page)).toEqual([])
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to/).waitFor()
    const sent = await sentDecisions(page)
    expect(new Set(sent.map(({ shown }) => shown)).size).toBe(2)
    expect(misplaced(sent)).toEqual([])
    expect(await inbox.statusOf({ intentId })).toBe('pending')
  })

  it('is for nothing that its agent has corrected between the look and the key', async () => {
    const asked = await inbox.ask('Chairs', 40_00)
    const { page } = await look('$40.00 at Chairs')
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Approve up to/ }).waitFor()
    await inbox.correctMeanwhile(page, asked, 'A lamp')
    await page.keyboard.press('Enter')
    await dialog.getByText('It has changed since you read it').waitFor()
    await dialog.locator('mark').getByText('A lamp').waitFor()
    // A key that comes before the page has drawn what it was told sends what is seen, and is refused.
    expect(misplaced(await sentDecisions(page))).toEqual([])
    expect(await inbox.statusOf(asked)).toBe('pending_approval')
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to/).waitFor()
    expect(misplaced(await sentDecisions(page))).toEqual([])
    expect(await inbox.purser.intents.get(asked.intentId)).toMatchObject({ status: 'pending', purpose: 'A lamp' })
  })

  it('to several at once leaves the one that its agent has corrected since they were named', async () => {
    const corrected = await inbox.ask('Chairs', 40_00)
    const other = await inbox.ask('Paper', 30_00)
    const { page } = await look('$30.00 at Paper')
    for (const box of await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()) await box.click()
    await page.getByRole('button', { name: 'Approve 2 requests' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('$40.00, up to $44.00 at Chairs').waitFor()
    await inbox.correctMeanwhile(page, corrected, 'A lamp')
    await dialog.getByRole('button', { name: 'Approve 2 requests' }).click()
    await dialog.getByText('1 of 2 approved. 1 not:').waitFor()
    expect(await inbox.statusOf(other)).toBe('pending')
    expect(await inbox.statusOf(corrected)).toBe('pending_approval')
  })

  it('is taken back by Ctrl+Z and by Undo, as long as that is offered', async () => {
    const older = await inbox.ask('Ink', 20_00)
    const newer = await inbox.ask('Paper', 30_00)
    const { page } = await look('$30.00 at Paper')
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByText(/^Approved up to \$[\d.]+ at Paper\./).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('The approval is revoked.').waitFor()
    expect(await inbox.purser.intents.get(newer.intentId)).toMatchObject({ status: 'canceled' })
    await settled(page)
    await page.getByRole('button', { name: /^Approve up to/ }).click()
    await page.getByText(/^Approved up to \$[\d.]+ at Ink\./).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => inbox.statusOf(older)).toBe('canceled')
  })

  it('that does not get through says so in its dialog, and is sent again as the same one', async () => {
    const { intentId } = await inbox.ask('Airgas', 987_20)
    const { page, context } = await look('$987.20 at Airgas')
    await context.route('**/approve', (route) => route.abort('connectionrefused'))
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Not sent\. Purser can/).waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).and(page.locator(':focus')).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await context.unroute('**/approve')
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to/).waitFor()
    const sent = await sentDecisions(page)
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await inbox.statusOf({ intentId })).toBe('pending')
  })

  it('waits until what is shown has been shown for a while, and is never the space bar', async () => {
    const older = await inbox.ask('Ink', 20_00)
    const newer = await inbox.ask('Paper', 30_00)
    const { page } = await inbox.rig.browse('approver', DESK)
    await recordDecisions(page)
    await page.clock.install()
    await page.goto('/approvals')
    await page.getByRole('heading', { level: 2, name: '$30.00 at Paper' }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.locator('main:not(:has([data-new]))').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 2, name: '$20.00 at Ink' }).waitFor()
    for (const key of ['a', 'Enter', ' ', 'Control+Enter']) await page.keyboard.press(key)
    await page.clock.runFor(590)
    await page.keyboard.press('Enter')
    expect(await sentDecisions(page)).toEqual([])
    await page.clock.runFor(20)
    await page.keyboard.press(' ')
    expect(await sentDecisions(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved up to \$[\d.]+ at Ink\./).waitFor()
    await page.getByRole('heading', { level: 2, name: '$30.00 at Paper' }).waitFor()
    // What follows a decision is neither opened nor decided by a key that comes too soon.
    for (const key of ['Enter', 'a', 'Enter', 'Enter']) await page.keyboard.press(key)
    await page.clock.runFor(500)
    expect((await sentDecisions(page)).length).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/approvals')
    expect([await inbox.statusOf(older), await inbox.statusOf(newer)]).toEqual(['pending', 'pending_approval'])
  })

  it('leads to the next at once, though no list has been read again, and the Enter after it opens nothing', async () => {
    await inbox.ask('Ink', 20_00)
    await inbox.ask('Paper', 30_00)
    const { page, context } = await inbox.rig.browse('approver', DESK)
    await page.clock.install()
    await page.goto('/approvals')
    await page.getByRole('heading', { level: 2, name: '$30.00 at Paper' }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await settled(page)
    await page.keyboard.press('a')
    await context.route('**/v1/**', (route) => (route.request().method() === 'GET' ? undefined : route.continue()))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: '$20.00 at Ink' }).waitFor()
    await page.keyboard.press('Enter')
    await page.clock.runFor(500)
    expect(new URL(page.url()).pathname).toBe('/approvals')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('on the page of one request leads on by key, and by a link', async () => {
    const older = await inbox.ask('Ink', 20_00)
    const newer = await inbox.ask('Paper', 30_00)
    const { page } = await inbox.rig.browse('approver', { viewport: { width: 390, height: 844 } })
    await page.goto(`/approvals/${newer.id}`)
    await page.getByRole('button', { name: /^Approve up to/ }).click()
    await page.getByText('Approved by you').waitFor()
    await page.getByRole('link', { name: 'Next request' }).waitFor()
    expect(await violationsAtEachWidth(page)).toEqual([])
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: '$20.00 at Ink' }).waitFor()
    await page.getByRole('button', { name: /^Approve up to/ }).waitFor()
    // What was before is gone: nothing but this request can be decided about.
    await expect.poll(() => page.locator('[data-shown]').count()).toBe(1)
    expect(await inbox.statusOf(older)).toBe('pending_approval')
  })

  it('that its dialog closed over is swallowed: what is typed afterwards is no shortcut', async () => {
    const first = await inbox.ask('Ink', 20_00)
    const second = await inbox.ask('Paper', 30_00)
    const { page } = await look('$30.00 at Paper')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '$30.00 at Paper' }).waitFor()
    await settled(page)
    await page.keyboard.press('d')
    await page.keyboard.type('No,')
    await page.evaluate('history.back()')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type(' a desk would do', { delay: 10 })
    expect(await page.getByRole('dialog').count()).toBe(0)
    for (const asked of [first, second]) expect(await inbox.statusOf(asked)).toBe('pending_approval')
  })
})
