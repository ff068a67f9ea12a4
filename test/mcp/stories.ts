import type { Client } from '@modelcontextprotocol/client'
import { Purser } from '../../clients/typescript/src/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/contract/policy.ts'
import type { TestNode } from '../support/processes/start-node.ts'
import { call, connect, endpoint, heard, keyOf, type SomeAgent, someAgent } from './agent-rig.ts'
import { follow, type Step } from './follower.ts'

const STRICT: Policy = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }

type Served = Omit<TestNode, 'deps' | 'reconcile'>

let service: Served
let shop: Purser
/** Of the agents of the stories. */
const cards = new Set<string>()

interface Scene {
  readonly agent: SomeAgent
  readonly client: Client
  /** The shop charges what was declared as soon as it may. */
  readonly checkout: (step: Step) => Promise<void>
  readonly charges: () => Promise<string[]>
}

async function scene(policy: Policy = {}, charged?: { amount?: number }): Promise<Scene> {
  const agent = await someAgent(service, { ...STRICT, ...policy })
  cards.add(agent.cardId)
  const client = await connect(endpoint(service), agent.apiKey)
  return { agent, client, checkout: checkoutFor(agent, charged), charges: () => chargesOf(agent) }
}

/** Where the card is filled in, the shop charges what was declared, or something else. */
const checkoutFor =
  ({ cardId }: SomeAgent, charged: { amount?: number } = {}) =>
  async ({ answer: { said } }: Step) => {
    if (said['delivery'] !== 'filler') return
    const intent = await service.purser.intents.get(String(said['intentId']))
    await shop.network.authorize({
      cardId,
      amount: charged.amount ?? intent.expectedAmount ?? 0,
      merchant: { name: intent.expectedMerchant ?? '' },
      networkReference: intent.id,
    })
  }

const chargesOf = async ({ cardId }: SomeAgent): Promise<string[]> =>
  (await service.purser.transactions.list({ cardId })).data.map(({ decision, amount }) => `${decision} ${amount}`)
const task = (own: Record<string, unknown> = {}) => ({
  amount: 4200,
  merchant: 'GitHub',
  wanted: 'GitHub',
  purpose: 'A seat for a month',
  reference: `order-${crypto.randomUUID()}`,
  ...own,
})
const advance = (seconds: number) => service.purser.testClock.advance({ seconds })
const statuses = async ({ cardId }: SomeAgent) =>
  (await service.purser.intents.listForCard(cardId)).data.map(({ status }) => status)

/** A person who decides when the agent begins to wait. */
const decides =
  (how: 'approve' | 'reject') =>
  async ({ tool, answer: { said } }: Step) => {
    if (tool !== 'declare_intent' || said['status'] !== 'pending_approval') return
    const id = String(said['intentId'])
    await (how === 'approve'
      ? service.purser.intents.approve(id)
      : service.purser.intents.reject(id, { reason: 'Not now' }))
  }

