import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { assertPresent } from '../../src/lib/assert.ts'
import { findBrowser } from '../../test/support/browser.ts'
import { newPerson } from '../../test/support/records/some-person.ts'
import { openBenchStack, type BenchStack } from '../support/stack.ts'
import { storeTransactionsOnce, updateAllRollups } from './filled.ts'

/**
 * Measures in a Chromium how long each page of the dashboard takes until it shows what it is about, with 10,000 cards and a million
 * purchases: `node bench/dashboard/pages.ts`. `--kept-in` uses the database of an earlier run, or of `npm run bench:dashboard`. The exit
 * code is 1 if a page takes longer than its bar.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '500' },
    transactions: { type: 'string', default: '1000000' },
    visits: { type: 'string', default: '3' },
    'kept-in': { type: 'string' },
  },
})
const CONTENT_MS = 2000
/** How many milliseconds the browser waits for each part of a page, its heading or its content, before the benchmark fails. */
const PATIENCE_MS = 60_000

execFileSync(process.execPath, ['dashboard/build.ts'])
const stack = await openBenchStack({ keptIn: values['kept-in'] })
const browser = await chromium.launch({
  executablePath: assertPresent(findBrowser(), 'a Chromium is installed'),
  args: ['--no-sandbox'],
})
try {
  await storeTransactionsOnce(stack, { customers: Number(values.customers), transactions: Number(values.transactions) })
  await updateAllRollups(stack)
  await stack.database.pool.query('vacuum analyze')
  const node = await stack.startNode()
  const { origin } = new URL(node.baseUrl)
  const email = `owner-${Date.now()}@example.com`
  const { cookie } = await newPerson({ ...node, database: stack.database }, 'owner', email)
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(PATIENCE_MS)
  const url = origin.replace('http:', 'https:')
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const rows = []
  for (const path of await pathsOf(stack)) {
    const times: number[] = []
    for (let visit = 0; visit < Number(values.visits); visit += 1) times.push(await contentMs(page, path))
    const ms = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
    rows.push({ page: path.replaceAll(/[a-z]+_[0-9a-z]{26}/g, '...'), ms, worst: Math.max(...times) })
  }
  console.table(rows)
  const slow = rows.filter(({ ms }) => !(ms <= CONTENT_MS))
  console.log(`${slow.length} of ${rows.length} pages take longer than ${CONTENT_MS} ms`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await stack.close()
}

/** How many milliseconds a page takes until nothing on it loads any more. */
async function contentMs(page: Page, path: string): Promise<number> {
  const started = performance.now()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main:not(:has(.animate-pulse))').waitFor()
  return Math.round(performance.now() - started)
}

async function pathsOf({ database: { pool } }: BenchStack): Promise<string[]> {
  const { rows } = await pool.query<{ customer: string; agent: string; card: string; declined: string }>(
    `select customer_id as customer, agent_id as agent, card_id as card, id as declined
    from transactions where decision = 'decline' and agent_id is not null order by id desc limit 1`,
  )
  const { customer, agent, card, declined } = assertPresent(rows[0], 'a filled database has a declined purchase')
  const lists = ['transactions', 'customers', 'agents', 'cards', 'intents', 'approvals', 'changes', 'spend', 'budgets']
  return [
    '/',
    ...lists.map((list) => `/${list}`),
    '/transactions?status=declined',
    `/transactions?cardId=${card}`,
    '/cards?search=budget%209',
    `/transactions/${declined}`,
    ...[`/customers/${customer}`, `/agents/${agent}`, `/cards/${card}`].flatMap((path) => [path, `${path}/policy`]),
    '/playground',
    '/developers/keys',
    '/developers/webhooks',
    '/developers/events',
    '/settings',
  ]
}
