import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestNode, type TestPurser, startPurser } from '../support/processes/start-purser.ts'

/** Two nodes on one database, which both approve automatically for one customer. */
let first: TestPurser
let second: TestNode
beforeAll(async () => {
  first = await startPurser()
  second = await first.secondNode()
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const LIMIT = 10_000

it('approves no more automatically than `autoApprovePerDay`, however many declare at once on whichever node', async () => {
  const { purser } = first
  const policy = { requireApproval: true, autoApproveBelow: 3000, autoApprovePerDay: LIMIT }
  const customer = await purser.customers.create({ email: 'a@example.com', policy })
  const agents = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) =>
      purser.agents.create({ customerId: customer.id, externalId: name, name }),
    ),
  )
  const cards = await Promise.all(
    agents.map((agent) => purser.cards.create({ customerId: customer.id, agentId: agent.id })),
  )
  const declared = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const node = n % 2 === 0 ? purser : second.purser
      const card = cards[n % cards.length]?.id ?? ''
      if (n % 10 === 9) {
        const own = { merchant: `Shop ${n}`, maxAmount: 700, interval: 'month', purpose: 'Ink' } as const
        const { status } = await node.subscriptions.create(card, own)
        return { isAutomatic: status === 'active', amount: 700 }
      }
      const body = { purpose: 'Ink', expectedAmount: 400 + 10 * n, expectedMerchant: 'Ink Shop' }
      const { status, ceiling = 0 } = await node.intents.declare(card, body)
      return { isAutomatic: status === 'pending', amount: ceiling }
    }),
  )
  const automatic = declared.filter(({ isAutomatic }) => isAutomatic)
  const sum = automatic.reduce((total, { amount }) => total + amount, 0)
  expect(sum).toBeLessThan(LIMIT)
  expect(sum).toBeGreaterThan(LIMIT - 1000) // it is used up
  expect(automatic.length).toBeLessThan(declared.length)
})
