import { fileURLToPath } from 'node:url'
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type CreateCardBody, Purser } from '../../clients/typescript/src/client.ts'
import type { Policy } from '../../src/contract/policy.ts'
import type { ApiKeyRole } from '../../src/contract/resources/api-keys.ts'
import type { TestPurser } from '../support/processes/start-purser.ts'
import { TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'

export type Wire = 'old' | 'new'

export interface SomeAgent {
  readonly customerId: string
  readonly agentId: string
  readonly cardId: string
  readonly apiKey: string
  /** With the agent's own key. */
  readonly purser: Purser
}

/** A customer with an agent, its card under a policy, and its key. */
export async function someAgent(
  { purser, baseUrl }: Pick<TestPurser, 'purser' | 'baseUrl'>,
  policy: Policy = {},
  card: Partial<CreateCardBody> = {},
): Promise<SomeAgent> {
  const { id: customerId } = await purser.customers.create({ name: { first: 'Ada', last: 'Lovelace' } })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: customerId, name: 'buyer' })
  const { id: cardId } = await purser.cards.create({ customerId, agentId, policy, ...card })
  const { secret: apiKey } = await purser.apiKeys.create({ name: 'buyer', role: 'agent', agentId })
  return { customerId, agentId, cardId, apiKey, purser: new Purser({ baseUrl, apiKey, maxRetries: 0 }) }
}

/** What an agent declares of a purchase. */
export const errandOf = (reference: string) => ({
  reference,
  purpose: 'a domain',
  amount: 1200,
  merchant: 'Names Ltd',
})

/** Something for each tool that takes something, once an errand was declared. */
export const inputsOf = (
  errand: ReturnType<typeof errandOf>,
  intentId: unknown,
): Readonly<Record<string, Record<string, unknown>>> => ({
  declare_intent: errand,
  check_purchase: { amount: errand.amount, merchant: errand.merchant },
  get_intent: { intentId },
  pay_at_checkout: { intentId },
  cancel_intent: { intentId },
  report_purchase: { intentId, outcome: 'abandoned' },
  manage_subscription: { action: 'list' },
  request_change: { change: 'limits.perDay', wanted: '5000', why: 'Two domains on one day' },
})

export const keyOf = async (
  { purser }: Pick<TestPurser, 'purser'>,
  role: Exclude<ApiKeyRole, 'agent'>,
): Promise<string> => (await purser.apiKeys.create({ name: role, role })).secret

export const endpoint = ({ baseUrl }: { readonly baseUrl: string }): URL => new URL(baseUrl.replace(/\/v1$/, '/mcp'))

export const newClient = (wire: Wire, capabilities: ClientCapabilities = {}): Client =>
  new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, ...(wire === 'new' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}) },
  )

/** A client of the SDK over HTTP. */
export async function connect(
  url: URL,
  apiKey: string,
  wire: Wire = 'new',
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const client = newClient(wire, capabilities)
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return client
}

const LISTENER = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/**
 * Asks a node to tell of changes of these resources, by the method `subscriptions/listen` of MCP and without the SDK. Resolves once the node
 * has agreed. `rest` resolves when the node ends the stream, with all events that came.
 */
export async function listenFor(url: URL, bearer: string, uris: readonly string[]): Promise<{ rest: Promise<string> }> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${bearer}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: LISTENER, notifications: { resourceSubscriptions: uris } },
    }),
    signal: AbortSignal.timeout(TEST_CONDITION_WAIT_MS),
  })
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const first = decoder.decode((await reader.read()).value)
  if (!uris.every((uri) => first.includes(uri))) throw new Error(`It was not acknowledged: ${first}`)
  const rest = async () => {
    let said = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) said += decoder.decode(read.value)
    return said
  }
  return { rest: rest() }
}

interface OverStdio {
  readonly baseUrl: string
  readonly apiKey: string
  readonly wire?: Wire
  readonly capabilities?: ClientCapabilities
  readonly env?: Record<string, string>
  /** Sees what it prints beside the protocol. */
  readonly onComplaint?: (text: string) => void
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** A client of the SDK that starts `purser mcp`. */
export async function overStdio(options: OverStdio): Promise<Client> {
  const { baseUrl, apiKey, wire = 'new', capabilities, env, onComplaint } = options
  const client = newClient(wire, capabilities)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', PURSER_URL: baseUrl, PURSER_API_KEY: apiKey, ...env },
    stderr: onComplaint === undefined ? 'inherit' : 'pipe',
  })
  transport.stderr?.on('data', (text: Buffer) => onComplaint?.(text.toString()))
  await client.connect(transport)
  return client
}

export interface Said {
  readonly isError: boolean
  /** What the text says. */
  readonly said: Record<string, unknown> & {
    readonly next: { tool?: string; args?: Record<string, unknown>; at?: string; say: string }
  }
  /** All of it, as a model gets it. */
  readonly text: string
}

/** All that tools have said to this test file. */
export const heard: string[] = []

/** Calls a tool, and reads its text. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Said> {
  const result = await client.callTool({ name, arguments: args })
  const { content, isError = false } = result
  const [first] = content as { text: string }[]
  const text = first?.text ?? '{}'
  heard.push(JSON.stringify(result))
  return { isError, said: JSON.parse(text) as Said['said'], text }
}
