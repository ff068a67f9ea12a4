import { afterEach, beforeEach, expect, it } from 'vitest'
import type pg from 'pg'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/processes/start-purser.ts'

/**
 * The database is put back to an earlier state beneath running nodes, by a restore or by a failover to a standby that had not
 * got the last commits. What one of them has kept of what is no more must not be taken for what came in its place.
 */
const LIMIT = 100_000
const TABLES = [
  'customers',
  'agents',
  'cards',
  'spend_checkpoints',
  'spend_folds',
  'spend_sums',
  'transactions',
  'transaction_steps',
  'policy_versions',
  'events',
  'intents',
  'audit_entries',
  'audit_heads',
  'idempotency_keys',
]

let node: TestPurser
let other: TestNode
let pool: pg.Pool
beforeEach(async () => {
  node = await startPurser()
  other = await node.secondNode()
  ;({ pool } = node.database)
})
afterEach(async () => {
  await other.stop()
  await node.stop()
})

async function save(): Promise<void> {
  const copies = TABLES.map((table) => `create table saved_${table} as table ${table};`)
  await pool.query(`begin isolation level repeatable read; ${copies.join(' ')} commit`)
}

/** One transaction, as a restore is one moment. `cut`: the connections are lost with what was there. */
async function restore({ cut }: { cut: boolean }): Promise<void> {
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = any($1) and is_generated = 'NEVER' group by table_name`,
    [TABLES],
  )
  const back = rows.map(
    ({ table, columns }) =>
      `delete from ${table}; insert into ${table} (${columns}) select ${columns} from saved_${table};`,
  )
  // In the order in which a fold takes them: none is half done then.
  const locks = 'lock table spend_folds, spend_sums in access exclusive mode;'
  await pool.query(`begin; ${locks} ${back.join(' ')} commit`)
  if (!cut) return
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

let merchants = 0
/** Each at a shop of its own. Answers what was approved, cents. */
async function buy({ purser }: Pick<TestNode, 'purser'>, cardId: string, amount: number, times: number) {
  let approved = 0
  for (let n = 0; n < times; n += 1) {
    const merchant = { name: `Shop ${String.fromCodePoint(0x4e00 + merchants++)}` }
    const { decision } = await purser.network.authorize({ cardId, amount, merchant })
    if (decision === 'approve') approved += amount
  }
  return approved
}

async function cardWith(limits: object, policy: object = {}): Promise<{ customerId: string; cardId: string }> {
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com', limits, policy })
  return { customerId, cardId: (await node.purser.cards.create({ customerId })).id }
}

const spentOf = async ({ purser }: Pick<TestNode, 'purser'>, customerId: string) =>
  (await purser.customers.policy(customerId)).limits.map(({ spent }) => spent)

// Without lost connections nothing tells a node that anything has happened, but what it reads.
it.each([true, false])('a node that has seen what is no more keeps the limit: connections cut %s', async (cut) => {
  const { customerId, cardId } = await cardWith({ perDay: LIMIT }, { duplicateWindowMinutes: 1 })
  await buy(node, cardId, 1, 20)
  await save()
  const tighten = (perWeek: number) => node.purser.customers.update(customerId, { limits: { perWeek } })
  await tighten(LIMIT)
  await buy(node, cardId, 1, 50)
  await restore({ cut })
  await tighten(LIMIT)
  await buy(node, cardId, 1, 1) // under rules that were stored, and are not
  await tighten(LIMIT + 1)
  const spent = 21 + (await buy(other, cardId, 2000, 46)) + (await buy(node, cardId, 2000, 10))
  expect(spent).toBe(98_021)
  expect(await verifyDifferencesOf(node.database)).toEqual([])
})

it('other entries come under the numbers that a node has folded, steps in the place of purchases among them', async () => {
  const { customerId, cardId } = await cardWith({ perDay: 1000 })
  const { transactionId } = await node.purser.network.authorize({ cardId, amount: 100 })
  await save()
  await buy(node, cardId, 50, 3) // #2 to #4
  expect(await spentOf(node, customerId)).toEqual([250])
  await restore({ cut: false })
  await other.purser.network.increment(transactionId, { amount: 300 }) // #2
  await buy(other, cardId, 20, 2) // #3 and #4
  expect(await spentOf(node, customerId)).toEqual([440])
  expect(await buy(node, cardId, 560, 2)).toBe(560)
  expect(await verifyDifferencesOf(node.database)).toEqual([])
})

it('checkpoints that are no more are not built on, and those that come again are of what came', async () => {
  const { customerId, cardId } = await cardWith({ total: 1000 })
  await buy(node, cardId, 1, 250)
  await save()
  await buy(node, cardId, 2, 20) // over the 256th, where a checkpoint is written
  const checkpoint = async () => {
    const text = 'select sequence, total from spend_checkpoints where subject_id = $1'
    return (await pool.query<{ sequence: number; total: number }>(text, [cardId])).rows
  }
  expect(await checkpoint()).toEqual([{ sequence: 256, total: 262 }])
  await restore({ cut: true })
  expect(await checkpoint()).toEqual([])
  expect(await buy(other, cardId, 10, 20)).toBe(200)
  expect(await checkpoint()).toEqual([{ sequence: 256, total: 310 }])
  expect([await spentOf(node, customerId), await spentOf(other, customerId)]).toEqual([[450], [450]])
  expect(await buy(node, cardId, 551, 1)).toBe(0)
  expect(await buy(node, cardId, 550, 1)).toBe(550)
  expect(await verifyDifferencesOf(node.database)).toEqual([])
})

it.each([true, false])(
  'a customer that is no more, and what was beneath it, is 404: connections cut %s',
  async (cut) => {
    await save()
    const { customerId, cardId } = await cardWith({ total: 1000 })
    await buy(node, cardId, 1, 2)
    await buy(other, cardId, 1, 2)
    await restore({ cut })
    for (const { purser } of [node, other]) {
      const notFound = { status: 404 }
      await expect(purser.network.authorize({ cardId, amount: 1 })).rejects.toMatchObject(notFound)
      await expect(purser.spend.evaluate({ cardId, amount: 1 })).rejects.toMatchObject(notFound)
      await expect(purser.cards.policy(cardId)).rejects.toMatchObject(notFound)
      await expect(purser.customers.policy(customerId)).rejects.toMatchObject(notFound)
    }
    expect((await pool.query('select from transactions')).rowCount).toBe(0)
  },
)

it.each([true, false])(
  'the limits of many customers hold under purchases that go on: connections cut %s',
  async (cut) => {
    const cards = await Promise.all(Array.from({ length: 8 }, () => cardWith({ total: 60 })))
    const ids = cards.map(({ cardId }) => cardId)
    await Promise.all(ids.map((cardId) => buy(node, cardId, 1, 5)))
    await save()
    const closing = new AbortController()
    const client = async (n: number) => {
      const { purser } = n % 2 === 0 ? node : other
      for (let bought = n; !closing.signal.aborted; bought += 1) {
        const cardId = ids[bought % ids.length] as string
        await purser.network.authorize({ cardId, amount: 1 }).catch((error: unknown) => unlessAway(error))
      }
    }
    const clients = Array.from({ length: 16 }, (_, n) => client(n))
    const haveBought = async () => {
      // The first query after the restore may go to a connection that was cut.
      const found = await pool.query('select from transactions having count(*) > 100').catch(() => null)
      return found?.rowCount === 1
    }
    await eventually('they buy', haveBought)
    await restore({ cut })
    await eventually('they buy again', haveBought)
    closing.abort()
    await Promise.all(clients)
    await Promise.all(ids.map((cardId, n) => buy(n % 2 === 0 ? other : node, cardId, 1, 60)))
    const { rows } = await pool.query<{ spent: number }>(
      `select sum(amount)::int as spent from transactions where decision = 'approve' group by customer_id`,
    )
    expect(rows).toEqual(ids.map(() => ({ spent: 60 })))
    expect(await verifyDifferencesOf(node.database)).toEqual([])
  },
)

/** What is cut in the middle is unavailable; who waits for a row while it is put back sees it gone, and not yet back. */
const MEANWHILE = new Set(['unavailable', 'card_not_found'])

function unlessAway(error: unknown): void {
  if (!MEANWHILE.has((error as { code?: string }).code ?? '')) throw error
}
