import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connect, endpoint, type SomeAgent, someAgent } from '../../mcp/agent-rig.ts'
import { PURSER_ENTRY_FILE } from '../../support/processes/purser-bundle.ts'
import { startTestScript } from '../../support/processes/test-process.ts'
import { type MailSink, openMailSink } from '../../support/receivers/mail-sink.ts'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'
import { type DashboardRig, describeInBrowser, startDashboard } from '../dashboard-rig.ts'

interface Example {
  readonly declared: Readonly<Record<string, unknown>>
  /** What every surface says of it. */
  readonly words: string
}

/** Amounts and tolerances as agents choose them, and what people read everywhere. */
const examples: readonly Example[] = [
  { declared: { expectedAmount: 100, tolerance: 9_000_000 }, words: '$1.00, up to $90,001.00' },
  { declared: { expectedAmount: 4000, tolerancePercent: 11 }, words: '$40.00, up to $44.40' },
  { declared: { expectedAmount: 3000, tolerancePercent: 10 }, words: '$30.00' },
  { declared: { expectedAmount: 4900 }, words: '$49.00' },
]

/** Where somebody reads what an intent is about, by the words there. Each resolves with all that is said. */
const surfaces: Readonly<Record<string, (at: At) => Promise<string>>> = {
  'the subject of a mail': async ({ mailed }) => mailed.headers['subject'] ?? '',
  'the text of a mail': async ({ mailed }) => mailed.text,
  'a message in Slack': async ({ posted }) => posted,
  'the row of the inbox': ({ page, path }) => textAt(page, '/approvals', `a[href="${path}"]`),
  'the headline of its page': ({ page, path }) => textAt(page, path, 'h1'),
  'the title of the tab': async ({ page, path }) => {
    await textAt(page, path, 'h1')
    return page.title()
  },
  'the question of its dialog': async ({ page, path }) => {
    await textAt(page, path, 'h1')
    await page.getByRole('button', { name: 'Decline' }).click()
    return page.getByRole('dialog').innerText()
  },
  'the dialog about several': async ({ page, path }) => {
    const row = page.locator('li', { has: page.locator(`a[href="${path}"]`) })
    await page.goto('/approvals')
    await row.getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText(/Purchases of up to \$[\d,.]+ in total\./).waitFor()
    await page.getByRole('button', { name: 'Approve 1 request' }).click()
    return page.getByRole('dialog').innerText()
  },
  'the overview': ({ page, path }) => textAt(page, '/', `tr:has(a[href="${path}"])`),
  'the list of intents': ({ page, id }) => textAt(page, '/intents', `tr:has(a[href="/intents/${id}"])`),
  'the page of the intent': ({ page, id }) => textAt(page, `/intents/${id}`, 'main'),
  'the page of its card': ({ page, id, agent }) =>
    textAt(page, `/cards/${agent.cardId}`, `tr:has(a[href="/intents/${id}"])`),
  'the list of events': ({ page }) => textAt(page, '/developers/events', 'ol[aria-label="Events, newest first"]'),
  get_intent: ({ id, call }) => call('get_intent', { intentId: id }),
  list_intents: ({ call }) => call('list_intents', {}),
  'purser approvals list': ({ shell }) => shell(['approvals', 'list', '--status', 'pending']),
  'purser intents list': ({ shell }) => shell(['intents', 'list']),
  'purser intents reject': async ({ shell, declare }) => shell(['intents', 'reject', await declare()]),
  'purser intents approve': async ({ shell, declare }) => shell(['intents', 'approve', await declare()]),
  'purser reject': async ({ shell, declare }) => shell(['reject', await declare()]),
  'purser approve': async ({ shell, declare }) => shell(['approve', await declare()]),
}

/** Surfaces that name the ceiling however close it is to the amount. */
const SAYS_BOTH = /several|reject|approve$/

