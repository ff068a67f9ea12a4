import type pg from 'pg'

/** How Citus moves a shard. With `force_logical`, writes go on during the move. */
type TransferMode = 'block_writes' | 'force_logical'

/** Moves the shard of a bucket to another worker of a Citus, with the shards of all tables. */
export async function moveShard(pool: pg.Pool, bucket: number, mode: TransferMode): Promise<void> {
  const { rows } = await pool.query<{ shard: string; host: string; port: number; to_host: string; to_port: number }>(
    `select shardid as shard, own.nodename as host, own.nodeport as port, other.nodename as to_host, other.nodeport as to_port
    from pg_dist_placement placed
    join pg_dist_node own on own.groupid = placed.groupid
    join pg_dist_node other on other.groupid <> own.groupid and other.shouldhaveshards and other.noderole = 'primary'
    where shardid = get_shard_id_for_distribution_column('customers', $1::smallint) limit 1`,
    [bucket],
  )
  const [placed] = rows
  if (placed === undefined) throw new Error('There is no other worker to move a shard to.')
  const { shard, host, port, to_host: toHost, to_port: toPort } = placed
  const move =
    'select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => $6::citus.shard_transfer_mode)'
  await pool.query(move, [shard, host, port, toHost, toPort, mode])
}
