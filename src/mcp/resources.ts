import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { type DeclineCode, declineCodes, reasonCatalogue } from '../contract/reasons.ts'
import { toolError } from './tool-error.ts'
import { toolInputInApiForm } from './input/known-forms.ts'
import { toolInputReader } from './input/read-input.ts'
import { agentSkill } from './skill.ts'
import type { ToolCaller } from './tool.ts'
import { changeRequestUri, intentUri } from './watched.ts'
import { getBudgetTool } from './tools/get-budget.ts'
import { getIntentTool } from './tools/get-intent.ts'
import { changeRequestToolOutput } from './tools/request-change.ts'

const readIntent = toolInputReader(getIntentTool)
const JSON_TYPE = 'application/json'
const DAY_MS = 86_400_000

/** Registers the MCP resources that a person can give to a model without a call of a tool: the budget, a skill, and what each reason means. */
export function registerMcpResources(server: McpServer, asking: ToolCaller): void {
  server.registerResource(
    'budget',
    'purser://budget',
    { title: 'Budget', description: 'What your cards may still spend, and the rules.', mimeType: JSON_TYPE },
    async ({ href }) =>
      contents(
        href,
        await getBudgetTool
          .run({ ...asking, tellProgress: () => Promise.resolve() }, {})
          .catch((error: unknown) => toolError(error)),
      ),
  )
  registerPurchases(server, asking)
  server.registerResource(
    'skill',
    'skill://purser/SKILL.md',
    {
      title: 'Buying with Purser',
      description: 'The order of a purchase, and when to stop.',
      mimeType: 'text/markdown',
      cacheHint: { ttlMs: DAY_MS, cacheScope: 'public' },
    },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/markdown', text: agentSkill }] }),
  )
  server.registerResource(
    'code',
    new ResourceTemplate('purser://codes/{code}', { list: undefined }),
    {
      title: 'Reason for a decline',
      description: 'What a reason code means and who can make it go away.',
      mimeType: JSON_TYPE,
      cacheHint: { ttlMs: DAY_MS, cacheScope: 'public' },
    },
    ({ href }, { code }) => {
      if (!isCode(code)) throw new ResourceNotFoundError(href)
      const { fixedBy, means } = reasonCatalogue[code]
      return contents(href, { code, fixedBy, means })
    },
  )
}

/** Registers the MCP resources that clients listen for: declared purchases, and changes that were asked for. */
function registerPurchases(server: McpServer, asking: ToolCaller): void {
  server.registerResource(
    'intent',
    new ResourceTemplate(intentUri('{intentId}'), { list: undefined }),
    {
      title: 'Declared purchase',
      description:
        'Where a declared purchase stands. Clients that listen for it are told when a person has decided, and when the bank asks.',
      mimeType: JSON_TYPE,
    },
    async ({ href }, { intentId }) => {
      const call = { ...asking, tellProgress: () => Promise.resolve() }
      const reading = async () => getIntentTool.run(call, readIntent({ intentId }).input)
      return contents(href, await reading().catch((error: unknown) => toolError(error)))
    },
  )
  server.registerResource(
    'change',
    new ResourceTemplate(changeRequestUri('{requestId}'), { list: undefined }),
    {
      title: 'Change that was asked for',
      description: 'What became of a request_change. Clients that listen for it are told when a person has decided.',
      mimeType: JSON_TYPE,
    },
    async ({ href }, { requestId }) => {
      const { purser, signal, now } = asking
      const reading = async () =>
        purser.changeRequests.get(String(toolInputInApiForm('requestId', requestId)), { signal })
      return contents(
        href,
        await reading().then(
          (request) => changeRequestToolOutput(request, now()),
          (error: unknown) => toolError(error),
        ),
      )
    },
  )
}

const isCode = (code: unknown): code is DeclineCode => (declineCodes as readonly unknown[]).includes(code)

const contents = (uri: string, value: unknown) => ({
  contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
})
