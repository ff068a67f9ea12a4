import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isReleaseRun } from '../../support/thorough.ts'
import { describeInBrowser, type Visit } from '../dashboard-rig.ts'
import { type InboxRig, startInbox } from './steady-rig.ts'
import { misplaced, recordDecisions, type Sent, sentDecisions } from './sent-decisions.ts'

const SESSIONS = Number(process.env['PURSER_TEST_APPROVER_SESSIONS'] ?? (isReleaseRun ? 200 : 4))
const ACTS = 24

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describeInBrowser('an approver who presses at random, while others ask and decide', () => {
  let inbox: InboxRig
  let ann: Visit
  const all: Sent[] = []
  beforeAll(async () => {
    inbox = await startInbox()
    ann = await inbox.rig.browse('approver', { viewport: { width: 1440, height: 900 } })
    await recordDecisions(ann.page)
    const random = randomOf(SESSIONS)
    // Some decisions do not arrive, and of some the answer is lost: they are sent again, while the person goes on.
    await ann.context.route(/\/(?:approve|reject)$/, async (route) => {
      const fate = random()
      if (fate < 0.1) return route.abort('connectionrefused')
      if (fate < 0.2) await route.fetch()
      return fate < 0.2 ? route.abort('connectionreset') : route.continue()
    })
  })
  afterAll(() => inbox.rig.stop())

  /** Somebody else: declares, declines, or takes back what was declared. */
  const others = async (random: () => number) => {
    const { data } = await inbox.purser.approvals.list({ status: 'pending', limit: 100 })
    const one = data[Math.floor(random() * data.length)]
    if (one === undefined || (data.length < 20 && random() < 0.6)) {
      await inbox.ask(`Shop ${Math.floor(random() * 1000)}`, 1_00 + Math.floor(random() * 900_00))
      return
    }
    const decided =
      random() < 0.5 ? inbox.purser.intents.reject(one.intentId) : inbox.purser.intents.cancel(one.intentId)
    // The approver may have been first.
    await decided.catch(() => undefined)
  }

  const press = async (page: Page, random: () => number) => {
    const keys = [
      'a',
      'a',
      'd',
      'j',
      'k',
      'n',
      'Enter',
      'Enter',
      ' ',
      'Escape',
      'Control+Enter',
      'Control+z',
      'x',
    ] as const
    const kind = random()
    if (kind < 0.7) return page.keyboard.press(keys[Math.floor(random() * keys.length)] ?? 'j')
    if (kind < 0.8) return page.keyboard.type(' a room nearby and a desk', { delay: random() * 20 })
    // Those of one request: the bar of the selected rows decides about what it names.
    const button = page.getByRole('button', { name: kind < 0.92 ? /^Approve up to/ : /^Decline$/ }).last()
    const box = await button.boundingBox({ timeout: 200 }).catch(() => null)
    if (box === null) return undefined
    return page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }

  it.each(Array.from({ length: SESSIONS }, (_, seed) => seed))(
    'decides about nothing but what was shown, seed %i',
    async (seed) => {
      const random = randomOf(seed)
      const { page } = ann
      while ((await inbox.purser.approvals.list({ status: 'pending', limit: 100 })).data.length < 6)
        await inbox.ask(`Shop ${seed}`, 1_00 + Math.floor(random() * 900_00))
      const { data } = await inbox.purser.approvals.list({ status: 'pending' })
      await page.goto(random() < 0.5 ? '/approvals' : `/approvals?at=${data[1]?.id}`)
      await page.locator('[data-shown]').waitFor()
      const isHuman = random() < 0.5
      const meanwhile: Promise<void>[] = []
      for (let act = 0; act < ACTS; act += 1) {
        if (random() < 0.4) meanwhile.push(others(random))
        await press(page, random)
        // The rhythm of hands: what is tested is that no rhythm decides about something else.
        await page.waitForTimeout(random() < 0.15 ? 700 : random() * (isHuman ? 400 : 30))
      }
      await Promise.all(meanwhile)
      const sent = await sentDecisions(page)
      all.push(...sent)
      expect(misplaced(sent)).toEqual([])
    },
  )

  it('has decided', () => {
    const decisions = new Set(all.map(({ idempotencyKey }) => idempotencyKey)).size
    console.log(`${SESSIONS} sessions, ${decisions} decisions, sent ${all.length} times`)
    expect(decisions).toBeGreaterThan(0)
  })
})
