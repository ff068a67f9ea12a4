import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { someAgent } from '../../mcp/agent-rig.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

const MARKS = '\u0300\u0316\u0334'.repeat(4)
const STACKED = `Shop ${`a${MARKS}`.repeat(12)}`

let rig: DashboardRig
beforeAll(async () => {
  rig = await startDashboard()
})
afterAll(() => rig.stop())

/** A picture of what is above and below a line, without the line itself. */
async function around(page: Page, line: Locator): Promise<string[]> {
  const { x, y, width, height } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const gap = height * 0.25
  const clips = [
    { x, y: Math.max(0, y - 60), width, height: Math.min(60, y) - gap },
    { x, y: y + height + gap, width, height: 60 },
  ]
  const pictures = await Promise.all(clips.map((clip) => page.screenshot({ clip, animations: 'disabled' })))
  return pictures.map((picture) => picture.toString('base64'))
}

/** Shows another text of the same width in a line, with or without the clipping of texts. */
const show = (line: Locator, text: string, isClipped: boolean) =>
  line.evaluate(
    (element: unknown, { text: shown, path }) => {
      const one = element as { textContent: string; style: { clipPath: string } }
      one.textContent = shown
      one.style.clipPath = path
    },
    { text, path: isClipped ? '' : 'none' },
  )

describeInBrowser('what others wrote', () => {
  it('covers nothing around it, however many marks are stacked on its letters', async () => {
    const { cardId } = await someAgent(rig.service)
    const { transactionId } = await rig.service.purser.network.authorize({
      cardId,
      amount: 100,
      merchant: { name: STACKED },
    })
    const { page } = await rig.browse('viewer')
    await page.goto(`/transactions/${transactionId}`)
    const line = page.locator('h1 bdi')
    await line.waitFor()
    await page.getByText('Approved').first().waitFor()
    await show(line, STACKED.normalize('NFD').replaceAll(/\p{M}/gu, ''), true)
    const plain = await around(page, line)
    await show(line, STACKED, true)
    expect(await around(page, line)).toEqual(plain)
    await show(line, STACKED, false)
    expect(await around(page, line)).not.toEqual(plain)
  })

  it('names the scripts of a word that mixes them, in headings and titles', async () => {
    const { cardId } = await someAgent(rig.service)
    const merchant = { name: 'G\u0456tHub' }
    const { transactionId } = await rig.service.purser.network.authorize({ cardId, amount: 100, merchant })
    const { page } = await rig.browse('viewer')
    await page.goto(`/transactions/${transactionId}`)
    await page.getByRole('heading', { name: 'G\u0456tHub Latin + Cyrillic' }).waitFor()
    expect(await page.title()).toContain('G\u0456tHub [Latin + Cyrillic]')
  })
})
