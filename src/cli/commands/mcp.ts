import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { packageVersion } from '../../app/version.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { Settings } from '../../app/settings/options.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import { FillError } from '../../fill/fill-error.ts'
import { checkoutOutcomeSentence } from '../../fill/outcome.ts'
import { safeForeignText } from '../../mcp/foreign.ts'
import { nextStepAfterRefusedCheckout } from '../../mcp/next/after-checkout.ts'
import { ToolRefusal } from '../../mcp/refusal.ts'
import type { ToolCaller, CheckoutPageChoice } from '../../mcp/tool.ts'
import type { ShellCommand } from '../command.ts'
import { type FillerKeyPair, readFillerKey } from '../../fill/filler-key.ts'
import { type CheckoutFillContext, payIntentInBrowser } from '../fill-intent.ts'
import { fillerKeyFile } from '../filler.ts'
import { mcpClientNames, mcpConfigurationOf, isMcpClientName } from '../mcp-configuration.ts'
import { withNodeClient } from '../remote/client.ts'
import { printText, printTextToStderr } from '../terminal/print.ts'

/** How many milliseconds a request to the node may take: a tool may wait for a person for up to a minute. */
const TIMEOUT_MS = 70_000

export const mcpCommand: ShellCommand = {
  usage: `purser mcp [--browser http://127.0.0.1:9222]\npurser mcp --config ${mcpClientNames.join('|')}`,
  details:
    "It calls the node at PURSER_URL with the key in PURSER_API_KEY. An agent's key gets all tools, other keys get those that only read. A node\n" +
    'serves the same tools at /mcp. With --browser, pay_at_checkout fills in the checkout in a browser of this machine and submits it, with the key\n' +
    'that `purser fill key` has made. --config prints the configuration for an MCP client. The API key is never in it.',
  examples: ['purser mcp --config claude-code'],
  flags: {
    browser: {
      type: 'string',
      value: 'http://127.0.0.1:9222',
      description: 'The address at which Chrome listens, by its --remote-debugging-port.',
    },
    config: { type: 'string', value: 'claude-code', description: 'Print the configuration of this client.' },
  },

  async run({ flags, settings }) {
    const { config, browser } = flags
    if (config !== undefined) return printText(configuration(String(config), settings.url))
    const key = typeof browser === 'string' ? await keyOfFiller(settings) : undefined
    const { now, fetch } = trackNodeTime()
    await withNodeClient(
      settings,
      async (purser) => {
        const { role, agentId } = await purser.apiKeys.self()
        const [
          { serveStdio, StdioServerTransport },
          { createMcpServer: createServer },
          { allowMcpResourceSubscriptions: letSubscribe },
          { listeningMcpTransport: listeningTransport },
        ] = await Promise.all([
          import('@modelcontextprotocol/server/stdio'),
          import('../../mcp/server.ts'),
          import('../../mcp/subscriptions.ts'),
          import('../../mcp/stdio-listening.ts'),
        ])
        const ended = new AbortController()
        const report = ({ message }: Error) => printTextToStderr(`purser mcp: ${message}`)
        const asking: ToolCaller = {
          purser,
          asker: { role, agentId: agentId ?? null },
          version: packageVersion,
          fill: key === undefined ? undefined : fillerFor({ purser, key }, String(browser)),
          showsNumbers: settings.mcpCardDetails === 'plain',
          now,
          report,
          signal: ended.signal,
        }
        const transport = listeningTransport(new StdioServerTransport(), asking)
        const served = serveStdio(
          ({ era }) => {
            const server = createServer(asking, null, true)
            if (era === 'legacy') letSubscribe(server, asking)
            return server
          },
          { onerror: report, transport },
        )
        await once(process.stdin, 'close')
        ended.abort()
        await served.close()
      },
      { timeoutMs: TIMEOUT_MS, fetch },
    )
  },
}

/** Fills in checkouts for the MCP tool `pay_at_checkout`, and turns the filler's errors into refusals that the model reads. */
const fillerFor =
  (filling: CheckoutFillContext, browser: string) => async (intent: Intent, how: CheckoutPageChoice) => {
    try {
      const paid = await payIntentInBrowser(filling, intent, { browser, ...how })
      const { status, address, title, ...rest } = paid
      return { ...rest, answer: { status, address, title }, sentence: checkoutOutcomeSentence(paid) }
    } catch (error) {
      if (!(error instanceof FillError)) throw error
      const { obstacle, submit, message: sentence } = error
      if (obstacle === 'step' && submit !== undefined)
        return { outcome: 'unfinished' as const, obstacle, submit, sentence }
      throw refusalOf(error, intent.id)
    }
  }

function refusalOf({ message, fixedBy, obstacle, pageSays, isSent }: FillError, intentId: string): ToolRefusal {
  const look = { tool: 'list_transactions', args: { intentId } }
  const next = isSent
    ? { ...look, say: 'The card was sent. Look for the charge before you try again.' }
    : fixedBy === 'owner'
      ? { say: 'Tell your owner what it says. Nothing was paid.' }
      : nextStepAfterRefusedCheckout(obstacle, intentId)
  const checkout = { ...(obstacle && { obstacle }), ...(pageSays && { pageSays: safeForeignText(pageSays) }) }
  return new ToolRefusal('not_filled', message, { fixedBy, next, checkout })
}

const keyOfFiller = (settings: Settings): Promise<FillerKeyPair> =>
  readFillerKey(fillerKeyFile(settings)).catch((error: unknown) => {
    throw error instanceof FillError ? new OperatorError(error.message) : error
  })

function configuration(client: string, url: string): string {
  if (!isMcpClientName(client)) {
    throw new OperatorError(`--config takes ${mcpClientNames.join(', ')}; ${JSON.stringify(client)} is none of them.`)
  }
  // MCP clients with windows do not have the shell's PATH, so the configuration names Node and this program by their whole paths.
  return mcpConfigurationOf(client, url, [process.execPath, realpathSync(process.argv[1] ?? '')])
}

/**
 * Keeps the time of a node, as the header `Date` of its newest answer says, in Unix milliseconds. Times in the node's answers are by its
 * clock, from which this machine's clock may differ.
 */
function trackNodeTime() {
  let at = Date.now()
  const noting: typeof fetch = async (input, init) => {
    const reply = await fetch(input, init)
    const date = Date.parse(reply.headers.get('date') ?? '')
    if (!Number.isNaN(date)) at = date
    return reply
  }
  return { now: () => at, fetch: noting }
}
