import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/contract/policy.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, type SomeAgent, someAgent } from './agent-rig.ts'
import { faultsOf } from './tool-faults.ts'

/** What the tools do where an agent has many cards, and which of them they look at. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const BOOK = { amount: 1200, merchant: 'Strand Books' }

async function moreCards({ customerId, agentId }: SomeAgent, policies: readonly Policy[], usage?: 'single') {
  const made: string[] = []
  for (const policy of policies) {
    const card = { customerId, agentId, policy, ...(usage === undefined ? {} : { usage }) }
    made.push((await service.purser.cards.create(card)).id)
  }
  return made
}

async function visit(agent: SomeAgent, visitor: (client: Client) => Promise<void>): Promise<void> {
  const client = await connect(endpoint(service), agent.apiKey)
  await visitor(client)
  await client.close()
}
type Budget = {
  cards: { cardId: string; rules?: string[]; limits?: object[] }[]
  more?: number
  rules?: string[]
  limits?: object[]
}

describe('an agent with used-up cards', () => {
  it('is shown the one that could pay, and pays with it', async () => {
    const agent = await someAgent(service, { limits: { perDay: 5000 } })
    for (const cardId of await moreCards(
      agent,
      Array.from({ length: 25 }, () => ({})),
      'single',
    )) {
      await service.purser.network.authorize({ cardId, amount: 100, merchant: { name: BOOK.merchant } })
    }
    await visit(agent, async (client) => {
      const budget = (await call(client, 'get_budget')).said as unknown as Budget
      expect([budget.cards.map(({ cardId }) => cardId), budget.more]).toEqual([[agent.cardId], undefined])
      expect((await call(client, 'check_purchase', BOOK)).said).toMatchObject({ verdict: 'ok', cardId: agent.cardId })
      const declared = await call(client, 'declare_intent', { ...BOOK, reference: 'a', purpose: 'A book' })
      expect(declared.said['payable']).toBe(true)
    })
  })

  it('is told to ask for an unfreeze where only a frozen one is left', async () => {
    const agent = await someAgent(service)
    await service.purser.cards.freeze(agent.cardId)
    await visit(agent, async (client) => {
      const { said } = await call(client, 'check_purchase', BOOK)
      expect(said).toMatchObject({ verdict: 'no', cardId: agent.cardId, next: { tool: 'request_change' } })
    })
  })
})

describe('an agent with a card for each vendor', () => {
  const vendors = Array.from({ length: 49 }, (_, index) => `Vendor ${index}`)
  let agent: SomeAgent
  let cards: string[]
  beforeAll(async () => {
    const policy = { limits: { perDay: 5000, perMonth: 20000 }, requireIntent: true } as const
    agent = await someAgent(service, { ...policy, allowedMerchants: ['Nobody'] })
    cards = await moreCards(
      agent,
      vendors.map((name) => ({ ...policy, allowedMerchants: [name] })),
    )
  })

  it('sees how many there are beside those shown, and equal rules once', () =>
    visit(agent, async (client) => {
      const { said, text } = await call(client, 'get_budget')
      const budget = said as unknown as Budget
      expect([budget.cards.length, budget.more]).toEqual([20, 30])
      expect(budget.limits).toHaveLength(2)
      expect(budget.cards.every(({ limits = [], rules = [] }) => limits.length === 0 && rules.length === 1)).toBe(true)
      expect(budget.rules?.length).toBeGreaterThan(0)
      expect(text.length).toBeLessThan(6000)
      expect(said.next.say).toContain('Without `cardId`')
    }))

  it('is named the card that may pay, without having seen it', () =>
    visit(agent, async (client) => {
      const { said } = await call(client, 'check_purchase', { amount: 1200, merchant: 'Vendor 3' })
      expect(said).toMatchObject({ verdict: 'ok_after_intent', cardId: cards[3], next: { args: { cardId: cards[3] } } })
      const { said: none } = await call(client, 'check_purchase', { amount: 1200, merchant: 'Unheard of' })
      expect([none['verdict'], none.next.say]).toEqual(['no', expect.stringContaining('None of your 50 cards')])
    }))

  it('is sent from a tool that needs one card to the one that finds it', () =>
    visit(agent, async (client) => {
      const declared = await call(client, 'declare_intent', { ...BOOK, reference: 'a', purpose: 'A book' })
      expect(declared.said).toMatchObject({ code: 'which_card', next: { tool: 'check_purchase' } })
      const frozen = await call(client, 'freeze_card', {})
      expect(frozen.said).toMatchObject({ code: 'which_card', next: { tool: 'get_budget' } })
      expect([...faultsOf('declare_intent', declared), ...faultsOf('freeze_card', frozen)]).toEqual([])
    }))
})
