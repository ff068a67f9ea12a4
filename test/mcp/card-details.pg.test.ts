import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestNode } from '../support/processes/start-node.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, overStdio, type SomeAgent, someAgent } from './agent-rig.ts'

let sealing: TestPurser
let showing: TestNode
let agent: SomeAgent
/** Of the same agent, with its own switch on. */
let seeingKey: string
beforeAll(async () => {
  sealing = await startPurser()
  showing = await sealing.secondNode({ PURSER_MCP_CARD_DETAILS: 'plain' })
  agent = await someAgent(sealing, { requireIntent: true })
  const key = { name: 'seeing', role: 'agent', agentId: agent.agentId, mcpCardDetails: 'plain' } as const
  seeingKey = (await sealing.purser.apiKeys.create(key)).secret
})
afterAll(async () => {
  await showing.stop()
  await sealing.stop()
})

const declared = async () => (await agent.purser.intents.declare(agent.cardId, { purpose: 'Ink' })).id
const number = (intentId: string) => sealing.purser.cards.details(agent.cardId, { intentId })

describe('pay_at_checkout', () => {
  it.each([
    ['neither switch', 'sealed', 'sealed', 'filler'],
    ["the node's switch alone", 'plain', 'sealed', 'filler'],
    ["the key's switch alone", 'sealed', 'plain', 'filler'],
    ['both switches', 'plain', 'plain', 'plain'],
  ] as const)('with %s', async (_name, node, key, delivery) => {
    const apiKey = key === 'plain' ? seeingKey : agent.apiKey
    const client = await connect(endpoint(node === 'plain' ? showing : sealing), apiKey)
    const intentId = await declared()
    const { said, text } = await call(client, 'pay_at_checkout', { intentId })
    await client.close()
    const { accessEventId, ...credentials } = await number(intentId)
    expect(said).toMatchObject({ delivery, next: { tool: 'list_transactions', args: { intentId } } })
    if (delivery === 'plain') {
      expect(said).toMatchObject(credentials)
      const [ofTest, ofTool] = (await sealing.purser.cards.listAccessEvents(agent.cardId)).data
      expect([ofTest?.id, ofTool?.decision, ofTool?.purpose]).toEqual([accessEventId, 'granted', 'Ink'])
    } else {
      expect(said['command']).toBe(`purser fill ${intentId}`)
      expect(said.next.say).toContain('`command`')
      for (const name of Object.keys(credentials)) expect(said).not.toHaveProperty(name)
      expect(text).not.toContain(credentials.pan)
    }
  })

  it.each([
    ['purser mcp is told nothing', {}, 'filler'],
    ['purser mcp is told so, too', { PURSER_MCP_CARD_DETAILS: 'plain' }, 'plain'],
  ] as const)('with a key that may see it, where %s', async (_name, env, delivery) => {
    const client = await overStdio({ baseUrl: sealing.baseUrl, apiKey: seeingKey, env })
    const { said } = await call(client, 'pay_at_checkout', { intentId: await declared() })
    expect([said['delivery'], 'pan' in said]).toEqual([delivery, delivery === 'plain'])
    await client.close()
  })

  it('is the same tool for every one of them', async () => {
    const lists: string[] = []
    for (const [node, apiKey] of [
      [sealing, agent.apiKey],
      [showing, seeingKey],
    ] as const) {
      const client = await connect(endpoint(node), apiKey)
      lists.push(JSON.stringify(await client.listTools()))
      await client.close()
    }
    expect(lists[1]).toBe(lists[0])
  })
})

describe('the switch of a key', () => {
  it("is an agent's alone", async () => {
    await expect(
      sealing.purser.apiKeys.create({ name: 'x', role: 'admin', mcpCardDetails: 'plain' }),
    ).rejects.toMatchObject({ code: 'invalid_request', param: 'mcpCardDetails' })
  })

  it('is told of the key, and of no other', async () => {
    const { data } = await sealing.purser.apiKeys.list({ limit: 100 })
    expect(data.filter(({ mcpCardDetails }) => mcpCardDetails === 'plain').map(({ name }) => name)).toEqual(['seeing'])
  })
})
