import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Command } from '../../src/domain/batch/commands.ts'
import { differencesIn } from '../support/differences.ts'
import { authorization, forcedCapture } from '../support/network.ts'
import { manualClock, type Node } from './http-rig.ts'
import { startApi, type Api } from './typed-api.ts'

/** Two nodes at the end of a month: the second one's clock is behind, as clocks are by some milliseconds. */
const monthEnd = Date.UTC(2026, 1, 1)

let api: Api
let ahead: Node
let behind: Node
beforeAll(async () => {
  api = await startApi()
  ahead = api.rig
  api.clock.time = monthEnd + 500
  behind = await api.rig.secondNode({ clock: manualClock(monthEnd - 500) })
})
afterAll(async () => {
  expect(await differencesIn(api.rig.test.database)).toEqual([])
  await api.stop()
})

/** A customer who may spend 1000 cents a month, with a card of its own and one of an agent. */
async function shopper() {
  const { body } = await api.admin('createCustomer', { body: { email: 'a@example.com', limits: { perMonth: 1000 } } })
  const customerId = body.id
  const agent = await api.admin('createAgent', { body: { customerId, externalId: customerId } })
  const card = async (more: object = {}) => (await api.admin('createCard', { body: { customerId, ...more } })).body.id
  return { customerId, own: await card(), agents: await card({ agentId: agent.body.id }) }
}

async function ask(node: Node, command: Command) {
  const answer = await node.deps.engine.submit(command)
  if (answer.kind !== 'outcome' || answer.outcome.kind === 'refused') throw new Error(JSON.stringify(answer))
  return answer.outcome
}

async function buy(node: Node, cardId: string, amount: number): Promise<{ id: string; decision: string }> {
  const { transaction } = await ask(node, authorization({ accountId: api.rig.accountId, cardId, amount }))
  return transaction
}

const step = (node: Node, transactionId: string, more: { kind: 'increment'; amount: number } | { kind: 'reverse' }) =>
  ask(node, { accountId: api.rig.accountId, transactionId, ...more })

const monthOf = async (subjectId: string) => {
  const { rows } = await api.rig.test.database.pool.query<{ month: number; month_total: number }>(
    'select month, month_total from spend where subject_id = $1',
    [subjectId],
  )
  return rows.map((row) => [row.month, row.month_total])
}

it('a purchase of the node that is behind counts in the month that has begun', async () => {
  const { customerId, own, agents } = await shopper()
  await buy(behind, agents, 700)
  await buy(ahead, own, 1)
  const decisions: string[] = []
  for (const amount of [500, 400, 400, 99, 1]) decisions.push((await buy(behind, agents, amount)).decision)
  expect(decisions).toEqual(['approve', 'approve', 'decline', 'approve', 'decline'])
  expect([await monthOf(customerId), await monthOf(agents)]).toEqual([[[202602, 1000]], [[202602, 999]]])
  expect((await buy(ahead, own, 1)).decision).toBe('decline')
})

it('so do its increments and forced captures, and all of it comes back', async () => {
  const { customerId, own, agents } = await shopper()
  const january = await buy(behind, agents, 100)
  await buy(ahead, own, 10)
  const late = await buy(behind, agents, 200)
  for (const { id } of [january, late]) await step(behind, id, { kind: 'increment', amount: 20 })
  await ask(behind, forcedCapture({ accountId: api.rig.accountId, cardId: agents, amount: 300 }))
  expect(await monthOf(customerId)).toEqual([[202602, 10 + 20 + 220 + 300]])
  await step(ahead, january.id, { kind: 'reverse' })
  await step(behind, late.id, { kind: 'reverse' })
  expect(await monthOf(customerId)).toEqual([[202602, 10 + 300]])
  expect(await monthOf(agents)).toEqual([[202602, 300]])
})

it('the month that a purchase counts in is verified, also where later steps hide its amount', async () => {
  const { customerId, own } = await shopper()
  await buy(ahead, own, 1)
  const { id } = await buy(behind, own, 200)
  await step(behind, id, { kind: 'reverse' })
  const { database } = api.rig.test
  const change = (from: string, to: string) =>
    database.pool.query(`update transactions set counted = replace(counted::text, $2, $3)::json where id = $1`, [
      id,
      from,
      to,
    ])
  await change(',202602', '')
  expect(await differencesIn(database, customerId)).toEqual([
    expect.stringContaining('counted: stored [202601], replayed [202602]'),
    expect.stringContaining('counted: stored'),
  ])
  await change(',0]', ',0,202602]')
})
