import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { findExecutable } from '../../test/support/executables.ts'
import type { BrowserTool } from './browser-tool.ts'

const MODULES = join(import.meta.dirname, 'node_modules')
const READ_ALL = `() => [document.documentElement.outerHTML, JSON.stringify([...document.querySelectorAll('input')].map((i) => i.value))].join()`

const playwrightMcp: BrowserTool = {
  name: '@playwright/mcp',
  open: async (devTools) => {
    const client = new Client({ name: 'try', version: '1.0.0' })
    const cli = join(MODULES, '@playwright', 'mcp', 'cli.js')
    const cwd = mkdtempSync(join(tmpdir(), 'purser-playwright-')) // the tool stores what it saw there
    const args = [cli, '--cdp-endpoint', devTools]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore', cwd }))
    const use = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: input })
      const text = JSON.stringify(content)
      if (isError === true) throw new Error(`${name}: ${text}`)
      return text
    }
    return {
      goTo: (url) => use('browser_navigate', { url }),
      typeEmail: async (text) => {
        const [, ref] = /textbox[^\n]*?\[ref=(\w+)\]/.exec(await use('browser_snapshot')) ?? []
        return use('browser_type', { element: 'email', target: ref, text })
      },
      look: async () =>
        [
          await use('browser_snapshot'),
          await use('browser_network_requests', { static: true }),
          await use('browser_console_messages'),
          await use('browser_evaluate', { function: READ_ALL }),
        ].join('\n'),
      close: () => client.close(),
    }
  },
}

const agentBrowser: BrowserTool = {
  name: 'agent-browser',
  open: (devTools) => {
    const program = join(MODULES, 'agent-browser', 'bin', `agent-browser-${platform()}-${arch()}`)
    chmodSync(program, 0o755)
    const session = `purser-${process.pid}`
    const use = async (...words: string[]) => {
      const { stdout } = await promisify(execFile)(program, ['--session', session, '--cdp', devTools, ...words])
      return stdout
    }
    return Promise.resolve({
      goTo: (url) => use('open', url),
      typeEmail: (text) => use('fill', '[name=email]', text),
      look: async () =>
        [
          await use('snapshot'),
          await use('network', 'requests'),
          await use('console'),
          await use('eval', `(${READ_ALL})()`),
        ].join('\n'),
      close: () => use('close'),
    })
  },
}

interface StagehandPage {
  goto(url: string): Promise<unknown>
  locator(selector: string): { fill(text: string): Promise<void> }
  snapshot(): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
}

const stagehand: BrowserTool = {
  name: '@browserbasehq/stagehand',
  // Stagehand needs an extension, which chromium-headless-shell does not load.
  program: findExecutable('chromium', 'google-chrome-stable', 'google-chrome'),
  flags: [
    '--enable-unsafe-extension-debugging',
    '--remote-allow-origins=chrome-extension://gnchjpnfgbiiicdlhgppijpcdpjdioaj',
  ],
  open: async (devTools) => {
    const file = join(MODULES, '@browserbasehq', 'stagehand', 'dist', 'index.mjs')
    const { localBrowser, Stagehand } = (await import(file)) as {
      Stagehand: { create(options: object): Promise<{ close(): Promise<void> }> }
      localBrowser: {
        connect(options: { cdpUrl: string }): Promise<{
          readonly context: { pages(): Promise<StagehandPage[]> }
          disconnect(): Promise<void>
        }>
      }
    }
    const browser = await localBrowser.connect({ cdpUrl: devTools })
    await Stagehand.create({ browser })
    const [page] = await browser.context.pages()
    if (page === undefined) throw new Error('Stagehand sees no page')
    return {
      goTo: (url) => page.goto(url),
      typeEmail: (text) => page.locator('[name=email]').fill(text),
      look: async () => JSON.stringify([await page.snapshot(), await page.evaluate(`(${READ_ALL})()`)]),
      close: () => browser.disconnect(),
    }
  },
}

export const browserTools = [playwrightMcp, agentBrowser, stagehand]
