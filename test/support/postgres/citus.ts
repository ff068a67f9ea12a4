import pg from 'pg'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../../src/store/connection/create-database.ts'
import { distributeTables, storeConnectionSettings } from '../../../src/store/distribution/distribute.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { connectionOfUrl } from './served-database.ts'

/** The URL of the coordinator of a Citus. Its workers trust this process: tests make and drop databases on all of its servers. */
export const CITUS_URL = process.env['PURSER_TEST_CITUS_URL']

/**
 * The number of shards in tests: fewer than in production, because making a database with 64 takes 15 s. Several buckets share a shard,
 * which must make no difference to any statement.
 */
export const TEST_SHARDS = 4

/** The servers of a Citus, with the coordinator first. */
export type CitusServers = readonly [PostgresSocketConnection, ...PostgresSocketConnection[]]

/** The servers of a Citus, as the coordinator's own database lists them. */
export function citusServers(url: string): Promise<CitusServers> {
  const coordinator = connectionOfUrl(url)
  return on(coordinator, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid`,
    )
    return [coordinator, ...rows.map((row) => ({ ...coordinator, ...row }))]
  })
}

/** Makes a database on all servers of a Citus that is a part of the cluster and has no tables. */
export async function createCitusDatabase(servers: CitusServers, name: string): Promise<PostgresSocketConnection> {
  for (const server of servers) {
    const made = await createDatabase(server, name)
    await on(made, (client) => client.query('create extension if not exists citus'))
  }
  const [coordinator, ...workers] = servers
  const connection = { ...coordinator, database: name }
  await on(connection, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
  return connection
}

/** Makes a migrated and distributed database, to be copied for each test file. */
export async function createCitusTemplate(servers: CitusServers, name: string): Promise<void> {
  const connection = await createCitusDatabase(servers, name)
  await migrateDatabase(connection)
  const { obstacles } = await distributeTables(connection, { shards: TEST_SHARDS })
  if (obstacles.length > 0) throw new Error(obstacles.join('\n'))
  for (const server of servers) {
    await on(server, async (client) => {
      await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections false`)
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
    })
  }
}

/** Copies a distributed database on all servers. The copies refer to each other as the originals do. */
export async function copyOnAllServers(
  servers: CitusServers,
  name: string,
  template: string,
): Promise<PostgresSocketConnection> {
  const [connection] = await Promise.all(servers.map((server) => createDatabase(server, name, template)))
  if (connection === undefined) throw new Error('There is a coordinator.')
  await on(connection, storeConnectionSettings)
  return connection
}

export async function dropDatabaseOnAllServers(servers: CitusServers, name: string): Promise<void> {
  await Promise.all(servers.map((server) => dropDatabase(server, name)))
}

/** Runs a statement on each shard of a distributed table, because Citus refuses it for the table itself. `%s` stands for the shard. */
export async function onEachShard(pool: pg.Pool, table: string, statementOf: (table: string) => string): Promise<void> {
  if (CITUS_URL === undefined) await pool.query(statementOf(table))
  else await pool.query('select run_command_on_shards($1, $2)', [table, statementOf('%s')])
}

async function on<T>(connection: PostgresSocketConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
