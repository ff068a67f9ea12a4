import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'

const executable = findBrowser()

export interface Chromium {
  /** Where its DevTools listen. */
  readonly browser: string
  close(): void
}

/**
 * A browser as an agent drives one: with a page of the shop open, and DevTools on this machine. `program`: another browser than the tests', with
 * further `flags`.
 */
export async function openChromium(
  origin: string,
  program = executable,
  flags: readonly string[] = [],
): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'purser-fill-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']
  const child = spawn(program ?? '', [...args, ...flags, `--user-data-dir=${profile}`, `${origin}/`], {
    stdio: 'ignore',
    detached: true,
  })
  const address = () => `http://127.0.0.1:${readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]}`
  const shows = async () => (await (await fetch(`${address()}/json/list`)).text()).includes(origin)
  await eventually('the browser shows the shop', () => shows().catch(() => false))
  return {
    browser: address(),
    close: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
