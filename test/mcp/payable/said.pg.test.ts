import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { call, connect, endpoint, type SomeAgent, someAgent } from '../agent-rig.ts'

/** What the tools say of payments that could not be made, and of money. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const enforced: Policy = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const bounded: Policy = { ...enforced, allowedOrigins: ['https://strand.example', 'https://powells.example'] }
const BOOK = { amount: 2000, merchant: 'Strand Books' }
const declaration = { ...BOOK, reference: 'book', purpose: 'A book' }

async function visit(policy: Policy, visitor: (client: Client, agent: SomeAgent) => Promise<void>): Promise<void> {
  const agent = await someAgent(service, policy)
  const client = await connect(endpoint(service), agent.apiKey)
  await visitor(client, agent)
  await client.close()
}
const buy = ({ cardId }: SomeAgent, amount: number, name = BOOK.merchant) =>
  service.purser.network.authorize({ cardId, amount, merchant: { name } })
const codesIn = (said: Record<string, unknown>) => (said['reasons'] as { code: string }[]).map(({ code }) => code)

describe('where the card may be entered is limited', () => {
  it.each([
    [undefined, 'origin_required'],
    ['https://blackwells.example', 'origin_not_allowed'],
  ])('a declaration at %s says so, and the same reference corrects it', (origin, code) =>
    visit(bounded, async (client, { purser }) => {
      const { said } = await call(client, 'declare_intent', { ...declaration, ...(origin && { origin }) })
      expect([said['payable'], codesIn(said), said.next.tool]).toEqual([false, [code], 'declare_intent'])
      expect(said.next.say).toMatch(/same `reference`.*get_budget/)
      const { intentId } = said
      const answers = [
        await call(client, 'get_intent', { intentId }),
        await call(client, 'pay_at_checkout', { intentId }),
        await call(client, 'list_intents'),
      ]
      expect(answers.map(({ said: { next } }) => next.tool)).toEqual(Array(3).fill('declare_intent'))
      expect(answers[1]?.said).toMatchObject({ delivery: 'none', reasons: [{ code }] })
      const read = await purser.intents.get(String(intentId))
      expect(read).toMatchObject({ payable: false, notPayable: [{ code }] })
      const right = { ...declaration, origin: 'https://strand.example' }
      const { said: corrected } = await call(client, 'declare_intent', right)
      expect(corrected).toMatchObject({ intentId, payable: true, origin: 'https://strand.example', reasons: [] })
      expect(corrected.next.tool).toBe('pay_at_checkout')
      expect(await purser.intents.get(String(intentId))).toMatchObject({ payable: true })
    }),
  )

  it('check_purchase takes an origin, and asks for one', () =>
    visit(bounded, async (client) => {
      const asked = async (more: object) => (await call(client, 'check_purchase', { ...BOOK, ...more })).said
      expect(await asked({ origin: 'https://strand.example' })).toMatchObject({ verdict: 'ok_after_intent' })
      expect(await asked({ origin: 'https://blackwells.example' })).toMatchObject({ verdict: 'no' })
      const unsaid = await asked({})
      expect([unsaid['verdict'], unsaid.next.say]).toEqual(['ok_after_intent', expect.stringContaining('`origin`')])
    }))

  it('what a person approved without an origin is not corrected: it is taken back, and declared anew', () =>
    visit({ ...bounded, requireApproval: true }, async (client) => {
      const { said } = await call(client, 'declare_intent', declaration)
      const { intentId } = said
      await service.purser.intents.approve(String(intentId))
      const { said: read } = await call(client, 'get_intent', { intentId })
      expect(read).toMatchObject({ payable: false, next: { tool: 'cancel_intent', args: { intentId } } })
    }))
})

describe('after a decline', () => {
  it.each<[string, number, string]>([
    ['of another amount', 2250, BOOK.merchant],
    ['of the same amount by another shop', 2000, 'Notion'],
  ])('%s the intent may not be paid as it is', (_what, amount, shop) =>
    visit(enforced, async (client, agent) => {
      const { said: declared } = await call(client, 'declare_intent', declaration)
      const { intentId } = declared
      const { decision, transactionId } = await buy(agent, amount, shop)
      expect(decision).toBe('decline')
      for (const tool of ['get_intent', 'list_intents', 'pay_at_checkout']) {
        const { said } = await call(client, tool, tool === 'list_intents' ? {} : { intentId })
        expect(said.next).toMatchObject({ tool: 'explain_decline', args: { transactionId } })
      }
      const { said } = await call(client, 'check_purchase', BOOK)
      expect([said['verdict'], codesIn(said)]).toEqual(['no', ['declined_before']])
      const explained = await call(client, 'explain_decline', { transactionId })
      expect(explained.said.next.say).toContain('total or its shop')
      const { said: corrected } = await call(client, 'declare_intent', { ...declaration, amount, merchant: shop })
      expect(corrected).toMatchObject({ intentId, payable: true })
      expect((await buy(agent, amount, shop)).decision).toBe('approve')
    }),
  )

  it('that has nothing to do with it, it may be paid', () =>
    visit(enforced, async (client, agent) => {
      const { said } = await call(client, 'declare_intent', declaration)
      await buy(agent, 900, 'Notion')
      const { said: read } = await call(client, 'get_intent', { intentId: said['intentId'] })
      expect(read).toMatchObject({ payable: true })
    }))

  it('by a limit that was raised since, it may be paid', () =>
    visit({ ...enforced, limits: { perAuth: 1000 } }, async (client, agent) => {
      const { said } = await call(client, 'declare_intent', declaration)
      await buy(agent, 2000)
      await service.purser.cards.update(agent.cardId, { policy: { limits: { perAuth: 5000 } } })
      const { said: read } = await call(client, 'get_intent', { intentId: said['intentId'] })
      expect(read).toMatchObject({ payable: true, next: { tool: 'pay_at_checkout' } })
    }))
})

describe('money', () => {
  it('is whole and in words, through settlement and refund', () =>
    visit({ ...enforced, limits: { perDay: 9000 } }, async (client, agent) => {
      const { said: checked } = await call(client, 'check_purchase', BOOK)
      expect(checked).toMatchObject({ total: '$20.00' })
      const { said: declared } = await call(client, 'declare_intent', declaration)
      expect(declared).toMatchObject({ amount: 2000, total: '$20.00' })
      const { intentId } = declared
      const { transactionId } = await buy(agent, 2190)
      const charge = async () => {
        const { said: listed } = await call(client, 'list_transactions', { intentId })
        const { said: read } = await call(client, 'get_intent', { intentId })
        const [listedCharge] = listed['transactions'] as object[]
        expect(listedCharge).toMatchObject(read['charge'] as object)
        return read['charge']
      }
      const none = { settled: 0, refunded: 0, reversed: 0 }
      expect(await charge()).toEqual({ authorized: 2190, ...none, charged: 'authorized $21.90' })
      await service.purser.network.settle(transactionId, { amount: 2890 })
      const settled = { authorized: 2190, settled: 2890, refunded: 0, reversed: 0 }
      expect(await charge()).toEqual({ ...settled, charged: 'authorized $21.90, settled $28.90' })
      await service.purser.network.refund({ transactionId, amount: 2890 })
      const refunded = { ...settled, refunded: 2890 }
      expect(await charge()).toEqual({ ...refunded, charged: 'authorized $21.90, settled $28.90, refunded $28.90' })
      const { said: budget } = await call(client, 'get_budget')
      expect(budget).toMatchObject({
        cards: [{ total: expect.stringMatching(/^\$\d/), limits: [{ total: expect.stringMatching(/ of \$90\.00$/) }] }],
      })
    }))

  it('that was given back before it was taken is said', () =>
    visit(enforced, async (client, agent) => {
      const { said } = await call(client, 'declare_intent', declaration)
      const { transactionId } = await buy(agent, 2000)
      await service.purser.network.reverse(transactionId, { amount: 500 })
      const { said: read } = await call(client, 'get_intent', { intentId: said['intentId'] })
      expect(read['charge']).toMatchObject({ authorized: 1500, reversed: 500 })
    }))
})

describe('a subscription', () => {
  const asking = { action: 'ask', merchant: 'Notion', maxAmount: 900, every: 'month', purpose: 'Notes' }

  it('is active only where its charge would pass now', () =>
    visit({ ...enforced, allowedMerchants: ['Strand Books'] }, async (client, agent) => {
      const { said } = await call(client, 'manage_subscription', asking)
      expect(said.next).toMatchObject({ tool: 'request_change', args: { change: 'allow.merchant' } })
      expect(said.next.say).not.toMatch(/is active/)
      expect((await buy(agent, 900, 'Notion')).decision).toBe('decline')
    }))

  it('says after its charge that the next one comes later', () =>
    visit(enforced, async (client, agent) => {
      const { said } = await call(client, 'manage_subscription', asking)
      expect(said.next.say).toMatch(/^It is active: a charge .* would pass now/)
      expect((await buy(agent, 900, 'Notion')).flags.subscriptionMatched).toBe(true)
      const { said: later } = await call(client, 'manage_subscription', { action: 'list' })
      expect(later.next.say).toMatch(/^It has had its charge of this period/)
    }))
})
