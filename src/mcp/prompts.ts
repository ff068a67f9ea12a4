import type { McpServer } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import { safeForeignText } from './foreign.ts'
import { uncheckedToolSchema } from './schema.ts'
import { toolInputSchema } from './tool.ts'

const BuyArgs = toolInputSchema({
  what: Type.String({ maxLength: 500, description: 'What to buy.' }),
  shop: Type.Optional(Type.String({ maxLength: 256, description: 'Where to buy it.' })),
})
const ExplainArgs = toolInputSchema({
  transactionId: Type.Optional(
    Type.String({ maxLength: 64, description: 'Which charge; without it the newest decline.' }),
  ),
})

/** Registers the prompts that a person can choose in an MCP client to begin a conversation. */
export function registerMcpPrompts(server: McpServer): void {
  server.registerPrompt(
    'buy',
    {
      title: 'Buy something',
      description: 'Buy one thing within the budget.',
      argsSchema: uncheckedToolSchema(BuyArgs),
    },
    ({ what, shop }) =>
      said(
        `Buy the following with Purser's tools. Begin with get_budget and follow \`next\` in every answer. Do not pay twice.`,
        { what, shop },
      ),
  )
  server.registerPrompt(
    'continue',
    { title: 'Go on with purchases', description: 'What was begun before and is not finished.' },
    () =>
      said(
        'Call list_intents, and go on with what waits: follow `next` of each. Look at list_transactions before you pay, and tell me what a person has to decide.',
        {},
      ),
  )
  server.registerPrompt(
    'explain_decline',
    {
      title: 'Explain a decline',
      description: 'Why a charge was declined, and what helps.',
      argsSchema: uncheckedToolSchema(ExplainArgs),
    },
    ({ transactionId }) =>
      said('Call explain_decline and tell me in two sentences why the charge was declined and who can change that.', {
        transactionId,
      }),
  )
}

/** The message of a prompt. What the person typed is on lines of its own, apart from Purser's text. */
function said(text: string, given: Readonly<Record<string, string | undefined>>) {
  const lines = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(safeForeignText(value))}`],
  )
  return {
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: [text, ...lines].join('\n') } }],
  }
}
