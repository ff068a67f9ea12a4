import { join } from 'node:path'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { startTestScript } from '../../test/support/processes/test-process.ts'
import { openExampleModelServer } from './model-server.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')

interface Shopping {
  readonly baseUrl: string
  readonly owner: Purser
  readonly adminKey: string
  readonly folder: string
}

/** Runs the example agent, with `ai` and `@ai-sdk/mcp` between the agent and its model. Resolves to one line about its purchase. */
export async function buyWithModel({ baseUrl, owner, adminKey, folder }: Shopping): Promise<string> {
  const model = await openExampleModelServer()
  const { ended, stdout, stderr } = startTestScript('examples/agent/main.ts', [], {
    env: {
      PURSER_URL: baseUrl,
      PURSER_API_KEY: adminKey,
      PURSER_FILLER_KEY_FILE: join(folder, 'filler-key.json'),
      PURSER_COMMAND: JSON.stringify([process.execPath, MAIN]),
      AGENT_MODEL: 'scripted',
      AGENT_MODEL_URL: model.url,
    },
  })
  const code = await ended
  model.close()
  const { data: charges } = await owner.transactions.list({ limit: 2 })
  const [paid, declined] = charges
  const { data: intents } = await owner.intents.listForCard(paid?.cardId ?? '')
  const cardId = paid?.cardId ?? ''
  await owner.cards.update(cardId, { policy: { requireIntent: false, requireApproval: false } })
  const { pan } = await owner.cards.details(cardId, { purpose: 'a look at what was not to be seen' })
  const seen = model.heard.filter((body) => body.includes(pan)).length
  const isBought =
    code === 0 &&
    [declined?.decision, paid?.decision].join() === 'decline,approve' &&
    intents[0]?.report?.outcome === 'completed' &&
    agentTools.every(({ name }) => model.offered.has(name)) &&
    seen === 0
  if (!isBought) {
    process.exitCode = 1
    console.log([...stdout, ...stderr].join('\n'))
  }
  return `examples/agent with a model over HTTP: ${isBought ? 'bought' : 'NOT BOUGHT'} in ${model.heard.length} requests of ${model.offered.size} tools, ${seen} with the number; it said: ${stdout.at(-1) ?? ''}`
}
