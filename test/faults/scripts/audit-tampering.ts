import { parseArgs } from 'node:util'
import { systemClock } from '../../../src/lib/clock.ts'
import { monotonicIds } from '../../../src/lib/ids.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { AuditTrail, inAuditedTransaction } from '../../../src/store/audit/trail.ts'
import { insertCustomer } from '../../../src/store/customers/customers.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../../src/store/connection/database.ts'
import { customerOf, foundByVerify, foundOffline, makeTrail, missed, tamper } from '../../audit/tampering.ts'
import { seededRandom } from '../../model/random.ts'
import { testAuditedAct } from '../../support/records/acts.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * Fills an audit trail, tampers with random rows of it by SQL, and ends with 1 where one is not found: by `verify`, and by an export
 * with the public key alone. Tells what an entry costs.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    times: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
  },
})
const entries = Number(values.entries)
const ids = monotonicIds(systemClock)

await withThrowAwayDatabase(async (connection) => {
  await withDatabase({ connection, isPatient: true }, tamperWith)
  await withDatabase({ connection }, async (database) => {
    for (const atOnce of [1, 100]) await tellCost(database, await makeTrail(database, ids, 1), atOnce)
  })
})

async function withDatabase(
  options: Omit<DatabaseOptions, 'maxConnections'>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ ...options, maxConnections: 4 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

async function tamperWith(database: Database): Promise<void> {
  const vault = await openTestVault(database)
  const accountId = await makeTrail(database, ids, entries)
  const untouched = [await foundByVerify(database), await foundOffline(database, vault, accountId)]
  const random = seededRandom(Number(values.seed))
  const done = await tamper(database, accountId, { entries, times: Number(values.times), random })
  const byVerify = missed(done, await tell('verify', () => foundByVerify(database)))
  const byExport = missed(done, await tell('offline check', () => foundOffline(database, vault, accountId)))
  console.log(
    `${entries} entries, ${done.length} tampered with: ${byVerify.length} missed by verify, ${byExport.length} offline`,
  )
  for (const { statement } of [...byVerify, ...byExport].slice(0, 10)) console.log(statement)
  const wrong = byVerify.length + byExport.length + untouched.reduce((sum, found) => sum + found.size, 0)
  if (wrong > 0) process.exitCode = 1
}

async function tell<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** By turns with and without entries, in transactions of so many changes: the medians of each. */
async function tellCost(database: Database, accountId: string, atOnce: number): Promise<void> {
  const TURNS = 300
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  const change = async (writing: Parameters<typeof insertCustomer>[0]) => {
    for (let n = 0; n < atOnce; n += 1) await insertCustomer(writing, customerOf(accountId, ids('cust')))
  }
  const vault = await openTestVault(database)
  const turns = {
    with: () => inAuditedTransaction(database, { ids, vault, act: testAuditedAct }, change),
    without: () => database.transaction((tx) => change({ tx, ids, audit: new AuditTrail(testAuditedAct, vault) })),
  }
  for (let turn = 0; turn < TURNS / Math.sqrt(atOnce); turn += 1) {
    for (const kind of ['with', 'without'] as const) {
      const startedAt = performance.now()
      await turns[kind]()
      times[kind].push(performance.now() - startedAt)
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] as number
  const perEntry = ((median(times.with) - median(times.without)) * 1000) / atOnce
  console.log(`an entry costs ${perEntry.toFixed(0)} us in transactions of ${atOnce} changes`)
}
