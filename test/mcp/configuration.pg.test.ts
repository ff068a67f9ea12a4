import { readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpClientName, mcpClientNames, mcpConfigurationOf } from '../../src/cli/mcp-configuration.ts'
import { commandRig } from '../support/records/command-rig.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { endpoint, type SomeAgent, someAgent } from './agent-rig.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = join(ROOT, 'docs', 'mcp')
const URL_OF_GUIDES = 'http://127.0.0.1:8420/v1'

const blockOf = (name: string): string =>
  /^```\w+\n([\s\S]*?)^```/m.exec(readFileSync(join(PAGES, `${name}.md`), 'utf8'))?.[1]?.trimEnd() ?? ''

const rig = commandRig()
let service: TestPurser
let agent: SomeAgent
beforeAll(async () => {
  service = await startPurser()
  agent = await someAgent(service)
})
afterAll(() => service.stop())

/** What each client makes of its variables, with this node in place of the guides'. */
const resolved = (text: string): string =>
  text
    .replaceAll(URL_OF_GUIDES, service.baseUrl)
    .replaceAll(URL_OF_GUIDES.replace('/v1', '/mcp'), String(endpoint(service)))
    .replaceAll(/\$\{(?:env:|input:|process\.env\.)?[\w-]+\}|\{os\.environ\['\w+'\]\}|sk_\.\.\./g, agent.apiKey)

const overHttp = (url: string, authorization: string) =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } })

interface Server {
  readonly url: string
  readonly headers: { readonly Authorization: string }
}
const named = (text: string, key: 'mcpServers' | 'servers'): Server =>
  (JSON.parse(text) as Record<string, { purser: Server }>)[key]?.purser as Server
const quoted = (text: string, name: string): string =>
  new RegExp(`${name}[^'"\`]*['"\`]([^'"\`]+)`).exec(text)?.[1] ?? ''

const transports: Record<string, (text: string) => StreamableHTTPClientTransport | StdioClientTransport> = {
  'claude-code': (text) => overHttp(named(text, 'mcpServers').url, named(text, 'mcpServers').headers.Authorization),
  'claude-desktop': (text) => {
    const { env, args } = named(text, 'mcpServers') as unknown as { env: Record<string, string>; args: string[] }
    const command = args.map((each) => each.replace('/path/to/purser', ROOT))
    return new StdioClientTransport({
      command: process.execPath,
      args: command,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
  },
  cursor: (text) => overHttp(named(text, 'mcpServers').url, named(text, 'mcpServers').headers.Authorization),
  'vs-code': (text) => overHttp(named(text, 'servers').url, named(text, 'servers').headers.Authorization),
  codex: (text) => {
    expect(quoted(text, 'bearer_token_env_var')).toBe('PURSER_API_KEY')
    return overHttp(quoted(text, 'url'), `Bearer ${agent.apiKey}`)
  },
  'ai-sdk': (text) => overHttp(quoted(text, 'url'), quoted(text, 'Authorization')),
  langgraph: (text) => overHttp(quoted(text, 'url'), quoted(text, 'Authorization')),
  mastra: (text) => overHttp(quoted(text, 'URL\\('), quoted(text, 'Authorization')),
  'claude-agent-sdk': (text) => overHttp(quoted(text, 'url'), quoted(text, 'Authorization')),
  'pydantic-ai': (text) => overHttp(quoted(text, 'PURSER_MCP_URL",'), quoted(text, 'Authorization": f')),
  'openai-agents': (text) => overHttp(quoted(text, 'url'), quoted(text, 'Authorization')),
}

describe('the pages of clients', () => {
  it('are those that are tried here', () => {
    // access-tokens.pg.test.ts is about clients on the web, which have no key.
    expect(readdirSync(PAGES).toSorted()).toEqual(
      [...Object.keys(transports), 'web-clients'].map((name) => `${name}.md`).toSorted(),
    )
  })

  it.each(Object.keys(transports))('%s connects with what its page says', async (name) => {
    const written = blockOf(name)
    if ((mcpClientNames as readonly string[]).includes(name)) {
      expect(mcpConfigurationOf(name as McpClientName, URL_OF_GUIDES)).toBe(written)
    }
    const client = new Client({ name, version: '1.0.0' })
    await client.connect(transports[name]?.(resolved(written)) as StreamableHTTPClientTransport)
    expect((await client.listTools()).tools[0]?.name).toBe('get_budget')
    await client.close()
  })

  it('claude-desktop connects with what the command prints, which names everything by whole paths', async () => {
    const { stdout } = await rig.run(['mcp', '--config', 'claude-desktop'], { PURSER_URL: service.baseUrl })
    const { purser } = (JSON.parse(stdout.join('\n')) as { mcpServers: { purser: Started } }).mcpServers
    expect([isAbsolute(purser.command), isAbsolute(purser.args[0] ?? '')]).toEqual([true, true])
    const client = new Client({ name: 'desktop', version: '1.0.0' })
    const env = { ...purser.env, PURSER_API_KEY: agent.apiKey }
    await client.connect(new StdioClientTransport({ ...purser, env }))
    expect((await client.listTools()).tools[0]?.name).toBe('get_budget')
    await client.close()
  })
})

interface Started {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
}
