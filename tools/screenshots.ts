/**
 * Renews `docs/images`: `npm run screenshots`. It starts a new Purser with the demo company and a person who joins, and takes every page at
 * 1280 and 390 px, in the light theme, or with `--dark` in the dark one. `--into FOLDER` puts the pictures elsewhere.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { Purser } from '../clients/typescript/src/client.ts'
import { assertPresent } from '../src/lib/assert.ts'
import { findBrowser } from '../test/support/browser.ts'
import { screenshotPagesOf } from './screenshots/pages.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    dark: { type: 'boolean', default: false },
    into: { type: 'string', default: join(root, 'docs', 'images') },
  },
})
const SIZES = { '': { width: 1280, height: 800 }, '-phone': { width: 390, height: 844 } } as const
/** How long a page needs after it was loaded: names are loaded after the ids, and charts are drawn last. */
const SETTLES_MS = 800
const PORT = '43117'
const LISTENS = 'Purser listens on '
const OWNER = { name: 'Ada Byron', email: 'owner@example.com', password: 'seven green bottles' }

const folder = mkdtempSync(join(tmpdir(), 'purser-screenshots-'))
const purserArguments = (...args: string[]) => [join(root, 'src/cli/main.ts'), ...args, '--data-dir', folder]
const answer = (...args: string[]): string =>
  execFileSync(process.execPath, purserArguments(...args), { cwd: root, encoding: 'utf8' })

execFileSync(process.execPath, [join(root, 'dashboard', 'build.ts')], { cwd: root })
mkdirSync(values.into, { recursive: true })
const { firstAdminKey } = JSON.parse(answer('seed', '--json')) as { firstAdminKey: string }
const { secret } = JSON.parse(answer('people', 'invite', OWNER.email, '--role', 'owner', '--json')) as {
  secret: string
}
const node = spawn(process.execPath, purserArguments('start', '--port', PORT), {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: assertPresent(findBrowser(), 'a Chromium is installed'),
  args: ['--no-sandbox'],
})
try {
  await started()
  await takeAll(browser, `http://localhost:${PORT}`)
} finally {
  await browser.close()
  const ended = once(node, 'exit')
  node.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function started(): Promise<void> {
  for await (const line of createInterface({ input: node.stdout })) if (line.includes(LISTENS)) return
  throw new Error('the service ended before it listened')
}

async function takeAll(chrome: Browser, url: string): Promise<void> {
  const purser = new Purser({ baseUrl: `${url}/v1`, apiKey: firstAdminKey })
  const context = await chrome.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: values.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await enter(page)
  for (const { name, path } of await screenshotPagesOf(purser)) {
    for (const [suffix, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size)
      await take(page, path, join(values.into, `${name}${suffix}.png`))
    }
  }
}

async function enter(page: Page): Promise<void> {
  await page.goto(`/welcome#${secret}`)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
}

/** Takes the picture of a page, once everything that it shows is there. */
async function take(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' })
  await page.locator('main:not(:has(.animate-pulse))').waitFor()
  await page.waitForTimeout(SETTLES_MS)
  await page.screenshot({ path: file })
  console.log(file)
}
