import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EngineCommand } from '../../src/domain/batch/commands/commands.ts'
import { MINUTE_MS } from '../../src/lib/clock.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { someAuthorization, someForcedCapture } from '../support/records/network.ts'
import { manualClock, type Node } from '../api/http-rig.ts'
import { startApi, type Api } from '../api/typed-api.ts'
import { testAuditedAct } from '../support/records/acts.ts'

/** Two nodes at the end of a month, with clocks ten minutes apart: a customer's time never goes back. */
const monthEnd = Date.UTC(2026, 1, 1)
const AHEAD = monthEnd + 5 * MINUTE_MS

let api: Api
let ahead: Node
let behind: Node
beforeAll(async () => {
  api = await startApi()
  ahead = api.rig
  behind = await api.rig.secondNode({ clock: manualClock(AHEAD - 10 * MINUTE_MS) })
})
afterAll(async () => {
  expect(await verifyDifferencesOf(api.rig.test.database)).toEqual([])
  await api.stop()
})

/** A customer who may spend 1000 cents a month, made before it ended, with a card of its own and one of an agent. */
async function shopper() {
  const { body } = await api.admin('createCustomer', { body: { email: 'a@example.com', limits: { perMonth: 1000 } } })
  const customerId = body.id
  const agent = await api.admin('createAgent', { body: { customerId, externalId: customerId } })
  const card = async (more: object = {}) => (await api.admin('createCard', { body: { customerId, ...more } })).body.id
  const cards = { customerId, own: await card(), agents: await card({ agentId: agent.body.id }) }
  api.clock.time = AHEAD
  return cards
}

async function ask(node: Node, command: EngineCommand) {
  const answer = await node.deps.engine.submit(command, testAuditedAct)
  if (answer.kind !== 'outcome' || !('transaction' in answer.outcome)) throw new Error(JSON.stringify(answer))
  return answer.outcome
}

async function buy(node: Node, cardId: string, amount: number) {
  const { transaction } = await ask(node, someAuthorization({ accountId: api.rig.accountId, cardId, amount }))
  return transaction
}

const step = (node: Node, transactionId: string, more: { kind: 'increment'; amount: number } | { kind: 'reverse' }) =>
  ask(node, { accountId: api.rig.accountId, transactionId, ...more })

/** As both nodes see it. */
async function monthOf(levels: { customerId: string; cardId: string | null }) {
  const spends = await Promise.all([ahead, behind].map(({ deps }) => deps.engine.spend({ agentId: null, ...levels })))
  return spends.map(({ month, monthTotal }) => [month, monthTotal])
}
const onBoth = (month: number, total: number) => [
  [month, total],
  [month, total],
]

it('a purchase of the node that is behind is made when the last one was, in the month that has begun', async () => {
  const { customerId, own, agents } = await shopper()
  expect((await buy(behind, agents, 700)).createdAt).toBe(AHEAD - 10 * MINUTE_MS)
  expect((await buy(ahead, own, 1)).createdAt).toBe(AHEAD)
  const bought = []
  for (const amount of [500, 400, 400, 99, 1]) bought.push(await buy(behind, agents, amount))
  expect(bought.map(({ decision }) => decision)).toEqual(['approve', 'approve', 'decline', 'approve', 'decline'])
  expect(new Set(bought.map(({ createdAt }) => createdAt))).toEqual(new Set([AHEAD]))
  expect(await monthOf({ customerId, cardId: null })).toEqual(onBoth(202602, 1000))
  expect(await monthOf({ customerId, cardId: agents })).toEqual(onBoth(202602, 999))
  expect((await buy(ahead, own, 1)).decision).toBe('decline')
})

it('its increments and forced captures are made then too, and all of it comes back', async () => {
  const { customerId, own, agents } = await shopper()
  const january = await buy(behind, agents, 100)
  await buy(ahead, own, 10)
  const late = await buy(behind, agents, 200)
  for (const { id } of [january, late]) await step(behind, id, { kind: 'increment', amount: 20 })
  await ask(behind, someForcedCapture({ accountId: api.rig.accountId, cardId: agents, amount: 300 }))
  expect(await monthOf({ customerId, cardId: null })).toEqual(onBoth(202602, 10 + 20 + 220 + 300))
  await step(ahead, january.id, { kind: 'reverse' })
  await step(behind, late.id, { kind: 'reverse' })
  expect(await monthOf({ customerId, cardId: null })).toEqual(onBoth(202602, 10 + 300))
  expect(await monthOf({ customerId, cardId: agents })).toEqual(onBoth(202602, 300))
})

it('an evaluation of the node that is behind is of the same moment, and finds the same', async () => {
  const { customerId, own } = await shopper()
  await buy(behind, own, 600)
  await buy(ahead, own, 300)
  const question = { customerId, agentId: null, cardId: own, purchases: [{ amount: 500, merchant: {} }] }
  const seen = await Promise.all([ahead, behind].map(({ deps }) => deps.engine.subject(question)))
  expect(seen.map((each) => each?.now)).toEqual([AHEAD, AHEAD])
  expect(seen.map((each) => each?.subject.spend.customer.monthTotal)).toEqual([300, 300])
})

it('the journal goes on in order: no entry is earlier than the one before it, by number, id or moment', async () => {
  const { customerId, own, agents } = await shopper()
  for (let n = 0; n < 20; n += 1) {
    const node = n % 3 === 0 ? ahead : behind
    const { id } = await buy(node, n % 2 === 0 ? own : agents, 10)
    if (n % 4 === 0) await step(behind, id, { kind: 'reverse' })
  }
  const { rows } = await api.rig.test.database.pool.query<{ sequence: number; id: string; at: number }>(
    `select sequence, substr(id, 5) as id, created_at as at from transactions where customer_id = $1
      union all select sequence, substr(id, 5), at from transaction_steps where customer_id = $1 order by sequence`,
    [customerId],
  )
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id))
  expect(rows.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(rows.map(({ at }) => at))
})
