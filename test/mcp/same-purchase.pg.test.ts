import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../src/contract/policy.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { call, connect, endpoint, type SomeAgent, someAgent } from './agent-rig.ts'

/** One purchase, one approval: what a person has approved is handed out for nothing else, and what is not decided can be corrected. */
let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const enforced: Policy = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const asksFrom3000: Policy = { ...enforced, requireApproval: true, autoApproveBelow: 3000, duplicateWindowMinutes: 60 }
const STRAND = 'Strand Books'

async function visit(policy: Policy, visitor: (agent: SomeAgent, client: Client) => Promise<void>): Promise<void> {
  const agent = await someAgent(service, policy)
  const client = await connect(endpoint(service), agent.apiKey)
  await visitor(agent, client)
  await client.close()
}
const buy = (cardId: string, amount: number) =>
  service.purser.network.authorize({ cardId, amount, merchant: { name: STRAND } })
const order = (reference: string, amount: number, description: string) => ({
  reference,
  purpose: `${description} for the reading room`,
  amount,
  merchant: STRAND,
  items: [{ description, quantity: 1, amount }],
})
const chairs = order('chairs', 4200, 'Chair')
const lamp = order('lamp-order', 4600, 'Lamp')

describe('an approval for chairs', () => {
  it.each([
    ['while it waits', false],
    ['once it is approved', true],
  ])('pays no lamp, %s', (_when, isApproved) =>
    visit(asksFrom3000, async ({ cardId }, client) => {
      const { said: first } = await call(client, 'declare_intent', chairs)
      if (isApproved) await service.purser.intents.approve(String(first['intentId']))
      const { said: second } = await call(client, 'declare_intent', lamp)
      expect(second).toMatchObject({
        reference: 'lamp-order',
        amount: 4600,
        status: 'pending_approval',
        payable: false,
      })
      expect(second['intentId']).not.toBe(first['intentId'])
      expect(second['similar']).toEqual({
        intentId: first['intentId'],
        reference: 'chairs',
        amount: 4200,
        total: '$42.00',
        purpose: chairs.purpose,
        status: isApproved ? 'pending' : 'pending_approval',
      })
      const checked = await call(client, 'check_purchase', { amount: 4600, merchant: STRAND })
      expect(checked.said).toMatchObject({ verdict: 'ok_after_approval', intentId: second['intentId'] })
      if (isApproved) return
      expect((await buy(cardId, 4600)).decision).toBe('decline')
    }),
  )

  it('is found by nobody who says that it is for something else', () =>
    visit(asksFrom3000, async ({ cardId, purser }, client) => {
      const { said } = await call(client, 'declare_intent', chairs)
      await service.purser.intents.approve(String(said['intentId']))
      const asked = { cardId, amount: 4200, merchant: { name: STRAND }, assumeIntent: true }
      const found = async (more: object) => (await purser.spend.evaluate({ ...asked, ...more })).earlier?.intentId
      const { reference, purpose, items } = chairs
      expect(await found({})).toBe(said['intentId'])
      expect(await found({ reference, purpose, items })).toBe(said['intentId'])
      for (const other of [
        { reference: 'lamp-order' },
        { reference, purpose: 'A lamp', items },
        { reference, purpose, items: lamp.items },
        { origin: 'https://strand.example' },
        { merchantOrderId: 'A-17' },
      ]) {
        const { earlier, similar } = await purser.spend.evaluate({ ...asked, ...other })
        expect(earlier?.intentId).toBeUndefined()
        if (other.reference !== reference) expect(similar?.intentId).toBe(said['intentId'])
      }
    }))
})

describe('pens, paper and ink', () => {
  it('are three purchases below the threshold, and each is paid', () =>
    visit(asksFrom3000, async ({ cardId }, client) => {
      const orders = [order('pens', 1100, 'Pens'), order('paper', 1150, 'Paper'), order('ink', 1100, 'Ink')]
      const declared = []
      for (const each of orders) declared.push((await call(client, 'declare_intent', each)).said)
      expect(new Set(declared.map(({ intentId }) => intentId)).size).toBe(3)
      expect(declared.map(({ payable }) => payable)).toEqual([true, true, true])
      for (const { amount } of orders) expect((await buy(cardId, amount)).decision).toBe('approve')
      const { said } = await call(client, 'list_intents', { status: 'matched' })
      expect(said['intents']).toHaveLength(3)
    }))

  it('in dear: none is paid by the approval of another', () =>
    visit(asksFrom3000, async (_agent, client) => {
      const { said: pens } = await call(client, 'declare_intent', order('pens', 3100, 'Pens'))
      await service.purser.intents.approve(String(pens['intentId']))
      const { said: paper } = await call(client, 'declare_intent', order('paper', 3100, 'Paper'))
      expect(paper).toMatchObject({ status: 'pending_approval', payable: false, similar: { reference: 'pens' } })
    }))
})

describe('a wrong origin', () => {
  it.each<[string, Policy]>([
    ['with an approval', { ...enforced, requireApproval: true }],
    ['without', enforced],
  ])('is corrected under the same reference, %s', (_approval, policy) =>
    visit(policy, async ({ purser }, client) => {
      const wrong = { ...chairs, origin: 'https://www.strand.example' }
      const right = { ...chairs, origin: 'https://strand.example' }
      const { said: first } = await call(client, 'declare_intent', wrong)
      const { said: second } = await call(client, 'declare_intent', right)
      expect(second['intentId']).toBe(first['intentId'])
      const intent = await purser.intents.get(String(first['intentId']))
      expect(intent).toMatchObject({ expectedOrigin: 'https://strand.example', corrections: 1 })
      expect(await purser.intents.declare(intent.cardId, withoutState(intent))).toEqual(intent)
    }),
  )

  it('of what was approved is a conflict, in the words of the tool, with its two ways out', () =>
    visit({ ...enforced, requireApproval: true }, async (_agent, client) => {
      const { said } = await call(client, 'declare_intent', chairs)
      const { intentId } = said
      await service.purser.intents.approve(String(intentId))
      const changed = {
        ...chairs,
        amount: 4100,
        items: [],
        merchant: 'Powell',
        origin: 'https://strand.example',
        mcc: '5942',
      }
      const refused = await call(client, 'declare_intent', { ...changed, items: undefined })
      expect(refused).toMatchObject({
        isError: true,
        said: { code: 'intent_conflict', param: 'reference', next: { tool: 'cancel_intent', args: { intentId } } },
      })
      const { message, next } = refused.said as unknown as { message: string; next: { say: string } }
      expect(message.match(/`\w+`/g)?.slice(1).toSorted()).toEqual([
        '`amount`',
        '`items`',
        '`mcc`',
        '`merchant`',
        '`origin`',
      ])
      expect(next.say).toMatch(/cancel_intent.*new `reference`/)
      await call(client, 'cancel_intent', { intentId })
      expect((await call(client, 'declare_intent', { ...chairs, amount: 4100, items: undefined })).said).toMatchObject({
        code: 'intent_conflict',
        next: { tool: 'declare_intent' },
      })
    }))
})

/** The declaration of an intent, without what its record has beside it. */
function withoutState(intent: Awaited<ReturnType<SomeAgent['purser']['intents']['get']>>) {
  const { intentId = '', purpose, expectedAmount = 0, expectedMerchant = '', expectedOrigin = '', items = [] } = intent
  return { intentId, purpose, expectedAmount, expectedMerchant, expectedOrigin, items }
}
