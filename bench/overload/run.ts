import { parseArgs } from 'node:util'
import type pg from 'pg'
import { BENCH_API_KEY, openBenchStack } from '../support/stack.ts'
import { sendFromClientCrowd, type ClientCrowdAnswers } from './client-crowd.ts'

/**
 * Measures far more callers than a node can serve, on a healthy database and on slow ones: what is answered, what is refused, and how long
 * each takes: `npm run bench:overload`. The exit code is 1 if one in a thousand answers takes longer than a second on an open connection.
 * The time on a new connection, while all of them are opened, is printed beside it (see ../README.md).
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1536' },
    seconds: { type: 'string', default: '15' },
    // How long each batch waits in the database before it is stored.
    'slow-ms': { type: 'string', default: '0,100,400' },
    // How long a refused client waits, as `Retry-After` of the reply says.
    'patience-ms': { type: 'string', default: '1000' },
  },
})
const BUDGET_MS = 1000
const CUSTOMERS = 50
/** The load before the measurement: code that a node has run a few thousand times takes a fraction of the time of its first run. */
const WARM_UP = { connections: 128, seconds: 5 }

const stack = await openBenchStack()
try {
  const { baseUrl, purser } = await stack.startNode()
  const cardIds: string[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const { id: customerId } = await purser.customers.create({ email: `overload-${n}@example.com` })
    cardIds.push((await purser.cards.create({ customerId, limits: { perDay: 1e14 } })).id)
  }
  const crowd = {
    baseUrl,
    apiKey: BENCH_API_KEY,
    patienceMs: Number(values['patience-ms']),
    body: (n: number) => JSON.stringify({ cardId: cardIds[n % cardIds.length], amount: 1 }),
  }
  await sendFromClientCrowd({ ...crowd, ...WARM_UP })
  const rows = []
  for (const slowMs of values['slow-ms'].split(',').map(Number)) {
    await slowDown(stack.database.pool, slowMs)
    const seconds = Number(values.seconds)
    const before = await walBytes(stack.database.pool)
    const answers = await sendFromClientCrowd({ ...crowd, connections: Number(values.connections), seconds })
    const written = (await walBytes(stack.database.pool)) - before
    rows.push(...lines({ slowMs, seconds, written }, answers))
  }
  console.log(
    `${values.connections} connections, each asks again ${values['patience-ms']} ms after a refusal; Node ${process.version}`,
  )
  console.table(rows)
} finally {
  await stack.close()
}

/** Makes each batch wait `ms` milliseconds with its locks held, as behind a slow disk. */
async function slowDown(pool: pg.Pool, ms: number): Promise<void> {
  await pool.query('drop trigger if exists slow on transactions')
  if (ms === 0) return
  await pool.query(`create or replace function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${ms / 1000}); return null; end $$`)
  await pool.query('create trigger slow after insert on transactions for each statement execute function slow()')
}

/** How many bytes the database has written to its log so far. */
async function walBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  return rows[0]?.bytes ?? 0
}

interface Measured {
  readonly slowMs: number
  readonly seconds: number
  readonly written: number
}

function lines({ slowMs, seconds, written }: Measured, { first, decided, shed, other }: ClientCrowdAnswers) {
  return [
    { what: 'first of a new connection', latencies: first },
    { what: 'decided', latencies: decided },
    { what: 'refused (503)', latencies: shed },
  ].map(({ what, latencies }) => {
    const isLate = latencies !== first && (latencies.quantile(0.999) ?? 0) > BUDGET_MS
    if (isLate || other > 0) process.exitCode = 1
    return {
      'database waits ms': slowMs,
      answer: what,
      number: latencies.count,
      'a second': Math.round(latencies.count / seconds),
      'p50 ms': latencies.shown(0.5),
      'p99 ms': latencies.shown(0.99),
      'p99.9 ms': latencies.shown(0.999),
      'most ms': latencies.shown(1),
      'WAL bytes each': latencies === decided ? Math.round(written / decided.count) : null,
      broken: other,
    }
  })
}
