import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { assertPresent } from '../../src/lib/assert.ts'
import { findBrowser } from '../../test/support/browser.ts'
import { newPerson } from '../../test/support/records/some-person.ts'
import { openBenchStack } from '../support/stack.ts'

/**
 * Measures the first contentful paint of the dashboard in a Chromium without a cache, right after the service has started, and how much
 * script is loaded before it: `npm run bench:first-paint`. The exit code is 1 if one of them is above its bar.
 */
const PAINT_MS = 1000
const SCRIPT_BYTES = 160_000
const VISITS = 5

execFileSync(process.execPath, ['dashboard/build.ts'])
const stack = await openBenchStack()
const browser = await chromium.launch({
  executablePath: assertPresent(findBrowser(), 'a Chromium is installed'),
  args: ['--no-sandbox'],
})
try {
  const node = await stack.startNode()
  const { cookie } = await newPerson({ ...node, database: stack.database }, 'owner', 'owner@example.com')
  await node.stop()
  const { baseUrl } = await stack.startNode()
  const { origin } = new URL(baseUrl)
  const rows = []
  for (let visit = 1; visit <= VISITS; visit += 1) {
    rows.push({ page: 'sign-in', visit, ...(await visited(browser, origin, null)) })
    rows.push({ page: 'overview', visit, ...(await visited(browser, origin, cookie)) })
  }
  console.table(rows)
  if (rows.some(({ paintMs, scriptBytes }) => paintMs > PAINT_MS || scriptBytes > SCRIPT_BYTES)) process.exitCode = 1
} finally {
  await browser.close()
  await stack.close()
}

/** Opens a page in a browser context of its own, in which nothing is cached, and measures its first paint. */
async function visited(chrome: Browser, origin: string, cookie: string | null) {
  const context = await chrome.newContext()
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    const url = origin.replace('http:', 'https:')
    await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The browser reports the paint some moments after it happened.
  const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const paintMs = assertPresent(await painted.jsonValue(), 'what was waited for is there')
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  await context.close()
  return { paintMs: Math.round(paintMs), scriptBytes }
}
