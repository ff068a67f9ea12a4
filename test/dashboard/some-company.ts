import type { Purser } from '../../clients/typescript/src/client.ts'

/** A customer with an agent and a card that has bought, been refused and declared something, under rules of all three levels. */
export async function someCompany(purser: Purser) {
  const customer = await purser.customers.create({
    type: 'business',
    name: { business: 'Northwind Traders' },
    email: 'finance@northwind.example',
    policy: { requireIntent: true, blockedMccs: ['7995'], limits: { perAuth: 50_000, perDay: 400_000 } },
    limits: { perMonth: 1_000_000 },
  })
  const agent = await purser.agents.create({
    customerId: customer.id,
    externalId: 'procurement-1',
    name: 'Procurement',
    policy: { limits: { perAuth: 80_000 }, cooldownMinutes: 0, requireApproval: true, autoApproveBelow: 30_000 },
    limits: { perWeek: 300_000 },
  })
  const card = await purser.cards.create({
    customerId: customer.id,
    agentId: agent.id,
    label: 'Cloud bills',
    policy: { limits: { perAuth: 25_000, perDay: 250_000 }, requireIntent: false },
    limits: { total: 2_000_000 },
  })
  const buy = (amount: number, name: string) =>
    purser.network.authorize({ cardId: card.id, amount, merchant: { name, mcc: '5734' } })
  await buy(12_350, 'Hetzner Online')
  await buy(99_900, 'A merchant whose name is far longer than anybody would wish for')
  await buy(24_999, 'Amazon Web Services')
  await purser.intents.declare(card.id, { purpose: 'Monthly invoice of the mail service', expectedAmount: 4_900 })
  return { customer, agent, card }
}
