/**
 * An agent buys a book: `PURSER_URL=... PURSER_API_KEY=<admin> node main.ts`. Its shop charges more than it showed, so the first try is
 * declined; the agent reads why, asks its owner, waits, and buys. `AGENT_MODEL=provider/model` has a real model do it.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { payAtCheckout, fillCommandOf, registerFiller } from './checkout.ts'
import { setUpHousehold } from './household.ts'
import { scriptedModel, type CallTool } from './scripted-model.ts'
import { openExampleShop } from './shop.ts'

const {
  PURSER_URL: purserUrl = 'http://127.0.0.1:8420/v1',
  PURSER_API_KEY: adminKey = '',
  AGENT_MODEL: model,
} = process.env
const purser = fillCommandOf(process.env['PURSER_COMMAND'] ?? 'purser')

const { agentId, agentKey, networkKey, approve } = await setUpHousehold(purserUrl, adminKey)
await registerFiller(agentId, { purserUrl, adminKey, purser })
const shop = await openExampleShop(purserUrl, networkKey)
const endpoint = purserUrl.replace(/\/v1\/?$/, '/mcp')

const own: Readonly<Record<string, (args: Record<string, unknown>) => Promise<Record<string, unknown>>>> = {
  look_at_book: async () => ({ ...((await (await fetch(shop.origin)).json()) as object), origin: shop.origin }),
  check_out: async ({ intentId }) => ({
    said: await payAtCheckout(String(intentId), { purserUrl, agentKey, origin: shop.origin, purser }),
  }),
  // A person would open the page, sign in and decide there. In this example the owner approves at once.
  ask_owner: async ({ intentId, approvalUrl }) => {
    console.log(`  (the owner opens ${String(approvalUrl)} and approves)`)
    await approve(String(intentId))
    return { asked: true }
  },
}

const client = new Client({ name: 'example-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(
  new StreamableHTTPClientTransport(new URL(endpoint), {
    requestInit: { headers: { authorization: `Bearer ${agentKey}` } },
  }),
)

const use: CallTool = async (name, args) => {
  const answer = (await own[name]?.(args)) ?? (await callPurser(name, args))
  console.log(`${name} ${JSON.stringify(args)}\n${linesOf(answer).join('\n')}`)
  return answer
}

/** The lines of an answer that a person reads: why the purchase was declined, and what to do next. */
function linesOf(answer: Record<string, unknown>): string[] {
  const { reasons = [], next } = answer as { reasons?: readonly { message: string }[]; next?: { say: string } }
  return [...reasons.map(({ message }) => message), next?.say ?? JSON.stringify(answer)].map((line) => `  ${line}`)
}

async function callPurser(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content } = await client.callTool({ name, arguments: args })
  const [first] = content as { text: string }[]
  return JSON.parse(first?.text ?? '{}') as Record<string, unknown>
}

try {
  // The SDK for real models is loaded only if a real model is used.
  const ended =
    model === undefined
      ? await scriptedModel(use)
      : await (await import('./real-model.ts')).runRealModel(model, endpoint, agentKey, use)
  console.log(`\n${ended}`)
} finally {
  await client.close()
  shop.close()
}
