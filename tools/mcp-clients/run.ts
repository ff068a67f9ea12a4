/**
 * Tries clients by other authors with this repository's node: `npm run try:mcp-clients`. Each client lists the tools, calls every one of
 * them, and is refused with a wrong key. Then the example agent buys its book with a model that it reaches over HTTP. The exit code is 1 if
 * anything is wrong. `npm run try:frameworks` tries frameworks for agents.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Purser } from '../../clients/typescript/src/client.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { errandOf, inputsOf, someAgent } from '../../test/mcp/agent-rig.ts'
import { startEmbeddedNode } from '../../test/support/processes/node-process.ts'
import { TEST_API_KEY } from '../../test/support/processes/start-node.ts'
import type { OtherMcpClient } from './client.ts'
import { buyWithModel } from './buy-with-model.ts'
import { inspectorClients } from './inspector.ts'

const names = agentTools.map(({ name }) => name)
const folder = mkdtempSync(join(tmpdir(), 'purser-mcp-clients-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user
const { process: node, baseUrl } = await startEmbeddedNode(folder, { PURSER_ALLOW_LOCAL_ORIGINS: 'true' })
const owner = new Purser({ baseUrl, apiKey: TEST_API_KEY })
try {
  for (const client of inspectorClients) console.log(await tried(client))
  console.log(await buyWithModel({ baseUrl, owner, adminKey: TEST_API_KEY, folder }))
} finally {
  node.child.kill('SIGTERM')
  await node.ended
  rmSync(folder, { recursive: true, force: true })
}

/** Tries one client. Resolves to one line about the result. */
async function tried({ name, open }: OtherMcpClient): Promise<string> {
  const { cardId, apiKey } = await someAgent({ purser: owner, baseUrl }, { requireIntent: true })
  const startedAt = performance.now()
  const client = await open({ baseUrl, apiKey })
  const listed = await client.list()
  const connectedMs = performance.now() - startedAt
  const use = async (tool: string, args: Record<string, unknown>) =>
    JSON.parse(await client.call(tool, args)) as Record<string, unknown>
  const errand = errandOf('order-1')
  const { intentId } = await use('declare_intent', errand)
  const inputs: ReturnType<typeof inputsOf> = { ...inputsOf(errand, intentId), freeze_card: { cardId } }
  const failed: unknown[] = []
  for (const tool of listed) {
    const { code, next } = await use(tool, inputs[tool] ?? {})
    if (code !== undefined || next === undefined) failed.push([tool, code])
  }
  await client.close()
  const isSame = JSON.stringify(listed) === JSON.stringify(names)
  const refused = await isRefused(open)
  if (!isSame || failed.length > 0 || !refused) process.exitCode = 1
  return (
    `${name}: ${isSame ? 'the same' : 'OTHER'} ${listed.length} tools, ${listed.length - failed.length} called` +
    `${failed.length > 0 ? ` FAILED ${JSON.stringify(failed)}` : ''}, a wrong key ${refused ? 'refused' : 'TAKEN'}, connected in ${connectedMs.toFixed(0)} ms`
  )
}

async function isRefused(open: OtherMcpClient['open']): Promise<boolean> {
  try {
    const client = await open({ baseUrl, apiKey: `sk_${'a'.repeat(40)}` })
    return (await client.list()).length === 0
  } catch {
    return true
  }
}
