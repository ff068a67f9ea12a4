import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from './executables.ts'

/** The names of Chromium's programs. The headless shell is first: it is the same browser, and needs half of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of an installed Chromium: the first of `NAMES` that is on the PATH. */
export const findBrowser = (): string | undefined => findExecutable(...NAMES)

/** Shows a page in a browser without a window, with a new profile, until `close` is called. */
export function showPageInTestBrowser(browser: string, url: string): { close: () => Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), 'purser-browser-'))
  // `--no-sandbox`: the browser's sandbox does not start for root, nor in most containers. The page is the test's own.
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`, url]
  const child = spawn(browser, args, { stdio: 'ignore', detached: true })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  return {
    close: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL') // with its renderer processes
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