/** The errands of agents, played on a service with a test clock and an empty database. */
export function playStories(start: () => Promise<Served>): void {
  beforeAll(async () => {
    service = await start()
    shop = new Purser({ baseUrl: service.baseUrl, apiKey: await keyOf(service, 'network') })
  })
  afterAll(() => service.stop())

  describe('whoever follows `next`', () => {
    it('buys, in six calls', async () => {
      const { client, checkout, charges, agent } = await scene()
      const { steps, end } = await follow(client, { task: task({ outcome: 'completed' }), after: checkout })
      expect([end, await charges(), await statuses(agent)]).toEqual(['done', ['approve 4200'], ['matched']])
      expect(steps.length).toBeLessThanOrEqual(6)
      await client.close()
    })

    it('buys with an approval, after hours, in eight', async () => {
      const { client, checkout, charges } = await scene({ requireApproval: true })
      const approve = decides('approve')
      const { steps, end } = await follow(client, {
        task: task({ outcome: 'completed' }),
        after: async (step) => {
          if (step.tool === 'declare_intent') await advance(3 * 60 * 60)
          await approve(step)
          await checkout(step)
        },
      })
      expect([end, await charges()]).toEqual(['done', ['approve 4200']])
      expect(steps.length).toBeLessThanOrEqual(8)
      await client.close()
    })

    it('stops where nobody has decided for five minutes, and is told how to go on later', async () => {
      const { client } = await scene({ requireApproval: true })
      const { wanted: _wanted, ...errand } = task()
      const { said } = await call(client, 'declare_intent', errand)
      const wait = { intentId: said['intentId'], waitSeconds: 1 }
      expect((await call(client, 'get_intent', wait)).said.next.tool).toBe('get_intent')
      await advance(5 * 60)
      const late = await call(client, 'get_intent', wait)
      expect([late.said['status'], late.said.next.tool, late.said.next.say]).toEqual([
        'pending_approval',
        undefined,
        expect.stringContaining('Nobody has decided for five minutes'),
      ])
      await client.close()
    })

    it('stops where a person said no, and reads why', async () => {
      const { client, checkout, charges } = await scene({ requireApproval: true })
      const reject = decides('reject')
      const { steps, end } = await follow(client, {
        task: task(),
        after: async (step) => {
          await reject(step)
          await checkout(step)
        },
      })
      expect([end, await charges()]).toEqual(['owner', []])
      expect(steps.at(-1)?.answer.said['decisionNote']).toBe('Not now')
      await client.close()
    })

    it('stops where a person took the approval back, at whatever it was about to do, and reads why', async () => {
      for (const before of ['get_intent', 'pay_at_checkout', 'list_intents']) {
        const { client, charges, agent } = await scene({ requireApproval: true })
        const { wanted: _wanted, ...errand } = task()
        const { said } = await call(client, 'declare_intent', errand)
        const intentId = String(said['intentId'])
        await service.purser.intents.approve(intentId)
        expect((await call(client, 'get_intent', { intentId })).said.next.tool).toBe('pay_at_checkout')
        await service.purser.intents.revokeApproval(intentId, { reason: 'A desk was meant' })
        const args = before === 'list_intents' ? {} : { intentId }
        const { steps, end } = await follow(client, { task: errand, from: { tool: before, args } })
        expect([steps.length, end]).toEqual([1, 'done'])
        expect(steps[0]?.answer.said.next.say).toMatch(/^A person took their approval back: get_intent has the reason/)
        const read = await call(client, 'get_intent', { intentId })
        expect(read.said).toMatchObject({
          status: 'canceled',
          approvalRevoked: true,
          revocationReason: 'A desk was meant',
        })
        // Neither the same declaration nor another one gets round it.
        for (const again of [errand, { ...errand, purpose: 'Two desks' }]) {
          const { next } = (await call(client, 'declare_intent', again)).said
          expect([undefined, 'get_intent']).toContain(next.tool)
          expect(next.say).toMatch(/took (?:back their approval|their approval back)/)
        }
        expect([await charges(), await statuses(agent)]).toEqual([[], ['canceled']])
        await client.close()
      }
    })

    it('is told that its time is over, and goes on only under a new reference', async () => {
      const { client, charges } = await scene({ requireApproval: true })
      const { steps, end } = await follow(client, {
        task: task(),
        after: async ({ tool }) => {
          if (tool === 'declare_intent') await advance(25 * 60 * 60)
        },
      })
      expect([end, await charges()]).toEqual(['done', []])
      expect(steps.some(({ answer }) => answer.said['status'] === 'expired')).toBe(true)
      await client.close()
    })

    it.each([
      ['over a limit', { limits: { perAuth: 1000 } }, 'per_auth_exceeded'],
      ['in the wrong shop', { allowedMerchants: ['Namecheap'] }, 'merchant_not_allowed'],
    ] satisfies [string, Policy, string][])('asks its owner %s', async (_name, policy, code) => {
      const { client, charges, agent } = await scene(policy)
      const { steps, end } = await follow(client, { task: task({ why: 'A seat for the new colleague' }) })
      expect([end, steps.length, await charges()]).toEqual(['owner', 3, []])
      expect(steps[1]?.answer.text).toContain(code)
      const { data } = await service.purser.changeRequests.list({ cardId: agent.cardId })
      expect(data).toMatchObject([{ status: 'pending', why: 'A seat for the new colleague' }])
      await client.close()
    })

    it.each([
      ['a limit', { limits: { perAuth: 1000 } }],
      ['a shop', { allowedMerchants: ['Namecheap'], requireApproval: true, autoApproveBelow: 5000 }],
    ] satisfies [string, Policy][])('asks for %s, and buys once its owner has agreed', async (_name, policy) => {
      const { client, checkout, charges } = await scene(policy)
      const errand = task({ why: 'A seat for the new colleague', outcome: 'completed' })
      const asked = await follow(client, { task: errand })
      const requestId = asked.steps.at(-1)?.answer.said['requestId']
      await service.purser.changeRequests.approve(String(requestId))
      const again = { tool: 'request_change', args: asked.steps.at(-1)?.args ?? {} }
      const { steps, end } = await follow(client, { task: errand, from: again, after: checkout })
      expect(steps[0]?.answer.said).toMatchObject({ requestId, status: 'approved' })
      expect([end, await charges()]).toEqual(['done', ['approve 4200']])
      await client.close()
    })

    it('is told no, and asks no more', async () => {
      const { client, agent } = await scene({ limits: { perAuth: 1000 } })
      const errand = task({ why: 'A seat' })
      const asked = await follow(client, { task: errand })
      const requestId = asked.steps.at(-1)?.answer.said['requestId']
      await service.purser.changeRequests.reject(String(requestId), { note: 'Too dear' })
      const { steps, end } = await follow(client, { task: errand })
      expect([end, steps.at(-1)?.answer.said['note']]).toEqual(['owner', 'Too dear'])
      expect((await service.purser.changeRequests.list({ cardId: agent.cardId })).data).toHaveLength(1)
      await client.close()
    })

    it('asks for its card to be unfrozen, and never does it itself', async () => {
      const { client, agent } = await scene()
      await service.purser.cards.freeze(agent.cardId)
      const { steps, end } = await follow(client, {
        task: task({ why: 'Rent is due' }),
        from: { tool: 'check_purchase' },
      })
      expect([end, steps.map(({ tool }) => tool)]).toEqual(['owner', ['check_purchase', 'request_change']])
      expect((await service.purser.cards.get(agent.cardId)).status).toBe('frozen')
      const { data } = await service.purser.changeRequests.list({ cardId: agent.cardId })
      expect(data).toMatchObject([{ wanted: { status: 'active' } }])
      await client.close()
    })

    it('waits where only time helps, until it does', async () => {
      const { client, checkout, charges } = await scene({ cooldownMinutes: 30 })
      await follow(client, { task: task(), after: checkout })
      const again = await follow(client, { task: task({ amount: 100 }) })
      expect([again.end, again.steps.at(-1)?.answer.said.next.at]).toEqual([
        'waiting until',
        expect.stringMatching(/Z$/),
      ])
      await advance(31 * 60)
      await follow(client, { task: task({ amount: 100 }), after: checkout })
      expect(await charges()).toEqual(['approve 100', 'approve 4200'])
      await client.close()
    })

    it('is charged once where an answer was lost and it begins again', async () => {
      const { client, checkout, charges, agent } = await scene()
      const errand = task()
      await call(client, 'declare_intent', { ...errand })
      await follow(client, { task: errand, after: checkout })
      expect([await charges(), await statuses(agent)]).toEqual([['approve 4200'], ['matched']])
      await client.close()
    })

    it('shares one budget with another agent', async () => {
      const { agent, client, checkout } = await scene()
      await service.purser.customers.update(agent.customerId, { limits: { perDay: 5000 } })
      const { id: agentId } = await service.purser.agents.create({
        customerId: agent.customerId,
        externalId: 'second',
        name: 'second',
      })
      const { id: cardId } = await service.purser.cards.create({
        customerId: agent.customerId,
        agentId,
        policy: STRICT,
      })
      const { secret } = await service.purser.apiKeys.create({ name: 'second', role: 'agent', agentId })
      const other = await connect(endpoint(service), secret)
      await follow(client, { task: task(), after: checkout })
      const second = await follow(other, { task: task(), after: checkoutFor({ ...agent, cardId }) })
      expect([second.end, await chargesOf(agent), await chargesOf({ ...agent, cardId })]).toEqual([
        'waiting until',
        ['approve 4200'],
        [],
      ])
      await Promise.all([client.close(), other.close()])
    })

    it('goes on where it was after a restart', async () => {
      const { agent, client, checkout, charges } = await scene()
      await follow(client, { task: task(), mostCalls: 3 })
      await client.close()
      const restarted = await connect(endpoint(service), agent.apiKey)
      const { end } = await follow(restarted, {
        task: { outcome: 'completed' },
        from: { tool: 'list_intents', args: { status: 'pending' } },
        after: checkout,
      })
      expect([end, await charges()]).toEqual(['done', ['approve 4200']])
      await restarted.close()
    })

    it('stops a card that may have leaked, for good', async () => {
      const { agent, client } = await scene()
      const { end } = await follow(client, { task: {}, from: { tool: 'freeze_card' } })
      const { data } = await service.purser.cards.list({ customerId: agent.customerId })
      const checked = await call(client, 'check_purchase', { amount: 1, merchant: 'x' })
      expect([end, data.map(({ status }) => status), checked.said['verdict']]).toEqual(['done', ['frozen'], 'no'])
      await client.close()
    })

    it('reads every reason of a decline, and reports how it ended', async () => {
      const { client, checkout, charges, agent } = await scene({}, { amount: 9900 })
      const { steps, end } = await follow(client, { task: task(), after: checkout })
      const explained = steps.find(({ tool }) => tool === 'explain_decline')
      expect(await charges()).toEqual(['decline 9900'])
      expect(explained?.answer.text).toContain('intent_mismatch')
      expect(end).not.toBe('stuck')
      const [intent] = (await service.purser.intents.listForCard(agent.cardId)).data
      const report = { intentId: intent?.id, outcome: 'failed', note: 'The shop asked for more' }
      await call(client, 'report_purchase', report)
      expect((await service.purser.intents.get(String(intent?.id))).report).toMatchObject({ outcome: 'failed' })
      await client.close()
    })
  })

  it('never shows a card number', async () => {
    const everything = heard.join('\n')
    const { data } = await service.purser.cards.list({ limit: 100, status: 'active' })
    const told = data.filter(({ id }) => cards.has(id))
    for (const { id } of told) {
      await service.purser.cards.update(id, { policy: { requireIntent: false, requireApproval: false } })
      const { pan } = await service.purser.cards.details(id, { purpose: 'a look for what must not be seen' })
      expect(everything.includes(pan)).toBe(false)
      expect(`${everything}${pan}`.includes(pan)).toBe(true)
    }
    expect(told.length).toBeGreaterThan(8)
    expect(everything.length).toBeGreaterThan(10_000)
  })
}
