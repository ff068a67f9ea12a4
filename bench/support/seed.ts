import { Purser } from '../../clients/typescript/src/client.ts'

export interface SeededPurchases {
  readonly cardIds: readonly string[]
  /** Bodies of authorizations that are approved, with all cards in turn. */
  readonly spread: readonly string[]
  /** Bodies of authorizations that all use the same card. */
  readonly hot: readonly string[]
}

export interface BenchSeedSize {
  readonly customers: number
  readonly cardsEach: number
}

/** How many customers are created at the same time. */
const AT_ONCE = 10

/** Creates customers, agents and cards with every kind of rule. The benchmark's purchases pass all of them. */
export async function seedBenchNode(
  baseUrl: string,
  apiKey: string,
  { customers, cardsEach }: BenchSeedSize = { customers: 20, cardsEach: 10 },
): Promise<SeededPurchases> {
  const purser = new Purser({ baseUrl, apiKey })
  const cardIds: string[] = []
  for (let first = 0; first < customers; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, customers - first) }, (_, n) => first + n)
    cardIds.push(...(await Promise.all(some.map((n) => seedCustomer(purser, n, cardsEach)))).flat())
  }
  return { cardIds, spread: cardIds.map(purchase), hot: [purchase(cardIds[0] as string)] }
}

async function seedCustomer(purser: Purser, n: number, cardsEach: number): Promise<string[]> {
  const customer = await purser.customers.create({
    email: `customer-${n}@example.com`,
    policy: {
      limits: { perAuth: 1_000_000, perDay: 1e14, perMonth: 1e15 },
      blockedMccs: ['7995', '5933'],
      blockedCountries: ['KP'],
      requireIntent: true,
    },
    limits: { perDay: 1e15, total: 1e15 },
  })
  const agent = await purser.agents.create({
    customerId: customer.id,
    externalId: `bench-agent-${n}`,
    policy: { allowedMerchants: ['Example Books', 'Amazon', 'GitHub'], maxTransactionsPerDay: 1_000_000_000 },
    limits: { perMonth: 1e15 },
  })
  const cardIds: string[] = []
  for (let card = 0; card < cardsEach; card += 1) {
    const policy = { allowedMccs: ['5942', '5734', '5817'], limits: { perWeek: 1e14 } }
    cardIds.push((await purser.cards.create({ customerId: customer.id, agentId: agent.id, policy })).id)
  }
  return cardIds
}

const purchase = (cardId: string, index = 0): string =>
  JSON.stringify({
    cardId,
    amount: 100 + (index % 900),
    currency: 'USD',
    merchant: { name: 'EXAMPLE BOOKS #0042', mcc: '5942', city: 'Berlin', country: 'DE' },
  })

/** The body of a purchase with a card that does not exist. */
export const purchaseOfUnknownCard = purchase('card_00000000000000000000000000')
