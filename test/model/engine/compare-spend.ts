import type { PolicySummary } from '../../../src/contract/policy.ts'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import type { TestNode } from '../../support/processes/start-node.ts'
import { timeOf, type Nodes } from './nodes.ts'
import type { Oracle, Spent } from './oracle.ts'
import { sideBySide } from './side-by-side.ts'
import type { ModelCustomer, World } from './world.ts'

/** A limit that stops nobody: what is limited is told with what is spent of it. */
const EVERY_CENT = 1_000_000_000
const LIMITED = { policy: { limits: { perMonth: EVERY_CENT, total: EVERY_CENT } } }

/** What every node tells that customers, agents and cards have spent, against what they have bought. */
export async function compareSpend(nodes: Nodes, oracle: Oracle, { customers }: World): Promise<void> {
  const calm = customers.filter(({ isRestless }) => !isRestless)
  await sideBySide(calm, ({ id }) => nodes.first.purser.customers.update(id, LIMITED))
  for (const [index, node] of nodes.all.entries()) {
    const now = await timeOf(node)
    await sideBySide(calm, (customer) => compareCustomer(`node ${index + 1}`, { node, oracle, now }, customer))
  }
}

async function compareCustomer(
  who: string,
  { node, oracle, now }: { node: TestNode; oracle: Oracle; now: number },
  customer: ModelCustomer,
): Promise<void> {
  for (const [level, read] of levelsOf(node.purser, customer)) {
    const told = spentBy(await read())
    const should = oracle.spentBy(level, { customerId: customer.id, now })
    for (const window of ['total', 'perMonth'] as const) {
      if (told[window] === should[window]) continue
      oracle.wrong.push(`${level}: ${who} tells ${told[window]} as its ${window}, and it has bought ${should[window]}`)
    }
  }
}

function levelsOf(purser: Purser, { id, agents, cards }: ModelCustomer): [string, () => Promise<PolicySummary>][] {
  return [
    [id, () => purser.customers.policy(id)],
    ...agents.map((agent): [string, () => Promise<PolicySummary>] => [agent.id, () => purser.agents.policy(agent.id)]),
    ...cards.map((card): [string, () => Promise<PolicySummary>] => [card.id, () => purser.cards.policy(card.id)]),
  ]
}

/** The limits of the policy count for the level that was asked for, whoever sets them. */
function spentBy({ limits }: PolicySummary): Spent {
  const of = (window: keyof Spent) => limits.find((limit) => limit.kind === 'policy' && limit.window === window)?.spent
  return { total: of('total') ?? Number.NaN, perMonth: of('perMonth') ?? Number.NaN }
}
