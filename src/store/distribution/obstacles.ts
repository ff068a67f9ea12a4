import type pg from 'pg'
import { hasCitus, listClusterServers } from './servers.ts'
import type { CheckedTablePlacement } from '../sharding/distributed-tables.ts'

/** Finds the reasons why the tables of this server cannot be distributed, each with its remedy. Empty: they can be distributed. */
export async function tableDistributionObstacles(client: pg.ClientBase): Promise<string[]> {
  if (!(await hasCitus(client))) return [await withoutCitus(client)]
  const { rows } = await client.query<{ coordinator: boolean }>('select citus_is_coordinator() as coordinator')
  if (rows[0]?.coordinator !== true) {
    return [
      'DATABASE_URL leads to a worker. Use the coordinator: only the coordinator changes tables of the whole cluster.',
    ]
  }
  return [...(await missingServers(client)), ...(await unreachableServers(client)), ...(await unprepared(client))]
}

async function withoutCitus(client: pg.ClientBase): Promise<string> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'citus'`)
  return rowCount === 0
    ? 'This is a PostgreSQL without Citus: all tables are on this one server, which needs nothing else.'
    : 'Citus is installed here, but this database does not use it: create extension citus, here and on every worker.'
}

async function missingServers(client: pg.ClientBase): Promise<string[]> {
  const servers = await listClusterServers(client)
  return [
    ...(servers.some(({ isCoordinator }) => isCoordinator)
      ? []
      : [`The coordinator has no address yet: select citus_set_coordinator_host('coordinator.internal', 5432).`]),
    ...(servers.some(({ holdsShards }) => holdsShards)
      ? []
      : [`There is no worker yet: select citus_add_node('worker1.internal', 5432), once for each.`]),
  ]
}

async function unreachableServers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ pair: string }>(`
    select from_nodename || ':' || from_nodeport || ' does not reach ' || to_nodename || ':' || to_nodeport as pair
    from citus_check_cluster_node_health() where result is distinct from true`)
  return rows.map(({ pair }) => `${pair}. Every server of the cluster connects to every other one.`)
}

/**
 * Finds servers whose settings do not allow distributed tables. The servers must allow prepared transactions, because a transaction over
 * two servers is prepared on both before it is committed. Their messages must be in English, because the errors of a worker are recognized
 * by their messages (`worker-errors.ts`).
 */
async function unprepared(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; prepared: string; language: string }>(`
    select nodename || ':' || nodeport as name, prepared.result as prepared, messages.result as language
    from run_command_on_all_nodes('show max_prepared_transactions') prepared
    join run_command_on_all_nodes('show lc_messages') messages using (nodeid) join pg_dist_node using (nodeid)
    where prepared.success and messages.success`)
  return rows.flatMap(({ name, prepared, language }) => [
    ...(prepared === '0' ? [`${name} has max_prepared_transactions 0. Set it to twice its max_connections.`] : []),
    ...(ENGLISH.test(language) ? [] : [`${name} has lc_messages '${language}'. Set it to 'C'.`]),
  ])
}

const ENGLISH = /^(C|POSIX|en_)/

/** Finds tables that are distributed in another way than the service needs, each with its remedy. */
export const misplacedTables = (tables: readonly CheckedTablePlacement[], column: string): string[] =>
  tables
    .filter(
      ({ expected, placed, column: by }) => placed !== 'local' && (placed !== expected || (by ?? column) !== column),
    )
    .map(({ name, placed, column: by, expected }) => {
      const actual = by === null ? `a ${placed} table` : `distributed by ${by}`
      const target = expected === 'reference' ? 'a reference table' : `distributed by ${column}`
      return `${name} is ${actual} and has to be ${target}: select undistribute_table('${name}').`
    })
