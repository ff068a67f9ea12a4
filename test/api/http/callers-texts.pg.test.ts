import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { someAgent } from '../../mcp/agent-rig.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

async function refusalsOf(text: string): Promise<unknown[]> {
  const { purser } = service
  const { cardId, customerId } = await someAgent(service)
  const sends = [
    () => purser.intents.declare(cardId, { purpose: text }),
    () => purser.cards.create({ customerId, label: text }),
    () => purser.customers.create({ name: { first: text, last: 'Ink' } }),
    () => purser.agents.create({ customerId, externalId: crypto.randomUUID(), name: text }),
    () => purser.agents.create({ customerId, externalId: text }),
    () => purser.intents.declare(cardId, { purpose: 'ink', expectedMerchant: text }),
    () => purser.cards.requestAccess(cardId, { purpose: 'ink', merchant: text }),
    () => purser.changeRequests.create({ cardId, why: text, wanted: { limits: { perDay: 1 } } }),
    () => purser.changeRequests.create({ cardId, why: 'ink', wanted: { allow: { merchant: text } } }),
    () => purser.cards.update(cardId, { policy: { allowedMerchants: ['Ink', text] } }),
    () => purser.cards.update(cardId, { shadowPolicy: { allowedMerchants: [text] } }),
    () => purser.cards.freeze(cardId, { reason: text }),
    () => purser.apiKeys.create({ name: text, role: 'read' }),
    () => purser.account.stop({ reason: text }),
  ]
  return Promise.all(sends.map((send) => send().catch((error: unknown) => error)))
}

it.each([
  ...['\u200B', '\u202E', '\u2066', '\uFEFF', '\u{E0041}', '\u0301'.repeat(5)].map((each) => `Ink${each}Shop`),
  '   ',
  '\u2800',
  '\u200D',
  '\u3164',
])('%j is no purpose and no name', async (text) => {
  for (const refusal of await refusalsOf(text))
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param: expect.any(String) as string,
      hint: expect.any(String) as string,
    })
})

it('a description and a note that may be empty may also be blank, and have no hidden characters', async () => {
  const { purser } = service
  const webhook = (description: string) =>
    purser.webhooks.create({ url: 'https://127.0.0.1:1/', events: ['*'], description })
  expect((await webhook('  ')).description).toBe('  ')
  for (const text of ['Ink\u202EpohS', `Seat a${'\u0301'.repeat(5)}`])
    await expect(webhook(text)).rejects.toMatchObject({ param: 'description' })
})

it('right-to-left languages, emoji and what a shop says are taken as they are', async () => {
  const { purser } = service
  const { cardId, purser: own } = await someAgent(service)
  const purpose = 'می\u200Cخواهم \u200Fא\u061C 👩\u200D🚀'
  expect((await purser.intents.declare(cardId, { purpose })).purpose).toBe(purpose)
  const name = 'Shop\u202Epohs'
  const { transactionId } = await purser.network.authorize({ cardId, amount: 100, merchant: { name } })
  expect((await purser.transactions.get(transactionId)).merchant.name).toBe(name)
  expect((await purser.cards.update(cardId, { policy: { blockedMerchants: [name] } })).policy).toMatchObject({
    blockedMerchants: [name],
  })
  await purser.cards.update(cardId, { policy: { blockedMerchants: null } })
  const why = 'Ink\u200E'
  const wanted = { limits: { perAuth: 1 } }
  const asked = await own.changeRequests.create({ cardId, why, wanted, purchase: { amount: 100, merchant: { name } } })
  expect(asked).toMatchObject({ why, purchase: { merchant: { name } } })
  expect(await own.spend.evaluate({ cardId, amount: 100, merchant: { name } })).toMatchObject({ decision: 'approve' })
  const advice = { cardId, factId: 'advice-1', networkReference: 'advice-1', approved: false, amount: 100 }
  expect(await purser.network.advise({ ...advice, reason: name })).toMatchObject({ status: 'declined' })
})
