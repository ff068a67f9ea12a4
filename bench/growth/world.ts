import type { Purser } from '../../src/sdk/client.ts'

export interface World {
  readonly customerId: string
  readonly cardIds: readonly string[]
}

const CARDS = 10
/** Purchases that were really made, and that the rest of the history is copied from. */
const REAL = 100

/** One customer with an agent and ten cards, caps over every window on every level, and a first hundred purchases. */
export async function makeWorld(purser: Purser): Promise<World> {
  const customer = await purser.customers.create({
    email: 'growth@example.com',
    policy: { blockedMccs: ['7995'], duplicateWindowMinutes: 5 },
    limits: { perDay: 1e14, perWeek: 1e14, perMonth: 1e15, total: 1e15 },
  })
  const limits = { perDay: 1e14, perWeek: 1e14, perMonth: 1e15 }
  const agent = await purser.agents.create({ customerId: customer.id, externalId: 'growth', limits })
  const policy = { limits: { perAuth: 1_000_000, perDay: 1e14, perMonth: 1e15 }, maxTransactionsPerDay: 1_000_000_000 }
  const cardIds: string[] = []
  for (let n = 0; n < CARDS; n += 1) {
    cardIds.push((await purser.cards.create({ customerId: customer.id, agentId: agent.id, policy })).id)
  }
  for (let n = 0; n < REAL; n += 1) {
    const { transactionId } = await purser.network.authorize(purchase(cardIds[n % CARDS] as string, `real-${n}`))
    await purser.network.settle(transactionId)
  }
  return { customerId: customer.id, cardIds }
}

let count = 0

/** Each of another amount: none is a duplicate of one before it. */
export const purchase = (cardId: string, networkReference: string) => ({
  cardId,
  amount: 100 + (count++ % 900_000),
  merchant: { name: 'EXAMPLE BOOKS #0042', mcc: '5942', city: 'Berlin', country: 'DE' },
  networkReference,
})
