import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { verifyDifferencesOf } from '../support/differences.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/processes/start-purser.ts'

/** A node that knows little or nothing of a customer decides on the same spend as those that know it all. */
let first: TestPurser
let second: TestNode
let pool: pg.Pool
beforeAll(async () => {
  first = await startPurser()
  second = await first.secondNode()
  ;({ pool } = first.database)
})
afterEach(async () => expect(await verifyDifferencesOf(first.database)).toEqual([]))
afterAll(async () => {
  await second.stop()
  await first.stop()
})

type Node = Pick<TestNode, 'purser'>

async function shopper(perDay: number): Promise<{ customerId: string; cardIds: string[] }> {
  const { id: customerId } = await first.purser.customers.create({ email: 'ada@example.com', limits: { perDay } })
  const agent = await first.purser.agents.create({ customerId, externalId: customerId })
  const cards = [await first.purser.cards.create({ customerId })]
  cards.push(await first.purser.cards.create({ customerId, agentId: agent.id, limits: { total: perDay / 2 } }))
  return { customerId, cardIds: cards.map(({ id }) => id) }
}

/** Purchases of 1 cent at once, over the nodes and cards in turn. Answers how many were approved. */
async function buy(nodes: readonly Node[], cardIds: readonly string[], times: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) => {
      const cardId = cardIds[n % cardIds.length] as string
      const { purser } = nodes[Math.floor(n / cardIds.length) % nodes.length] as Node
      return purser.network.authorize({ cardId, amount: 1 })
    }),
  )
  return answers.filter((answer) => answer.decision === 'approve').length
}

const approvedIn = async (customerId: string, cardIds: readonly string[]) => {
  const text = `select count(*)::int as n from transactions
    where customer_id = $1 and decision = 'approve' and card_id = any($2)`
  return (await pool.query<{ n: number }>(text, [customerId, cardIds])).rows[0]?.n
}

const spentOf = async ({ purser }: Node, customerId: string) =>
  (await purser.customers.policy(customerId)).limits.map(({ spent }) => spent)

it('a third node joins in the middle of the purchases, and the limits hold to the cent', async () => {
  const { customerId, cardIds } = await shopper(600)
  const bought = [await buy([first, second], cardIds, 300)]
  const started = buy([first, second], cardIds, 300)
  const third = await first.secondNode()
  bought.push(await started, await buy([third, first, second], cardIds, 300))
  expect(bought.reduce((sum, each) => sum + each, 0)).toBe(600)
  expect(await approvedIn(customerId, cardIds.slice(1))).toBe(300)
  expect(await Promise.all([first, second, third].map((node) => spentOf(node, customerId)))).toEqual([
    [600],
    [600],
    [600],
  ])
  await third.stop()
})

// More than are worth reading one by one, and exactly as many; with a purchase before, and with the journal's first entry.
it.each([
  ['far behind', 700],
  ['as far behind as it reads', 511],
  ['one more behind', 512],
])('a node that is %s decides on all that was spent', async (_, missed) => {
  const { customerId, cardIds } = await shopper(10_000)
  const [own = ''] = cardIds
  expect(await buy([second], cardIds, 4)).toBe(4)
  expect(await buy([first], cardIds, missed)).toBe(missed)
  const left = 10_000 - 4 - missed
  const { decision } = await second.purser.spend.evaluate({ cardId: own, amount: left + 1 })
  expect(decision).toBe('decline')
  expect((await second.purser.network.authorize({ cardId: own, amount: left + 1 })).decision).toBe('decline')
  expect((await second.purser.network.authorize({ cardId: own, amount: left })).decision).toBe('approve')
  expect(await spentOf(second, customerId)).toEqual([10_000])
  expect(await spentOf(first, customerId)).toEqual([10_000])
})

it('a node that knew the customer when its journal was empty catches up', async () => {
  const { customerId, cardIds } = await shopper(1000)
  expect(await spentOf(second, customerId)).toEqual([0])
  expect(await buy([first], cardIds, 600)).toBe(600)
  expect(await buy([second], cardIds.slice(0, 1), 401)).toBe(400)
})

it('steps are caught up with as purchases are', async () => {
  const { customerId, cardIds } = await shopper(1000)
  const [own = ''] = cardIds
  const { transactionId } = await second.purser.network.authorize({ cardId: own, amount: 400 })
  expect(await buy([first], cardIds, 300)).toBe(300)
  await first.purser.network.increment(transactionId, { amount: 100 })
  await first.purser.network.settle(transactionId, { amount: 50 })
  expect(await spentOf(second, customerId)).toEqual([350])
  expect((await second.purser.network.authorize({ cardId: own, amount: 651 })).decision).toBe('decline')
  expect((await second.purser.network.authorize({ cardId: own, amount: 650 })).decision).toBe('approve')
})
