import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { present } from '../../lib/assert.ts'
import type { MachineClock } from '../../lib/machine-clock.ts'
import type { Connection, Statement } from '../journal/transaction.ts'

/** Not `now()`: that is when the transaction began, however long ago. */
const DATABASE_TIME = 'select (extract(epoch from clock_timestamp()) * 1000)::int8 as now'
const databaseTime: Statement = { name: 'database-time', text: DATABASE_TIME }

/** Kysely does not export it. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

interface TimeRow {
  readonly now: number
}

const timeIn = (rows: readonly TimeRow[]): number => present(rows[0], 'the database has a time').now

/** Compares in a transaction that is open, before anything is stored in it. Rejects with `ClockDifferenceError`. */
export async function demandClock(connection: Connection, clock: MachineClock): Promise<void> {
  const answered = clock.comparing()
  answered(timeIn(await connection.rows<TimeRow>(databaseTime, [])))
  clock.demand()
}

/** Compares by itself, and answers whether the clocks may differ as they do. */
export async function clocksAgree(pool: pg.Pool, clock: MachineClock): Promise<boolean> {
  const answered = clock.comparing()
  answered(timeIn((await pool.query<TimeRow>({ ...databaseTime })).rows))
  return clock.comparison().isAllowed
}

/** Transactions that compare in the trip of their BEGIN. Whoever runs one calls `demand` then, where a throw rolls back. */
export class ComparingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #clock: MachineClock

  constructor(config: PostgresDialectConfig, clock: MachineClock) {
    super(config)
    this.#config = config
    this.#clock = clock
  }

  override createDriver(): PostgresDriver {
    return new ComparingDriver(this.#config, this.#clock)
  }
}

class ComparingDriver extends PostgresDriver {
  readonly #clock: MachineClock

  constructor(config: PostgresDialectConfig, clock: MachineClock) {
    super(config)
    this.#clock = clock
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const answered = this.#clock.comparing()
    try {
      const [, { rows }] = await Promise.all([
        super.beginTransaction(connection, settings),
        connection.executeQuery<TimeRow>(CompiledQuery.raw(DATABASE_TIME)),
      ])
      answered(timeIn(rows))
    } catch (error) {
      // Kysely takes it for a transaction that never began, and would give the connection to somebody else.
      await this.rollbackTransaction(connection as PostgresConnection).catch(() => undefined)
      throw error
    }
  }
}
