import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { assertPresent } from '../../lib/assert.ts'
import type { MachineClock } from '../../lib/machine-clock.ts'
import type { DatabaseTransactionConnection } from './transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/** Reads the database's present time. SQL's `now()` would be the time when the transaction began, however long ago. */
const DATABASE_TIME = 'select (extract(epoch from clock_timestamp()) * 1000)::int8 as now'
const databaseTime: PreparedStatement = { name: 'database-time', text: DATABASE_TIME }

/** The type of Kysely's connection, which Kysely does not export. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

interface TimeRow {
  readonly now: number
}

const timeIn = (rows: readonly TimeRow[]): number => assertPresent(rows[0], 'the database has a time').now

/**
 * Compares this machine's clock with the database's in an open transaction, before the transaction stores anything. Rejects with
 * `ClockDifferenceError` if they differ by more than is allowed.
 */
export async function demandClockAgreesWithDatabase(
  connection: DatabaseTransactionConnection,
  clock: MachineClock,
): Promise<void> {
  const answered = clock.comparing()
  answered(timeIn(await connection.rows<TimeRow>(databaseTime, [])))
  clock.demand()
}

/**
 * Compares this machine's clock with the database's outside of a transaction. Resolves with false if they differ by more than is allowed.
 */
export async function clocksAgree(pool: pg.Pool, clock: MachineClock): Promise<boolean> {
  const answered = clock.comparing()
  answered(timeIn((await pool.query<TimeRow>({ ...databaseTime })).rows))
  return clock.comparison().isAllowed
}

/**
 * A Kysely dialect whose transactions compare the clocks of machine and database in the round trip of their BEGIN. The work of a
 * transaction must then call `clock.demand()`: if the clocks differ too much, it throws, and the transaction is rolled back.
 */
export class ClockComparingDialect extends PostgresDialect {
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
      // Without this rollback, Kysely would think that the database transaction never began, and would give another caller the connection
      // while the transaction is open.
      await this.rollbackTransaction(connection as PostgresConnection).catch(() => undefined)
      throw error
    }
  }
}
