import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violationsAtEachWidth } from '../axe.ts'
import { describeInBrowser } from '../dashboard-rig.ts'
import { settled } from '../settled.ts'
import { centreOf, type InboxRig, startInbox } from './steady-rig.ts'
import { misplaced, recordDecisions, sentDecisions } from './sent-decisions.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** How somebody comes to what they decide about. */
const ways = [
  { name: 'at 1440 px', viewport: DESK, isNamed: false },
  { name: 'at 1440 px, named by the URL', viewport: DESK, isNamed: true },
  { name: 'at 390 px', viewport: PHONE, isNamed: false },
  { name: 'at 390 px, named by the URL', viewport: PHONE, isNamed: true },
] as const

describeInBrowser('a steady inbox', () => {
  let inbox: InboxRig
  beforeAll(async () => {
    inbox = await startInbox()
  })
  afterAll(() => inbox.rig.stop())
  beforeEach(() => inbox.empty())

  /** The request is before the person: beside the list, or on the page that a tap on its row opens. */
  const look = async (page: Page, { viewport, isNamed }: (typeof ways)[number], id: string, title: string) => {
    await recordDecisions(page)
    await page.goto(isNamed ? `/approvals?at=${id}` : '/approvals')
    if (viewport === PHONE) await page.getByRole('link', { name: title.split(' at ')[1] ?? '' }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('button', { name: /^Approve up to/ }).waitFor()
    await settled(page)
  }

  /** One decision was sent, about what was shown when it was pressed, and it names that. */
  const decidedOnce = async (page: Page) => {
    await expect.poll(() => sentDecisions(page)).toHaveLength(1)
    expect(misplaced(await sentDecisions(page))).toEqual([])
  }

  describe.each(ways)('$name', (way) => {
    it('lets a click fall on what was read, when something else comes in', async () => {
      const read = await inbox.ask('Far Away', 482_00)
      const { page } = await inbox.rig.browse('approver', { viewport: way.viewport })
      await look(page, way, read.id, '$482.00 at Far Away')
      await page.mouse.move(...(await centreOf(page, /^Approve up to/)))
      const other = await inbox.askMeanwhile(page, 'Farther Away', 483_00)
      await page.mouse.down()
      await page.mouse.up()
      await decidedOnce(page)
      await page.getByText(/^Approved up to \$[\d.]+ at Far Away\./).waitFor()
      expect(await inbox.statusOf(read)).toBe('pending')
      expect(await inbox.statusOf(other)).toBe('pending_approval')
    })

    it('keeps a dialog and its text, when something else comes in', async () => {
      const read = await inbox.ask('Sofitel', 995_00)
      const { page } = await inbox.rig.browse('approver', { viewport: way.viewport })
      await look(page, way, read.id, '$995.00 at Sofitel')
      await page.keyboard.press('d')
      await page.keyboard.type('Please book')
      const others = [
        await inbox.askMeanwhile(page, 'Wellness Palace', 455_00),
        await inbox.askMeanwhile(page, 'Hilton', 990_00),
      ]
      await page.keyboard.type(' a room at the Ibis, which is nearer')
      await page.keyboard.press('Control+Enter')
      await decidedOnce(page)
      await page.getByText('Declined: $995.00 at Sofitel.').waitFor()
      // The rest of a sentence, once the dialog has closed: no letter is a shortcut.
      await page.keyboard.type(' and a desk', { delay: 5 })
      const { status, rejectionReason } = await inbox.purser.intents.get(read.intentId)
      expect([status, rejectionReason]).toEqual(['rejected', 'Please book a room at the Ibis, which is nearer'])
      for (const other of others) expect(await inbox.statusOf(other)).toBe('pending_approval')
    })

    it('says in the dialog that somebody else has decided, and keeps what was typed', async () => {
      const others = [await inbox.ask('Ikea', 605_68), await inbox.ask('Airgas', 987_17)]
      const read = await inbox.ask('Vitra', 990_00)
      const { page } = await inbox.rig.browse('approver', { viewport: way.viewport })
      const bob = await inbox.rig.browse('approver')
      const { name } = await inbox.purser.people.get(bob.personId ?? '')
      await look(page, way, read.id, '$990.00 at Vitra')
      await page.keyboard.press('d')
      await page.keyboard.type('No,')
      await inbox.decideMeanwhile(page, bob, read)
      const dialog = page.getByRole('dialog', { name: 'Decline $990.00 at Vitra?' })
      await dialog.getByText(`${name} declined it meanwhile.`).waitFor()
      await page.keyboard.type(' just a cheap spare would do')
      await page.keyboard.press('Control+Enter')
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('No, just a cheap spare would do')
      expect(await dialog.getByRole('button', { name: 'Decline' }).isDisabled()).toBe(true)
      expect(await violationsAtEachWidth(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      for (const other of others) expect(await inbox.statusOf(other)).toBe('pending_approval')
      expect((await inbox.purser.intents.get(read.intentId)).rejectionReason).toBe('We have one.')
    })
  })

  it('holds new requests behind a count, and what others decided in its place, until the person moves', async () => {
    const [first, second] = [await inbox.ask('Ikea', 10_00), await inbox.ask('Airgas', 20_00)]
    const { page } = await inbox.rig.browse('approver', { viewport: DESK })
    const bob = await inbox.rig.browse('approver')
    const { name } = await inbox.purser.people.get(bob.personId ?? '')
    await page.goto('/approvals')
    await page.getByRole('heading', { level: 2, name: '$20.00 at Airgas' }).waitFor()
    const rows = page.getByRole('main').getByRole('listitem')
    const placeOf = async (text: string) => (await rows.filter({ hasText: text }).boundingBox())?.y
    const before = await placeOf('Ikea')
    await inbox.askMeanwhile(page, 'Vitra', 30_00)
    await inbox.decideMeanwhile(page, bob, second)
    await page.getByRole('button', { name: '1 new' }).waitFor()
    await rows.filter({ hasText: 'Airgas' }).getByText(name).waitFor()
    await page.getByRole('heading', { level: 2, name: '$20.00 at Airgas' }).waitFor()
    await page.getByText(`Declined by ${name}`).waitFor()
    expect(await placeOf('Ikea')).toBe(before)
    expect(await violationsAtEachWidth(page)).toEqual([])
    // A key moves, where the page is wide again, and what is gone goes.
    await page.getByRole('heading', { level: 2, name: '$20.00 at Airgas' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 2, name: '$10.00 at Ikea' }).waitFor()
    await rows.filter({ hasText: 'Airgas' }).waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await rows.filter({ hasText: 'Vitra' }).waitFor()
    await page.getByRole('heading', { level: 2, name: '$10.00 at Ikea' }).waitFor()
    expect(await inbox.statusOf(first)).toBe('pending_approval')
  })
})
