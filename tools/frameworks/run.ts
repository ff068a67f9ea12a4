/**
 * Tries frameworks for agents with a node of this repository: `npm run try:frameworks`. The program of each, which is in
 * `examples/frameworks`, lists the tools, buys something that a person approves, reads why another purchase was declined, and calls every tool; with a
 * wrong key it is refused. In place of the model there is a server of this folder, which follows `next`. What came out is read from the API. `--only NAME` tries
 * the programs whose names have that in them, `--person SECONDS` says how long a person takes to approve, `--into FILE` writes the table, with `--note TEXT` above it. The
 * exit code is 1 if anything is wrong, and if the packages in Python are not to be had.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Purser } from '../../clients/typescript/src/client.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { endpoint, keyOf, someAgent } from '../../test/mcp/agent-rig.ts'
import { startEmbeddedNode } from '../../test/support/processes/node-process.ts'
import { TEST_API_KEY } from '../../test/support/processes/start-node.ts'
import { type AgentFramework, agentFrameworks, isPythonFramework, installedVersionsOf } from './frameworks.ts'
import { frameworksPageHead } from './page-head.ts'
import { openScriptedModelServer } from './model-server.ts'
import { runFrameworkProgram } from './program.ts'
import { findPythonInstallation, type PythonInstallation } from './python.ts'
import { agentStories, type AgentStory } from './stories.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    person: { type: 'string', default: '7' },
    into: { type: 'string' },
    note: { type: 'string' },
  },
})
const names = agentTools.map(({ name }) => name)
const chosen = agentFrameworks.filter(({ file }) => file.includes(values.only ?? ''))
const python = chosen.some(isPythonFramework) ? findPythonInstallation() : 'not asked for'
const folder = mkdtempSync(join(tmpdir(), 'purser-frameworks-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user
const { process: node, baseUrl } = await startEmbeddedNode(join(folder, 'node'), { PURSER_ALLOW_LOCAL_ORIGINS: 'true' })
const owner = new Purser({ baseUrl, apiKey: TEST_API_KEY })
const shop = new Purser({ baseUrl, apiKey: await keyOf({ purser: owner }, 'network') })
try {
  const rows: string[] = []
  const print = (row: string) => {
    console.log(row)
    rows.push(row)
  }
  print(
    `| Framework | Program | Version | ${agentStories.map(({ name }) => name).join(' | ')} | a wrong key | Seconds |`,
  )
  print(`|${' --- |'.repeat(agentStories.length + 5)}`)
  for (const framework of chosen) print(await rowOf(framework))
  if (values.into !== undefined)
    writeFileSync(values.into, `${frameworksPageHead(Number(values.person), values.note)}${rows.join('\n')}\n`)
} finally {
  node.child.kill('SIGTERM')
  await node.ended
  rmSync(folder, { recursive: true, force: true })
}

async function rowOf(framework: AgentFramework): Promise<string> {
  const head = `| ${framework.name} | ${framework.file}`
  if (isPythonFramework(framework) && typeof python === 'string') {
    process.exitCode = 1
    return `${head} | not installed: ${python} |${' |'.repeat(agentStories.length + 2)}`
  }
  const installed = typeof python === 'string' ? undefined : python
  const startedAt = performance.now()
  const cells: string[] = []
  for (const story of agentStories) cells.push(await played(framework, story, installed))
  cells.push(await refused(framework, installed))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  return `${head} | ${installedVersionsOf(framework, installed)} | ${cells.join(' | ')} | ${seconds} |`
}

/** Plays a story with a framework. Resolves to the result in words. */
async function played(
  framework: AgentFramework,
  story: AgentStory,
  installed: PythonInstallation | undefined,
): Promise<string> {
  const agent = await someAgent({ purser: owner, baseUrl }, story.policy)
  const world = { owner, shop, agent, personMs: Number(values.person) * 1000 }
  const model = await openScriptedModelServer(story.script(world), names)
  const { code, said } = await runFrameworkProgram(framework, {
    python: installed?.program,
    task: story.task,
    mcpUrl: String(endpoint({ baseUrl })),
    apiKey: agent.apiKey,
    modelUrl: model.url,
    folder,
  })
  model.close()
  const lacking = names.filter((name) => !model.offered.has(name))
  const wrong = [
    ...(code === 0 ? [] : [`ended with ${code}`]),
    ...(lacking.length === 0 ? [] : [`not offered: ${lacking.join(', ')}`]),
    ...model.complaints,
    ...(await story.complaints(world, said)),
  ]
  if (wrong.length === 0) return `yes, ${model.heard.length} requests`
  process.exitCode = 1
  console.error(`${framework.file}, ${story.name}:\n${said.slice(-4000)}\n`)
  return `NO: ${wrong.join('; ').replaceAll('|', '/')}`
}

async function refused(framework: AgentFramework, installed: PythonInstallation | undefined): Promise<string> {
  const model = await openScriptedModelServer(() => ({ text: 'Listed.' }), names)
  await runFrameworkProgram(framework, {
    python: installed?.program,
    task: 'What may I spend?',
    mcpUrl: String(endpoint({ baseUrl })),
    apiKey: `sk_${'a'.repeat(40)}`,
    modelUrl: model.url,
    folder,
  })
  model.close()
  if (model.offered.size === 0) return 'refused'
  process.exitCode = 1
  return 'TAKEN'
}
