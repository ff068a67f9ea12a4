import type { Client } from '@modelcontextprotocol/client'
import type { Policy } from '../../src/contract/policy.ts'
import type { TestPurser } from '../support/processes/start-purser.ts'
import { connect, endpoint, type SomeAgent, someAgent } from './agent-rig.ts'

/** What the agent of these tests buys. */
export const BOOK = { amount: 4200, merchant: "Powell's Books" }
export const declaration = () => ({ ...BOOK, purpose: 'A book', reference: crypto.randomUUID() })

export interface Setting {
  readonly agent: SomeAgent
  readonly client: Client
  readonly pay: (amount?: number) => Promise<{ readonly id: string }>
}

/** Makes an agent whose card has the policy, its client of MCP, and the shop that charges the card. */
export async function bookBuyer(service: TestPurser, policy: Policy = {}): Promise<Setting> {
  const agent = await someAgent(service, policy)
  const client = await connect(endpoint(service), agent.apiKey)
  const pay = (amount = BOOK.amount) =>
    service.purser.network.authorize({ cardId: agent.cardId, amount, merchant: { name: BOOK.merchant } })
  return { agent, client, pay: async (amount) => ({ id: (await pay(amount)).transactionId }) }
}
