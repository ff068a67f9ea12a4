import { someChallenge } from '../support/records/some-challenge.ts'
import type { TestNode } from '../support/processes/start-node.ts'

const FEW = { limit: 2 }
const SHOP = 'Buchhandlung Lovelace'
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }

/** What an issuer's questions come to: answered by intents, by people, by nobody. */
export async function tourOfChallenges(node: Pick<TestNode, 'purser' | 'deps'>): Promise<void> {
  const { purser } = node
  const pass = (seconds: number) => purser.testClock.advance({ seconds })
  const { id: customerId } = await purser.customers.create({ name: { business: 'Ink Inc.' } })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: customerId })
  const policy = { requireApproval: true }
  const { id: cardId } = await purser.cards.create({ customerId, agentId, issuer: 'stripe', billing, policy })
  await pass(60)
  const ids = [await someChallenge(node, cardId), await someChallenge(node, cardId), await someChallenge(node, cardId)]
  for (const filter of [{}, { customerId }, { agentId }, { cardId }, { status: 'pending' as const }]) {
    const { nextCursor } = await purser.challenges.list({ ...FEW, ...filter })
    if (nextCursor !== null) await purser.challenges.list({ ...FEW, ...filter, cursor: nextCursor })
  }
  await purser.challenges.approve(ids[0] ?? '')
  await purser.challenges.get(ids[0] ?? '')
  await purser.challenges.decline(ids[1] ?? '')
  await pass(2)
  const { id } = await purser.intents.declare(cardId, { purpose: 'Ink', expectedAmount: 4200, expectedMerchant: SHOP })
  await someChallenge(node, cardId)
  await purser.intents.approve(id)
  await someChallenge(node, cardId)
  await purser.network.authorize({ cardId, amount: 4200, merchant: { name: SHOP } })
  await pass(600)
}
