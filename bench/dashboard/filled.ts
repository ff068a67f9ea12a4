import { assertPresent } from '../../src/lib/assert.ts'
import { createSpendRollups } from '../../src/sweeps/spend-rollups.ts'
import type { BenchStack } from '../support/stack.ts'
import { readBenchCompany, makeBenchCompany } from './company.ts'
import { storeTransactions } from './store-transactions.ts'

const AGENTS_EACH = 2
const CARDS_EACH = 10

/** Fills the database with transactions, unless an earlier run has filled and kept it. */
export async function storeTransactionsOnce(
  full: BenchStack,
  { customers, transactions }: { customers: number; transactions: number },
): Promise<void> {
  const { rows } = await full.database.pool.query("select to_regclass('transactions') is not null as is_there")
  const isFilled =
    rows[0].is_there && (await full.database.pool.query('select from transactions limit 1')).rowCount === 1
  if (isFilled) return
  const node = await full.startNode()
  const size = { customers, agentsEach: AGENTS_EACH, cardsEach: CARDS_EACH }
  await makeBenchCompany(node.purser, size)
  await node.stop()
  await storeTransactions(full, await readBenchCompany(full), transactions)
}

/** Updates the rollups as the sweeps do, without the second between two sweeps. */
export async function updateAllRollups({ database }: BenchStack): Promise<void> {
  const { rows } = await database.pool.query<{ count: number; customers: number }>(
    `select (select count(*) from transactions) + (select count(*) from transaction_steps) - coalesce(sum(sequence), 0) as count,
      (select count(*) from customers) as customers from spend_folds`,
  )
  const { count, customers } = assertPresent(rows[0], 'a count')
  const keeper = createSpendRollups(database)
  const started = performance.now()
  for (;;) {
    const { rows: left } = await database.pool.query<{ is_left: boolean }>(
      `select (select count(*) from transactions) + (select count(*) from transaction_steps) > coalesce(sum(sequence), 0) as is_left
        from spend_folds`,
    )
    if (left[0]?.is_left !== true) break
    for (let looked = 0; looked < 20; looked += 1) await keeper.look({ mayRest: false })
  }
  const seconds = (performance.now() - started) / 1000
  console.log(`${count.toLocaleString('en')} entries of ${customers} customers folded in ${Math.round(seconds)} s`)
}
