import { expect, it } from 'vitest'
import { differencesIn } from '../support/differences.ts'
import { startPurser, type TestNode } from '../support/start-purser.ts'

/**
 * The database is put back to an earlier state beneath running nodes, as by a failover to a standby that had not got the
 * last commits. What one of them has kept of what is no more must not be taken for what came in its place.
 */
const LIMIT = 100_000
const TABLES = ['customers', 'cards', 'spend', 'spend_history', 'transactions', 'policy_versions', 'events', 'intents']

it('a node that has seen what is no more keeps the limit', async () => {
  const node = await startPurser()
  const other = await node.secondNode()
  const { pool } = node.database
  // Purchases that are searched for duplicates are always read, with the histories that the node has kept.
  const policy = { duplicateWindowMinutes: 1 }
  const { id: customerId } = await node.purser.customers.create({
    email: 'ada@example.com',
    limits: { perDay: LIMIT },
    policy,
  })
  const { id: cardId } = await node.purser.cards.create({ customerId })
  let merchants = 0
  const buy = async ({ purser }: Pick<TestNode, 'purser'>, amount: number, times: number) => {
    let approved = 0
    for (let n = 0; n < times; n += 1) {
      const merchant = { name: `Shop ${String.fromCodePoint(0x4e00 + merchants++)}` }
      const { decision } = await purser.network.authorize({ cardId, amount, merchant })
      if (decision === 'approve') approved += amount
    }
    return approved
  }
  await buy(node, 1, 20)
  for (const table of TABLES) await pool.query(`create table saved_${table} as table ${table}`)
  const tighten = (perWeek: number) => node.purser.customers.update(customerId, { limits: { perWeek } })
  await tighten(LIMIT)
  await buy(node, 1, 50) // enough that entries move to the history
  for (const table of TABLES) await pool.query(`delete from ${table}`)
  for (const table of TABLES) await pool.query(`insert into ${table} select * from saved_${table}`)
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await tighten(LIMIT)
  await buy(node, 1, 1) // under rules that were stored, and are not
  await tighten(LIMIT + 1)
  const spent = 21 + (await buy(other, 2000, 46)) + (await buy(node, 2000, 10))
  expect(spent).toBe(98_021)
  expect(await differencesIn(node.database)).toEqual([])
  await other.stop()
  await node.stop()
})
