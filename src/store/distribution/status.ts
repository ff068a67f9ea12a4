import type { DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { CUSTOMER_BUCKETS } from '../../lib/buckets.ts'
import { isDatabaseDistributed } from '../sharding/placement.ts'
import { listClusterServers, type ClusterServer } from './servers.ts'
import { COLOCATION_TABLE, listTablePlacements } from '../sharding/distributed-tables.ts'

export interface ClusterServerStatus extends ClusterServer {
  /** How many shards of each distributed table are on the server. */
  readonly shards: number
  readonly buckets: readonly number[]
  /** The size of all shards of the server in bytes, with their indexes. */
  readonly bytes: number
}

export interface ClusterStatus {
  readonly citusVersion: string
  readonly tables: { readonly distributed: number; readonly reference: number; readonly local: readonly string[] }
  readonly servers: readonly ClusterServerStatus[]
}

/** Reads the servers of a cluster with their shards. Null: the tables are not distributed. */
export const readClusterStatus = (connection: DatabaseOptions['connection']): Promise<ClusterStatus | null> =>
  withOwnDatabaseConnection(connection, async (client) => {
    if (!(await isDatabaseDistributed(client))) return null
    const [servers, tables] = [await listClusterServers(client), await listTablePlacements(client)]
    const { rows } = await client.query<{ version: string }>(
      `select extversion as version from pg_extension where extname = 'citus'`,
    )
    const { rows: sizes } = await client.query<{ name: string; shards: string; bytes: string }>(
      `select nodename || ':' || nodeport as name, count(*) filter (where table_name = to_regclass($1)) as shards,
        sum(shard_size) as bytes
      from citus_shards where citus_table_type = 'distributed' group by 1`,
      [COLOCATION_TABLE],
    )
    const { rows: bucketServers } = await client.query<{ name: string; bucket: number }>(
      `select nodename || ':' || nodeport as name, bucket
      from unnest($1::smallint[]) as bucket
      join citus_shards on shardid = get_shard_id_for_distribution_column($2::regclass, bucket)`,
      [CUSTOMER_BUCKETS, COLOCATION_TABLE],
    )
    const sizeOf = new Map(sizes.map((row) => [row.name, row]))
    const named = (placed: string) => tables.filter((table) => table.placed === placed).map(({ name }) => name)
    return {
      citusVersion: rows[0]?.version ?? '',
      tables: {
        distributed: named('distributed').length,
        reference: named('reference').length,
        local: named('local'),
      },
      servers: servers.map((server) => ({
        ...server,
        shards: Number(sizeOf.get(server.name)?.shards ?? 0),
        bytes: Number(sizeOf.get(server.name)?.bytes ?? 0),
        buckets: bucketServers
          .filter(({ name }) => name === server.name)
          .map(({ bucket }) => bucket)
          .toSorted((a, b) => a - b),
      })),
    }
  })
