import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { someAgent } from '../../mcp/agent-rig.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

it.each(['\u200B', '\u202E', '\u2066', '\uFEFF', '\u{E0041}'])(
  '%j is no part of a purpose or a name',
  async (unseen) => {
    const { purser } = service
    const { cardId, customerId } = await someAgent(service)
    const text = `Ink${unseen}Shop`
    const refused = [
      () => purser.intents.declare(cardId, { purpose: text }),
      () => purser.cards.create({ customerId, label: text }),
      () => purser.customers.create({ name: { first: text, last: 'Ink' } }),
      () => purser.agents.create({ customerId, externalId: crypto.randomUUID(), name: text }),
    ]
    for (const send of refused) await expect(send()).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  },
)

it('right-to-left languages, emoji and what a shop says are taken as they are', async () => {
  const { purser } = service
  const { cardId } = await someAgent(service)
  const purpose = 'می\u200Cخواهم \u200Fא\u061C 👩\u200D🚀'
  expect((await purser.intents.declare(cardId, { purpose })).purpose).toBe(purpose)
  const name = 'Shop\u202Epohs'
  const { transactionId } = await purser.network.authorize({ cardId, amount: 100, merchant: { name } })
  expect((await purser.transactions.get(transactionId)).merchant.name).toBe(name)
})
