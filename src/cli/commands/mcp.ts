import { once } from 'node:events'
import { version } from '../../app/version.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { Intent } from '../../contract/intents.ts'
import { FillError } from '../../fill/fill-error.ts'
import { Refusal } from '../../mcp/refusal.ts'
import type { Command } from '../command.ts'
import { payIntent } from '../fill-intent.ts'
import { clientNames, configurationOf, isClientName } from '../mcp-configuration.ts'
import { type Purser, withNode } from '../remote/client.ts'

/** A tool may wait for a person. */
const TIMEOUT_MS = 70_000

export const mcp: Command = {
  summary: 'Serve the tools of an agent over stdio (Model Context Protocol).',
  usage: `purser mcp [--browser http://127.0.0.1:9222]\npurser mcp --config ${clientNames.join('|')}`,
  details:
    'A client of the node at PURSER_URL, with the key at PURSER_API_KEY: that of an agent gets all tools, others those that look. A node\n' +
    'serves the same at /mcp. --browser: get_card_details fills the checkout in, in a browser of this machine, and submits it. --config prints what to write\n' +
    'into the configuration of an MCP client; the key is never in it.',
  examples: ['purser mcp --config claude-code'],
  flags: {
    browser: {
      type: 'string',
      value: 'http://127.0.0.1:9222',
      description: 'Where Chrome was told to listen, by --remote-debugging-port.',
    },
    config: { type: 'string', value: 'claude-code', description: 'Print the configuration of this client.' },
  },

  async run({ flags, settings }) {
    const { config, browser } = flags
    if (config !== undefined) return console.log(configuration(String(config), settings.url))
    await withNode(
      settings,
      async (purser) => {
        const { role, agentId } = await purser.apiKeys.self()
        const [{ serveStdio }, { createServer }] = await Promise.all([
          import('@modelcontextprotocol/server/stdio'),
          import('../../mcp/server.ts'),
        ])
        const ended = new AbortController()
        const fill = typeof browser === 'string' ? fillerFor(purser, browser) : undefined
        const asker = { role, agentId: agentId ?? null }
        const report = ({ message }: Error) => console.error(`purser mcp: ${message}`)
        const served = serveStdio(() => createServer({ purser, asker, version, signal: ended.signal, report, fill }), {
          onerror: report,
        })
        await once(process.stdin, 'close')
        ended.abort()
        await served.close()
      },
      { timeoutMs: TIMEOUT_MS },
    )
  },
}

/** What keeps a checkout from being filled in is for the model to read. */
const fillerFor = (purser: Purser, browser: string) => (intent: Intent) =>
  payIntent(purser, intent, { browser }).catch((error: unknown) => {
    if (!(error instanceof FillError)) throw error
    const next = {
      tool: 'list_transactions',
      args: { intentId: intent.id },
      say: 'Look for the charge before you try again.',
    }
    throw new Refusal('not_filled', error.message, { fixedBy: 'you', next })
  })

function configuration(client: string, url: string): string {
  if (!isClientName(client)) {
    throw new OperatorError(`--config takes ${clientNames.join(', ')}; ${JSON.stringify(client)} is none of them.`)
  }
  return configurationOf(client, url)
}