interface At {
  readonly id: string
  /** The page where somebody decides about it. */
  readonly path: string
  readonly page: Page
  readonly agent: SomeAgent
  readonly mailed: { readonly headers: Readonly<Record<string, string>>; readonly text: string }
  readonly posted: string
  /** Declares the example once more, for a surface that decides. */
  declare(): Promise<string>
  /** Calls a tool with the agent's key. */
  call(tool: string, input: Record<string, unknown>): Promise<string>
  shell(words: string[]): Promise<string>
}

async function textAt(page: Page, path: string, selector: string): Promise<string> {
  await page.goto(path)
  const shown = page.locator(selector).first()
  await shown.getByText('.00').first().waitFor()
  return shown.innerText()
}

describeInBrowser('what is approved', () => {
  let rig: DashboardRig
  let mail: MailSink
  let slack: WebhookSink
  beforeAll(async () => {
    mail = await openMailSink()
    slack = await openWebhookSink()
    rig = await startDashboard({
      PURSER_SMTP_URL: mail.url,
      PURSER_MAIL_FROM: 'purser@example.com',
      PURSER_PUBLIC_URL: 'https://purser.example.com',
    })
    const url = `http://127.0.0.1:${slack.port}/services/T000/B000/word`
    await rig.service.purser.slack.update({ events: ['intent.pending_approval'], url })
  })
  afterAll(async () => {
    await rig.stop()
    await Promise.all([mail.close(), slack.close()])
  })

  async function shell(words: string[]): Promise<string> {
    const { baseUrl, apiKey } = rig.service
    const process = startTestScript(PURSER_ENTRY_FILE, words, {
      env: { PURSER_URL: baseUrl, PURSER_API_KEY: apiKey, COLUMNS: '200' },
    })
    onTestFinished(() => void process.child.kill('SIGKILL'))
    await process.ended
    return [...process.stdout, ...process.stderr].join('\n')
  }

  it.each(examples)('is $words everywhere', async ({ declared, words }) => {
    const { service } = rig
    const agent = await someAgent(service, { requireApproval: true })
    const { page, personId } = await rig.browse('approver', { viewport: { width: 1440, height: 900 } })
    await page.goto('/settings?tab=notifications')
    await page.request.patch('/v1/self/notifications', {
      headers: { origin: rig.url },
      data: { events: ['intent.pending_approval'] },
    })
    const declare = async () =>
      (await agent.purser.intents.declare(agent.cardId, { purpose: 'A seat', expectedMerchant: 'GitHub', ...declared }))
        .id
    const before = [mail.mails.length, slack.requests.length] as const
    const id = await declare()
    await service.purser.testClock.advance({ seconds: 1 })
    const mailed = mail.mails[before[0]]
    const posted = JSON.parse(slack.requests[before[1]]?.body ?? '') as { text: string }
    if (mailed === undefined || personId === null) throw new Error('Nobody was mailed')
    const client = await connect(endpoint(service), agent.apiKey)
    onTestFinished(() => client.close())
    const call = async (name: string, input: Record<string, unknown>) =>
      JSON.stringify((await client.callTool({ name, arguments: input })).structuredContent)
    const at = { id, path: `/approvals/${id.replace('int_', 'apr_')}`, page, agent, mailed, posted: posted.text }
    for (const [surface, read] of Object.entries(surfaces)) {
      const said = (await read({ ...at, declare, call, shell })).replaceAll(/\s+/g, ' ')
      expect(said, surface).toContain(words)
      if (!words.includes('up to') && !SAYS_BOTH.test(surface)) expect(said, surface).not.toContain(`${words}, up to`)
    }
    await textAt(page, at.path, 'h1')
    const warnings = await page.getByText(/tolerance lets the shop charge up to \$/).allInnerTexts()
    expect(warnings.map((warning) => words.includes(warning.split('charge ')[1]?.slice(0, -1) ?? '?'))).toEqual(
      words.includes('up to') ? [true] : [],
    )
  })
})
