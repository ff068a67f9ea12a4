import type pg from 'pg'
import { CUSTOMER_BUCKETS } from '../../lib/buckets.ts'
import { distributedBucketGroups, type BucketGroups, singleBucketGroup } from './groups.ts'
import { isDatabaseDistributed } from './placement.ts'
import { COLOCATION_TABLE } from './distributed-tables.ts'

/** The address by which other servers reach a worker. */
export interface WorkerAddress {
  readonly host: string
  readonly port: number
}

/** The address of each bucket's worker. Statements about a bucket that is missing here go to the coordinator. */
export type BucketWorkerAddresses = ReadonlyMap<number, WorkerAddress>

/** Reads how ids are grouped: by bucket if the tables are distributed, otherwise all in one group. */
export const readBucketGroups = async (pool: pg.Pool): Promise<BucketGroups> =>
  (await isDatabaseDistributed(pool)) ? distributedBucketGroups : singleBucketGroup

/** Reads the worker of each bucket. The statement does not read `citus_shards`, which measures the size of every shard. */
export async function readBucketAddresses(pool: pg.ClientBase | pg.Pool): Promise<BucketWorkerAddresses> {
  const { rows } = await pool.query<WorkerAddress & { bucket: number }>(
    `select bucket, nodename as host, nodeport as port
    from unnest($1::smallint[]) as bucket
    join pg_dist_placement placed on placed.shardid = get_shard_id_for_distribution_column($2::regclass, bucket)
    join pg_dist_node server on server.groupid = placed.groupid
    where server.groupid <> 0 and server.noderole = 'primary' and server.isactive and server.hasmetadata`,
    [CUSTOMER_BUCKETS, COLOCATION_TABLE],
  )
  return new Map(rows.map(({ bucket, host, port }) => [bucket, { host, port }]))
}
