import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentTool } from '../../../src/mcp/tool.ts'
import { agentTools } from '../../../src/mcp/tools.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { call, connect, endpoint, errandOf, type SomeAgent, someAgent } from '../agent-rig.ts'
import { rightArguments } from './right-arguments.ts'

/** What models and their clients send in place of what a schema says, and what the tools make of it. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const named = (name: string): AgentTool | undefined =>
  (agentTools as readonly unknown[] as readonly AgentTool[]).find((one) => one.name === name)

const visit = async (agent: SomeAgent, visitor: (client: Client) => Promise<void>) => {
  const client = await connect(endpoint(service), agent.apiKey)
  await visitor(client)
  await client.close()
}

describe.each(agentTools.map(({ name }) => name))('%s', (name) => {
  it('ignores an argument that a client adds, and says so, or refuses it where it declares money', async () => {
    await visit(await someAgent(service), async (client) => {
      const right = (await rightArguments(client))[name]
      const { said } = await call(client, name, { ...right, toolCallId: 'call_1' })
      if (named(name)?.declaresMoney === true) {
        expect(said).toMatchObject({ code: 'invalid_request', param: 'toolCallId' })
        return
      }
      expect(said['ignored']).toEqual(['toolCallId'])
      expect(said.next.say).toContain('`ignored`')
    })
  })
})

describe('what has exactly one meaning is taken', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['check_purchase', { amount: '1200', merchant: 'Names Ltd' }, { total: '$12.00' }],
    ['list_intents', { limit: '10' }, { intents: [] }],
    ['list_intents', { limit: '', status: null, cursor: '' }, { intents: [] }],
    ['get_budget', { cardId: '' }, { cards: [{ status: 'active' }] }],
    ['explain_decline', { transactionId: '' }, { reasons: [] }],
    ['freeze_card', { cardId: '', reason: null }, { status: 'frozen' }],
    [
      'declare_intent',
      { ...errandOf('t'), again: 'false', items: '[{"description":"A domain","quantity":"1","amount":"1200"}]' },
      { payable: true },
    ],
    [
      'declare_intent',
      { ...errandOf('o'), origin: 'https://names.example/checkout?cart=12' },
      { origin: 'https://names.example' },
    ],
    ['declare_intent', { ...errandOf('s'), origin: 'https://names.example/' }, { origin: 'https://names.example' }],
    ['check_purchase', { amount: 1200, merchant: 'Names Ltd', mcc: 5942, country: 'us' }, { verdict: 'ok' }],
  ])('%s %j', async (name, args, expected) => {
    await visit(await someAgent(service), async (client) => {
      const { said, isError } = await call(client, name, args)
      expect([isError, said]).toMatchObject([false, expected])
    })
  })

  it.each<[string, Record<string, unknown>, string, string]>([
    ['check_purchase', { amount: '12.00', merchant: 'Names Ltd' }, 'amount', 'whole number'],
    ['check_purchase', { amount: 1200, merchant: 'Names Ltd', country: 'USA' }, 'country', 'two letters'],
    ['check_purchase', { amount: 1200, merchant: 'Names Ltd', mcc: 'bookshop' }, 'mcc', 'four digits'],
    ['declare_intent', { ...errandOf('w'), origin: 'shop' }, 'origin', 'https://'],
    [
      'declare_intent',
      { ...errandOf('w'), items: [{ description: 'A', quantity: 1, amount: 5 }] },
      'items',
      '`amount` is 1200',
    ],
    ['declare_intent', { ...errandOf('w'), amount: null }, 'amount', 'missing'],
    ['declare_intent', { ...errandOf('w'), reference: 'x'.repeat(65) }, 'reference', '`reference`'],
    ['get_intent', { intentId: '' }, 'intentId', 'missing'],
    ['get_intent', { intentId: '..' }, 'intentId', 'int_'],
    ['cancel_intent', { intentId: 'card_01m8h7zzzzzzzzzzzzzzzzzzzz' }, 'intentId', 'int_'],
    ['manage_subscription', { action: 'cancel', subscriptionId: '' }, 'subscriptionId', 'missing'],
    ['get_budget', { cardID: 'x' }, 'cardID', '`cardId`'],
  ])('%s %j is refused in its own words', async (name, args, param, words) => {
    await visit(await someAgent(service), async (client) => {
      const { said } = await call(client, name, args)
      expect(said).toMatchObject({ code: 'invalid_request', param })
      expect(`${String(said['message'])} ${said.next.say}`).toContain(words)
    })
  })
})
