import pg from 'pg'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { misplacedTables, tableDistributionObstacles } from './obstacles.ts'
import { isDatabaseDistributed } from '../sharding/placement.ts'
import { hasCitus } from './servers.ts'
import {
  DISTRIBUTION_COLUMN,
  COLOCATION_TABLE,
  listTablePlacements,
  functionsMissingOnWorkers,
  type CheckedTablePlacement,
} from '../sharding/distributed-tables.ts'

/** The most shards that a table can have: one for each bucket. */
export const MOST_SHARDS = 64

/** The steps that distribute the tables of a database, and the obstacles to them. If there are obstacles, nothing can be distributed. */
export interface TableDistributionPlan {
  readonly obstacles: readonly string[]
  /** The tables whose rows move to the workers, by bucket. */
  readonly distributed: readonly string[]
  /** The small tables that get a copy on every server. */
  readonly reference: readonly string[]
  readonly functions: readonly string[]
  /** How many tables are no longer on this server alone: they are already distributed, or have a copy on every server. */
  readonly placed: number
}

/** Plans the distribution of the tables, and changes nothing. */
export const planTableDistribution = (connection: DatabaseOptions['connection']): Promise<TableDistributionPlan> =>
  withOwnDatabaseConnection(connection, planOn)

async function planOn(client: pg.ClientBase): Promise<TableDistributionPlan> {
  const obstacles = await tableDistributionObstacles(client)
  if (!(await hasCitus(client))) return { obstacles, distributed: [], reference: [], functions: [], placed: 0 }
  const tables = await listTablePlacements(client)
  const missing = tables.filter(({ placed }) => placed === 'local')
  const namesOf = (expected: CheckedTablePlacement['expected']) =>
    missing.filter((table) => table.expected === expected).map(({ name }) => name)
  return {
    obstacles: [...obstacles, ...misplacedTables(tables, DISTRIBUTION_COLUMN)],
    distributed: namesOf('distributed'),
    reference: namesOf('reference'),
    functions: await functionsMissingOnWorkers(client),
    placed: tables.length - missing.length,
  }
}

/**
 * Distributes the tables with their rows, one table after the other, unless there are obstacles. After an interruption the next call does
 * the rest. `shards`: how many shards a table gets, if no table is distributed yet. Resolves with the plan that it has followed.
 */
export const distributeTables = (
  connection: DatabaseOptions['connection'],
  { shards, onTable = () => undefined }: { shards: number; onTable?: (done: number, all: number) => void },
): Promise<TableDistributionPlan> =>
  withOwnDatabaseConnection(connection, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('purser cluster distribute'))`)
    const plan = await planOn(client)
    if (plan.obstacles.length > 0) return plan
    const all = plan.distributed.length + plan.reference.length
    let done = 0
    const distributeTable = async (text: string, name: string) => {
      await client.query(text, [name])
      onTable((done += 1), all)
    }
    for (const name of plan.reference) await distributeTable('select create_reference_table($1)', name)
    for (const name of plan.distributed) await distributeTable(distributing(name, shards), name)
    for (const signature of plan.functions) {
      await client.query('select create_distributed_function($1::regprocedure)', [signature])
    }
    await storeConnectionSettings(client)
    return plan
  })

const distributing = (name: string, shards: number): string =>
  name === COLOCATION_TABLE
    ? `select create_distributed_table($1, '${DISTRIBUTION_COLUMN}', colocate_with => 'none', shard_count => ${shards})`
    : `select create_distributed_table($1, '${DISTRIBUTION_COLUMN}', colocate_with => '${COLOCATION_TABLE}')`

/**
 * Stores the settings of the service's connections on all servers, because Citus does not pass the settings of a connection on with its
 * statements.
 */
export async function storeConnectionSettings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const alter = `alter database ${pg.escapeIdentifier(rows[0]?.name ?? '')} set `
  for (const setting of SETTINGS) await client.query('select run_command_on_all_nodes($1)', [alter + setting])
  for (const setting of WORKER_SETTINGS) await client.query('select run_command_on_workers($1)', [alter + setting])
}

const SETTINGS = [
  // With this setting, the lock timeout of a batch applies on every server.
  `citus.propagate_set_commands = 'local'`,
  // Citus keeps one connection to each server for the next statement. By default Citus also opens further connections for a statement, and
  // closes them afterwards. These made a list over all shards three times slower, and eight such lists at once six times slower. With this
  // setting Citus opens no further connections.
  'citus.max_adaptive_executor_pool_size = 1',
]

const WORKER_SETTINGS = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'jit = off',
  `lock_timeout = ${answerStepDeadlinesMs.lock}`,
]

/**
 * Distributes the tables that migrations have added to a distributed database. Rejects if there are obstacles. Does nothing in a database
 * that is not distributed.
 */
export async function distributeAddedTables(connection: DatabaseOptions['connection']): Promise<void> {
  const isDistributed = await withOwnDatabaseConnection(connection, isDatabaseDistributed)
  if (!isDistributed) return
  const { obstacles } = await distributeTables(connection, { shards: MOST_SHARDS })
  if (obstacles.length > 0) throw new Error(`The tables are not distributed as they have to be: ${obstacles.join(' ')}`)
}
