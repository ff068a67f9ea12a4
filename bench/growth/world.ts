import type { Purser } from '../../clients/typescript/src/client.ts'

export interface HistoryCustomer {
  readonly customerId: string
  readonly cardIds: readonly string[]
}

const CARDS = 10

/** Makes one customer with an agent and ten cards, and caps over every window on every level. */
export async function makeHistoryCustomer(purser: Purser, name: string): Promise<HistoryCustomer> {
  const customer = await purser.customers.create({
    email: `${name}@example.com`,
    policy: { blockedMccs: ['7995'], duplicateWindowMinutes: 5 },
    limits: { perDay: 1e14, perWeek: 1e14, perMonth: 1e15, total: 1e15 },
  })
  const limits = { perDay: 1e14, perWeek: 1e14, perMonth: 1e15 }
  const agent = await purser.agents.create({ customerId: customer.id, externalId: name, limits })
  const policy = { limits: { perAuth: 1_000_000, perDay: 1e14, perMonth: 1e15 }, maxTransactionsPerDay: 1_000_000_000 }
  const cardIds: string[] = []
  for (let n = 0; n < CARDS; n += 1) {
    cardIds.push((await purser.cards.create({ customerId: customer.id, agentId: agent.id, policy })).id)
  }
  return { customerId: customer.id, cardIds }
}

let count = 0

/** The body of a purchase. Amounts differ, so that no purchase is a duplicate of an earlier one. */
export const benchPurchaseBody = (cardId: string) => ({
  cardId,
  amount: 100 + (count++ % 900_000),
  merchant: { name: 'EXAMPLE BOOKS #0042', mcc: '5942', city: 'Berlin', country: 'DE' },
})
