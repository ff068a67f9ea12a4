import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import type { PersonRole } from '../../src/contract/resources/people.ts'
import { findBrowser } from '../support/browser.ts'
import { browserTestNeed, testsWithNeeds } from '../support/needs.ts'
import { newPerson } from '../support/records/some-person.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'

export const describeInBrowser = testsWithNeeds(browserTestNeed('dashboard')).describe

export interface DashboardRig {
  readonly service: TestPurser
  /** Of the dashboard, without a slash at its end. */
  readonly url: string
  /** The same by a name: passkeys belong to names, and an address has none. */
  readonly namedUrl: string
  /**
   * A browser of its own of a person of that role, signed in; of nobody where the role is null. It is closed after the test, because pages
   * that are open ask the service again and again.
   */
  browse(role: PersonRole | null, options?: BrowserContextOptions): Promise<Visit>
  stop(): Promise<void>
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly personId: string | null
  /** What the browser complained of in any tab: scripts that failed, what the CSP refused. */
  readonly complaints: string[]
}

let started: Promise<Browser> | undefined

/** Builds the dashboard and starts the browser: once for all files of a worker. The browser ends with the worker. */
function startBrowser(): Promise<Browser> {
  if (started === undefined) {
    const root = join(import.meta.dirname, '..', '..')
    execFileSync(process.execPath, [join(root, 'dashboard', 'build.ts')], { cwd: root, stdio: 'pipe' })
    // The sandbox does not start for root, nor in most containers; the pages are ours.
    started = chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
  }
  return started
}

/** The real service with the dashboard as it is built, and a real browser. */
export async function startDashboard(env: Record<string, string> = {}): Promise<DashboardRig> {
  const browser = await startBrowser()
  const service = await startPurser({ PURSER_TEST_CLOCK: 'true', ...env })
  const contexts: BrowserContext[] = []
  const url = new URL(service.baseUrl).origin
  let count = 0
  return {
    service,
    url,
    namedUrl: url.replace('127.0.0.1', 'localhost'),
    browse: async (role, options = {}) => {
      const person = role === null ? null : await newPerson(service, role, `${role}-${(count += 1)}@example.com`)
      const visited = await visit(browser, { baseURL: url, ...options }, person?.cookie)
      if (TestRunner.getCurrentTest() === undefined) contexts.push(visited.context)
      else onTestFinished(() => visited.context.close())
      return { ...visited, personId: person?.id ?? null }
    },
    stop: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      await service.stop()
    },
  }
}

type Options = BrowserContextOptions & { readonly baseURL: string }

async function visit(browser: Browser, options: Options, cookie: string | undefined) {
  // Charts format amounts by the browser's locale, so it is set to a valid one, and the time zone is fixed so that pictures are the same on all
  // machines. The browser without windows needs the permission to use the clipboard; one with a window needs only a click.
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin', permissions, ...options })
  context.setDefaultTimeout(TEST_CONDITION_WAIT_MS)
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([
      { name, value, url: options.baseURL.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
  }
  const page = await context.newPage()
  const complaints: string[] = []
  context.on('weberror', (told) => complaints.push(String(told.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, context, complaints }
}
