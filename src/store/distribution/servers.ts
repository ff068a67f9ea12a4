import type pg from 'pg'

/** A server of a cluster, as the coordinator knows it. */
export interface ClusterServer {
  readonly name: string
  readonly isCoordinator: boolean
  /** Whether Citus may place shards on the server. */
  readonly holdsShards: boolean
  readonly isActive: boolean
}

export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rowCount === 1
}

/** Lists the primary servers of the cluster, the coordinator first. */
export async function listClusterServers(client: pg.ClientBase): Promise<ClusterServer[]> {
  const { rows } = await client.query<ClusterServer>(`
    select nodename || ':' || nodeport as name, groupid = 0 as "isCoordinator", shouldhaveshards as "holdsShards",
      isactive as "isActive"
    from pg_dist_node where noderole = 'primary' order by groupid, nodename, nodeport`)
  return rows
}
