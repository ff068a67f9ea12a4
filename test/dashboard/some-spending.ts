import type { Purser } from '../../clients/typescript/src/client.ts'

export interface Spending {
  readonly customerId: string
  readonly agentId: string
  readonly cardId: string
  /** Over the agent's limit, at a merchant that the customer blocks. */
  readonly declinedTwiceId: string
}

/** A company with an agent that has bought something, and was declined: once for one rule, once for two. */
export async function someSpending(purser: Purser): Promise<Spending> {
  const customer = await purser.customers.create({
    type: 'business',
    name: { business: 'Example Works' },
    policy: { blockedMerchants: ['Example Casino', 'Example Lottery'] },
  })
  const agent = await purser.agents.create({
    customerId: customer.id,
    externalId: 'buyer',
    name: 'Buyer of supplies and consumables for the laboratory in building 7',
    policy: { limits: { perAuth: 50_00, perDay: 500_00 } },
  })
  const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, label: 'Supplies' })
  const buy = (name: string, amount: number) =>
    purser.network.authorize({
      cardId: card.id,
      amount,
      merchant: { name, mcc: '5734', city: 'Portland', country: 'US' },
    })
  const { transactionId: captured } = await buy('Example Books', 12_50)
  await purser.network.settle(captured)
  await buy('Example Books', 30_00)
  await buy('Example Hardware', 80_00)
  const { transactionId: declinedTwiceId } = await buy('Example Casino', 70_00)
  return { customerId: customer.id, agentId: agent.id, cardId: card.id, declinedTwiceId }
}
