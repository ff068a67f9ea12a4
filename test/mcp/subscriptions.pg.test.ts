import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/contract/policy.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, type SomeAgent, someAgent } from './agent-rig.ts'
import { faultsOf } from './tool-faults.ts'

/** How an agent pays the first charge of a subscription, and what it does when the shop wants more. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const POLICY: Policy = {
  requireIntent: true,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
  requireApproval: true,
  autoApproveBelow: 3000,
}
const WISH = { action: 'ask', merchant: 'Notion', maxAmount: 1200, every: 'month', purpose: 'Notes of the team' }

async function visit(policy: Policy, visitor: (client: Client, agent: SomeAgent) => Promise<void>): Promise<void> {
  const agent = await someAgent(service, policy)
  const client = await connect(endpoint(service), agent.apiKey)
  await visitor(client, agent)
  await client.close()
}
const listed = (said: Record<string, unknown>) => said['subscriptions'] as Record<string, unknown>[]
const charge = ({ cardId }: SomeAgent, amount: number) =>
  service.purser.network.authorize({ cardId, amount, merchant: { name: WISH.merchant } })

describe('a subscription', () => {
  it('has its first charge declared and paid once, and no second one passes in the period', () =>
    visit(POLICY, async (client, agent) => {
      const asked = await call(client, 'manage_subscription', WISH)
      const [subscription] = listed(asked.said)
      expect(subscription).toMatchObject({ status: 'active', total: '$12.00' })
      expect(asked.said.next.say).toContain('`subscriptionId`')
      const first = { reference: 'notion-1', purpose: WISH.purpose, amount: 1200, merchant: WISH.merchant }
      const { subscriptionId } = subscription ?? {}
      const declared = await call(client, 'declare_intent', { ...first, subscriptionId })
      expect(declared.said).toMatchObject({ payable: true, next: { tool: 'pay_at_checkout' } })
      expect((await charge(agent, 1200)).decision).toBe('approve')
      expect((await charge(agent, 1200)).decision).toBe('decline')
      const { said } = await call(client, 'manage_subscription', { action: 'list' })
      expect(said.next.say).toMatch(/^It has had its charge of this period/)
      const again = await call(client, 'declare_intent', { ...first, reference: 'notion-2', subscriptionId })
      expect(again.said).toMatchObject({ code: 'subscription_conflict' })
      expect(faultsOf('declare_intent', again)).toEqual([])
    }))

  it('that becomes dearer is asked for once, is decided by a person, and replaces the old one', () =>
    visit(POLICY, async (client, agent) => {
      const { said } = await call(client, 'manage_subscription', WISH)
      const old = listed(said)[0]?.['subscriptionId']
      const { decision, transactionId } = await charge(agent, 1500)
      expect(decision).toBe('decline')
      const explained = await call(client, 'explain_decline', { transactionId })
      const { next } = explained.said
      expect(next).toMatchObject({
        tool: 'manage_subscription',
        args: { action: 'ask', maxAmount: 1500, every: 'month' },
      })
      expect(faultsOf('explain_decline', explained)).toEqual([])
      const { merchant, purpose } = WISH
      const asked = await call(client, 'manage_subscription', {
        ...next.args,
        merchant: merchant.toUpperCase(),
        purpose,
      })
      const [raised] = listed(asked.said)
      expect(raised).toMatchObject({ status: 'pending_approval', replaces: old, total: '$15.00' })
      expect(raised).not.toHaveProperty('chargedMore')
      await service.purser.subscriptions.approve(String(raised?.['subscriptionId']))
      expect((await service.purser.subscriptions.get(String(old))).status).toBe('canceled')
      expect((await charge(agent, 1500)).decision).toBe('approve')
    }))

  it('is another one beside it where the agent wants one more', () =>
    visit(POLICY, async (client) => {
      await call(client, 'manage_subscription', WISH)
      const { said } = await call(client, 'manage_subscription', { ...WISH, maxAmount: 500, again: true })
      expect(listed(said)[0]).not.toHaveProperty('replaces')
    }))

  it('is not said to be active where its charge would not pass', () =>
    visit({ ...POLICY, allowedMerchants: ['Strand Books'] }, async (client) => {
      const { said } = await call(client, 'manage_subscription', WISH)
      expect(said.next.say).not.toContain('It is active')
    }))
})
