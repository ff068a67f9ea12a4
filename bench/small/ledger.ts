import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { Latencies } from '../support/latencies.ts'
import { runLoadTest } from '../support/load.ts'
import { seedBenchNode } from '../support/seed.ts'
import { BENCH_API_KEY, openBenchStack } from '../support/stack.ts'

/**
 * Measures purchases through Purser beside the same money moved by pgledger, a ledger that is functions of PostgreSQL: one transfer from
 * the account of a card to the account of a merchant, in a transaction of its own. Both are on one PostgreSQL, by turns. pgledger is no
 * part of Purser: `--sql` names its files in the order in which they are loaded, for instance `uuid-to-ulid.sql` and `pgledger.sql`.
 */
const { values } = parseArgs({
  options: {
    sql: { type: 'string', multiple: true, default: [] },
    connections: { type: 'string', default: '128' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})
const connections = Number(values.connections)
const seconds = Number(values.seconds)
const CUSTOMERS = 100
const CARDS_EACH = 10
const FUNDS = 1_000_000_000
const MICROSECONDS = 1_000_000

interface Measured {
  readonly perSecond: number
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  readonly databaseMicros: number
}

const stack = await openBenchStack()
try {
  const node = await stack.startNode()
  const { spread } = await seedBenchNode(node.baseUrl, BENCH_API_KEY, { customers: CUSTOMERS, cardsEach: CARDS_EACH })
  const { host, port, user, database } = await createDatabase(stack.connection, 'ledger')
  const pool = new pg.Pool({ host, port, user, database, max: connections })
  for (const path of values.sql) await pool.query(await readFile(path, 'utf8'))
  const [cards, merchants, bank] = await Promise.all([
    accounts(CUSTOMERS * CARDS_EACH),
    accounts(CUSTOMERS),
    accounts(1),
  ])
  for (const card of cards) await transfer(bank[0] as string, card, FUNDS)

  const purchases = { urls: [`${node.baseUrl}/network/authorizations`], connections, seconds }
  const contenders: Record<string, () => Promise<Omit<Measured, 'databaseMicros'>>> = {
    'a purchase through Purser': async () => {
      const requests = spread.map((body) => ({ body }))
      const result = await runLoadTest({
        ...purchases,
        headers: { authorization: `Bearer ${BENCH_API_KEY}` },
        requests,
      })
      if (result.errors + result.non2xx > 0)
        console.log(`${result.errors + result.non2xx} requests were not answered with 200`)
      return { perSecond: result.requestsPerSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
    },
    'a transfer in pgledger': () => transferAll(cards, merchants),
  }
  const measured: Record<string, Measured[]> = {}
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [what, measure] of Object.entries(contenders)) (measured[what] ??= []).push(await timed(measure))
  }
  await pool.end()
  console.log(`${connections} connections, ${values.rounds} rounds of ${seconds} s, medians`)
  console.table(Object.entries(measured).map(([what, all]) => ({ what, ...middle(all) })))

  async function accounts(count: number): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      "select (pgledger_create_account('account ' || n, 'USD')).id from generate_series(1, $1::int) n",
      [count],
    )
    return rows.map(({ id }) => id)
  }

  function transfer(from: string, to: string, amount: number): Promise<unknown> {
    const text = 'select * from pgledger_create_transfer($1, $2, $3)'
    return pool.query({ name: 'transfer', text, values: [from, to, amount] })
  }

  async function transferAll(from: readonly string[], to: readonly string[]) {
    const latencies = new Latencies()
    const until = performance.now() + seconds * 1000
    const one = async (_: unknown, first: number) => {
      for (let n = first; performance.now() < until; n += connections) {
        const begun = performance.now()
        await transfer(from[n % from.length] as string, to[n % to.length] as string, 1 + (n % 900))
        latencies.add(performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
    return { perSecond: latencies.count / seconds, p50Ms: latencies.shown(0.5), p99Ms: latencies.shown(0.99) }
  }

  async function timed(measure: () => Promise<Omit<Measured, 'databaseMicros'>>): Promise<Measured> {
    const before = await stack.processorTime(node)
    const result = await measure()
    const after = await stack.processorTime(node)
    const spent = (after.database - before.database) * MICROSECONDS
    return { ...result, databaseMicros: Math.round(spent / (result.perSecond * seconds)) }
  }
} finally {
  await stack.close()
}

function middle(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] as Measured
}
