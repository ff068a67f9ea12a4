import type { Purser } from '../../clients/typescript/src/client.ts'
import type { Policy } from '../../src/contract/policy.ts'
import { agentTools } from '../../src/mcp/tools.ts'
import { errandOf, inputsOf, type SomeAgent } from '../../test/mcp/agent-rig.ts'
import type { PurserToolAnswer } from './answer.ts'
import { scriptFollowingNextSteps } from './follower.ts'
import type { LanguageModelScript } from './model-server.ts'

/** The people and the shop around an agent. */
export interface AgentStoryWorld {
  readonly owner: Purser
  readonly shop: Purser
  readonly agent: SomeAgent
  /** How many milliseconds a person takes to approve. */
  readonly personMs: number
}

/** A story is an errand of an agent: the rules of its card, the script of its model, and the expected result at the API. */
export interface AgentStory {
  readonly name: string
  readonly policy: Policy
  readonly task: string
  script(world: AgentStoryWorld): LanguageModelScript
  /** The differences from the expected result, by the API and by the output of the program. */
  complaints(world: AgentStoryWorld, said: string): Promise<readonly string[]>
}

const PRICE = 4200
const STRICT: Policy = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const TASK = {
  amount: PRICE,
  merchant: 'GitHub',
  purpose: 'A seat for a month',
  origin: 'https://github.com',
  reference: 'seat-1',
  orderReference: 'order-1001',
}
const SAID = 'Buy one seat at GitHub for USD 42.00. Begin with get_budget and follow `next`.'

const charge = ({ shop, agent }: AgentStoryWorld, amount: number) =>
  shop.network.authorize({ cardId: agent.cardId, amount, merchant: { name: TASK.merchant } })

/** Whether an answer says that the filler would pay now. Then the shop charges the card. */
const isAtCheckout = ({ delivery }: PurserToolAnswer): boolean => delivery === 'filler'

const recordsOf = async ({ owner, agent: { cardId } }: AgentStoryWorld) => {
  const [intents, transactions] = [await owner.intents.listForCard(cardId), await owner.transactions.list({ cardId })]
  return { intents: intents.data, transactions: transactions.data }
}

const differs = (what: string, is: unknown, expected: unknown): string[] =>
  JSON.stringify(is) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`]

const bought: AgentStory = {
  name: 'approved, paid, reported',
  policy: { ...STRICT, requireApproval: true, autoApproveBelow: 1000 },
  task: SAID,
  script: (world) => {
    let asked = false
    return scriptFollowingNextSteps({
      task: TASK,
      after: (answer) => {
        if (answer['status'] === 'pending_approval' && !asked) {
          asked = true
          const approve = () => world.owner.intents.approve(String(answer['intentId']), { note: 'Fine' })
          setTimeout(() => void approve(), world.personMs)
        }
        return isAtCheckout(answer) ? charge(world, PRICE) : undefined
      },
    })
  },
  complaints: async (world, said) => {
    const { intents, transactions } = await recordsOf(world)
    const { data: events } = await world.owner.events.list({ type: 'intent.approved', limit: 100 })
    const approved = events.filter((event) => JSON.stringify(event).includes(intents[0]?.id ?? '?'))
    return [
      ...differs(
        'intents',
        intents.map(({ status }) => status),
        ['matched'],
      ),
      ...differs('approvals', approved.length, 1),
      ...differs(
        'report',
        [intents[0]?.report?.outcome, intents[0]?.report?.orderReference],
        ['completed', 'order-1001'],
      ),
      ...differs(
        'charges',
        transactions.map(({ decision, amount }) => [decision, amount]),
        [['approve', PRICE]],
      ),
      ...differs('last words', said.includes('Your owner sees your report.'), true),
    ]
  },
}

interface Explained extends PurserToolAnswer {
  readonly reasons: readonly { readonly code: string; readonly remedy: string }[]
}

const declined: AgentStory = {
  name: 'declined, remedy read, reported',
  policy: STRICT,
  task: SAID,
  script: (world) => {
    const follow = scriptFollowingNextSteps({
      task: TASK,
      after: (answer) => (isAtCheckout(answer) ? charge(world, 2 * PRICE) : undefined),
    })
    return (answers, fieldsOf) => {
      const at = answers.findIndex(({ transaction, reasons }) => transaction !== undefined && Array.isArray(reasons))
      if (at === -1) return follow(answers, fieldsOf)
      const remedies = (answers[at] as Explained).reasons.map(({ remedy }) => remedy).join(' ')
      if (at < answers.length - 1) return { text: `Not bought. ${remedies}` }
      const intentId = answers.find(({ intentId: id }) => id !== undefined)?.['intentId']
      return { tool: 'report_purchase', args: { intentId, outcome: 'failed', note: remedies } }
    }
  },
  complaints: async (world, said) => {
    const { intents, transactions } = await recordsOf(world)
    const [report, charged] = [intents[0]?.report, transactions[0]]
    const remedies = charged?.reasons.map(({ remedy }) => remedy) ?? []
    return [
      ...differs(
        'charges',
        transactions.map(({ decision, amount }) => [decision, amount]),
        [['decline', 2 * PRICE]],
      ),
      ...differs('report', report?.outcome, 'failed'),
      ...differs('remedies reported', remedies.length > 0 && said.includes(`Not bought. ${report?.note ?? '?'}`), true),
    ]
  },
}

/** A story that calls each tool once, in the order of the list. */
const everyTool: AgentStory = {
  name: 'every tool',
  policy: { requireIntent: true },
  task: 'Call each tool once.',
  script: ({ agent: { cardId } }) => {
    const errand = errandOf('order-1')
    return (answers) => {
      const wrong = answers.find(({ next, code }) => next === undefined || code !== undefined)
      if (wrong !== undefined) return { text: `Refused after ${answers.length} calls: ${JSON.stringify(wrong)}` }
      if (answers.length === 0) return { tool: 'declare_intent', args: errand }
      const tool = agentTools[answers.length - 1]?.name
      const inputs = { ...inputsOf(errand, answers[0]?.['intentId']), freeze_card: { cardId } }
      return tool === undefined
        ? { text: 'Each tool answered.' }
        : { tool, args: (inputs as Record<string, Record<string, unknown>>)[tool] ?? {} }
    }
  },
  complaints: async (world, said) => {
    const card = await world.owner.cards.get(world.agent.cardId)
    return [
      ...differs('card', card.status, 'frozen'),
      ...differs('last words', said.includes('Each tool answered.'), true),
    ]
  },
}

export const agentStories = [bought, declined, everyTool]
