import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type McpClientTarget, mcpEndpointOf, type OtherMcpClient } from './client.ts'

const INSPECTOR = join(import.meta.dirname, 'node_modules', '.bin', 'mcp-inspector')
const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')
/** A home directory for the inspector alone, because it stores files there. */
const HOME = mkdtempSync(join(tmpdir(), 'purser-inspector-'))

interface Result {
  readonly tools?: readonly { readonly name: string }[]
  readonly content?: readonly { readonly text: string }[]
}

interface Target {
  readonly options: readonly string[]
  readonly command: readonly string[]
}

const overHttp =
  (era: string) =>
  (at: McpClientTarget): Target => {
    const transport = ['--transport', 'http', '--server-url', mcpEndpointOf(at), '--protocol-era', era]
    return { options: [...transport, '--header', `Authorization: Bearer ${at.apiKey}`], command: [] }
  }
const overStdio = ({ baseUrl, apiKey }: McpClientTarget): Target => {
  const env = [`PURSER_URL=${baseUrl}`, `PURSER_API_KEY=${apiKey}`, `PATH=${process.env['PATH'] ?? ''}`]
  return { options: env.flatMap((each) => ['-e', each]), command: ['--', process.execPath, MAIN, 'mcp'] }
}

/** The command line of the MCP inspector, which connects anew for each request. Its lint must find nothing. */
const inspector = (way: string, target: (at: McpClientTarget) => Target): OtherMcpClient => ({
  name: `inspector, ${way}`,
  open: async (at) => {
    const ask = async (...request: string[]): Promise<Result> => {
      const { options, command } = target(at)
      const args = [INSPECTOR, '--cli', ...options, ...request, '--format', 'json', '-q', ...command]
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, HOME } })
      const said = JSON.parse(stdout) as Result & { result?: Result }
      return said.result ?? said
    }
    return {
      list: async () => ((await ask('--method', 'tools/list', '--strict')).tools ?? []).map(({ name }) => name),
      call: async (name, args) => {
        const request = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)]
        return (await ask(...request)).content?.[0]?.text ?? ''
      },
      close: () => Promise.resolve(),
    }
  },
})

export const inspectorClients = [
  inspector('HTTP, 2026-07-28', overHttp('modern')),
  inspector('HTTP, 2025-11-25', overHttp('legacy')),
  inspector('stdio', overStdio),
]
