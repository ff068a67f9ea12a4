import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, connect, endpoint, someAgent } from '../../mcp/agent-rig.ts'
import { startPurser, type TestNode, type TestPurser } from '../../support/processes/start-purser.ts'

/** An agent asks by its tool for an exception, and pays; two nodes let one purchase pass. */
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

const SHOP = 'Strand Books'
const purchase = { reference: 'atlas', purpose: 'An atlas', amount: 14000, merchant: SHOP }

describe('an agent', () => {
  it('is told of the way, asks once, and is told to pay when a person has approved', async () => {
    const agent = await someAgent(first, { limits: { perAuth: 10000 }, allowedMerchants: ['GitHub'] })
    const client = await connect(endpoint(first), agent.apiKey)
    const { said: declared } = await call(client, 'declare_intent', purchase)
    expect([declared['payable'], declared.next.tool]).toEqual([false, 'request_change'])
    expect(declared.next.say).toContain('once: intentId')
    const asked = { once: declared['intentId'], why: 'No other shop has it' }
    const { said } = await call(client, 'request_change', asked)
    expect(said).toMatchObject({ status: 'pending', approvalUrl: expect.stringContaining('/approvals/apr_') })
    const { said: waiting } = await call(client, 'get_intent', { intentId: declared['intentId'] })
    expect(waiting['status']).toBe('pending_approval')
    await first.purser.changeRequests.approve(String(said['requestId']))
    const { said: again } = await call(client, 'request_change', asked)
    expect(again).toMatchObject({ requestId: said['requestId'], status: 'approved' })
    expect(again.next).toMatchObject({ tool: 'pay_at_checkout', args: { intentId: declared['intentId'] } })
    const checked = await call(client, 'check_purchase', { amount: 14000, merchant: SHOP })
    expect(checked.said).toMatchObject({ verdict: 'ok', intentId: declared['intentId'] })
    await client.close()
  })

  it('hears which input is missing, and of rules that nobody lifts', async () => {
    const agent = await someAgent(first, { maxAmount: 10000 })
    const client = await connect(endpoint(first), agent.apiKey)
    const { said: nothing } = await call(client, 'request_change', { why: 'Ink' })
    expect(JSON.stringify(nothing)).toContain('once')
    const { said: declared } = await call(client, 'declare_intent', purchase)
    await first.purser.cards.freeze(agent.cardId)
    const { said } = await call(client, 'request_change', { once: declared['intentId'], why: 'Ink' })
    expect(JSON.stringify(said)).toContain('card_frozen')
    await client.close()
  })
})

it('of purchases at two nodes at once one passes by one exception', async () => {
  const { cardId } = await someAgent(first, { limits: { perAuth: 10000 } })
  const nodes = [first.purser, second.purser]
  for (let round = 0; round < 5; round += 1) {
    const merchant = { name: `Shop of round ${'abcde'[round]}` }
    const intent = await first.purser.intents.declare(cardId, {
      purpose: 'An atlas',
      expectedAmount: 14000,
      expectedMerchant: merchant.name,
    })
    const { id } = await first.purser.changeRequests.create({ once: { intent: intent.id }, why: 'No other' })
    await second.purser.changeRequests.approve(id)
    const tries = nodes.flatMap(({ network }) =>
      [0, 1].map(() => network.authorize({ cardId, amount: 14000, merchant })),
    )
    const decisions = (await Promise.all(tries)).map(({ decision }) => decision)
    expect(decisions.toSorted()).toEqual(['approve', 'decline', 'decline', 'decline'])
  }
})
