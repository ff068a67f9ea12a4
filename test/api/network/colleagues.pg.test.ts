import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { call, connect, endpoint, type SomeAgent, someAgent } from '../../mcp/agent-rig.ts'

/** A purchase that another agent of the same customer has made is told to whoever is about to make it again, and to nobody else. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const SHOP = "Powell's Books"
const items = [{ description: 'Atlas', quantity: 1, amount: 1200 }]
const bought = { amount: 1200, merchant: SHOP }

async function colleagueOf({ customerId }: SomeAgent) {
  const { purser } = service
  const { id: agentId } = await purser.agents.create({ customerId, externalId: `${customerId}-2`, name: 'librarian' })
  const { id: cardId } = await purser.cards.create({ customerId, agentId })
  return { agentId, cardId }
}

async function buy(cardId: string, { amount = 1200, merchant = 'POWELLS BOOKS #12', declared = {} } = {}) {
  const { purser } = service
  await purser.intents.declare(cardId, {
    purpose: 'An atlas for the reading room',
    expectedAmount: amount,
    expectedMerchant: SHOP,
    ...declared,
  })
  return purser.network.authorize({ cardId, amount, merchant: { name: merchant } })
}

const told = async ({ purser, cardId }: Pick<SomeAgent, 'purser' | 'cardId'>, more: object = {}) => {
  const { amount, merchant } = bought
  const asked = { cardId, amount, merchant: { name: merchant }, assumeIntent: true, ...more }
  return (await purser.spend.evaluate(asked)).alreadyBoughtBy
}

it('says who has bought it, when, for how much and what for, over REST and MCP', async () => {
  const agent = await someAgent(service)
  const { cardId } = await colleagueOf(agent)
  const { transactionId } = await buy(cardId)
  const { createdAt: at } = await service.purser.transactions.get(transactionId)
  const known = { agentName: 'librarian', at, purpose: 'An atlas for the reading room' }
  expect(await told(agent)).toEqual({ ...known, amount: 1200, currency: 'USD' })

  const client = await connect(endpoint(service), agent.apiKey)
  const { said } = await call(client, 'check_purchase', bought)
  expect(said).toMatchObject({ verdict: 'ok', alreadyBoughtBy: { ...known, total: '$12.00' } })
  expect(said.next.tool).toBeUndefined()
  expect(said.next.say).toContain('alreadyBoughtBy')
  const declared = await call(client, 'declare_intent', { ...bought, reference: 'atlas', purpose: 'An atlas' })
  expect(declared.said).toMatchObject({ payable: true, alreadyBoughtBy: known })
  expect(declared.said.next.say).toContain('alreadyBoughtBy')
  expect(JSON.stringify([said, declared.said])).not.toContain(cardId)
  await client.close()
})

it.each<[string, (agent: SomeAgent, colleague: { agentId: string; cardId: string }) => Promise<unknown>, boolean]>([
  ['with the same items', (_, { cardId }) => buy(cardId, { declared: { items } }), true],
  ['without items', (_, { cardId }) => buy(cardId), true],
  [
    'without an intent',
    (_, { cardId }) => service.purser.network.authorize({ cardId, amount: 1200, merchant: { name: SHOP } }),
    true,
  ],
  [
    'with other items',
    (_, { cardId }) => buy(cardId, { declared: { items: [{ description: 'Globe', quantity: 1, amount: 1200 }] } }),
    false,
  ],
  ['by another order', (_, { cardId }) => buy(cardId, { declared: { merchantOrderId: 'B-2' } }), false],
  ['for another amount', (_, { cardId }) => buy(cardId, { amount: 1201 }), false],
  ['at another shop', (_, { cardId }) => buy(cardId, { merchant: 'Strand Books' }), false],
  ['by the agent itself', ({ cardId }) => buy(cardId), false],
  ['for another customer', async () => buy((await someAgent(service)).cardId), false],
  [
    'with a card that no agent has',
    async ({ customerId }) => buy((await service.purser.cards.create({ customerId })).id),
    false,
  ],
  [
    'and gave it back',
    async (_, { cardId }) => {
      const { transactionId } = await buy(cardId)
      await service.purser.network.reverse(transactionId)
    },
    false,
  ],
  [
    'over a week ago',
    async (_, { cardId }) => {
      await buy(cardId)
      await service.purser.testClock.advance({ seconds: 7 * 86_400 + 1 })
    },
    false,
  ],
])('a purchase %s', async (_what, purchase, isTold) => {
  const agent = await someAgent(service)
  await purchase(agent, await colleagueOf(agent))
  expect((await told(agent, { items, merchantOrderId: 'A-1' })) !== undefined).toBe(isTold)
})

it('is not told without `assumeIntent`', async () => {
  const agent = await someAgent(service)
  await buy((await colleagueOf(agent)).cardId)
  expect(await told(agent, { assumeIntent: false })).toBeUndefined()
})
