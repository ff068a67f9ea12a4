import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { BucketScope } from '../sharding/groups.ts'
import type { Database } from '../connection/database.ts'
import type { NodeLeaseRow } from '../rows/tables.ts'

/** The bucket scopes in which this node searches for due work. */
export interface NodeBucketScopes {
  /**
   * Resolves with this node's bucket scopes at present. Rejects with the database's error if it cannot be read whether tables are
   * distributed.
   */
  own(): Promise<readonly BucketScope[]>
  /** Ends the lease of this node, so that the other nodes take over its buckets. Never rejects. */
  release(): Promise<void>
}

const RENEW_MS = 5000
/** How many milliseconds after a node's last renewal the other nodes take over its buckets. */
const LEASE_MS = 15_000

/**
 * Shares the buckets among the running nodes, each of which has a lease: of n nodes, each has every n-th bucket. If all tables are on one
 * server, a search is one statement, and every node searches all buckets. While nodes start and stop, two of them may search the same
 * bucket, or none may for a moment. That does no harm, because due work is leased or locked by itself, and is late by no more than a lease.
 */
export function createNodeBucketScopes(
  database: Pick<Database, 'transaction' | 'db' | 'groups'>,
  { node, clock, nowMs = () => performance.now() }: { node: string; clock: Clock; nowMs?: () => number },
): NodeBucketScopes {
  let nodes: readonly string[] = []
  let renewAt = Number.NEGATIVE_INFINITY

  /**
   * Renews this node's lease. Leases are written on every server, so this fails while one is down. Then the node goes on with the nodes
   * that it knew last.
   */
  const renew = async () => {
    renewAt = nowMs() + RENEW_MS
    const now = clock.now()
    const running = await leaseNode(database, { node, now, until: now + LEASE_MS }).catch(() => nodes)
    nodes = running.length === 0 ? [node] : running
  }
  return {
    own: async () => {
      const { bucketScopes } = await database.groups()
      if (bucketScopes.length === 1) return bucketScopes
      if (nowMs() >= renewAt) await renew()
      return bucketScopes.filter((_bucketScope, index) => nodes[index % nodes.length] === node)
    },
    release: async () => {
      if (nodes.length > 0) await endLease(database, node).catch(() => undefined) // the lease ends by itself
    },
  }
}

/**
 * Leases a node until `until`. Resolves with all nodes that have a lease, sorted, so that every node gets the same order. Times are Unix
 * milliseconds.
 */
async function leaseNode(
  database: Pick<Database, 'transaction' | 'db'>,
  { node, now, until }: NodeLeaseRow & { now: number },
): Promise<readonly string[]> {
  await database.transaction(async (tx) => {
    await sql`insert into node_leases (node, until) values (${node}, ${until})
      on conflict (node) do update set until = excluded.until`.execute(tx)
    await tx.deleteFrom('node_leases').where('until', '<=', now).execute()
  })
  const rows = await database.db.selectFrom('node_leases').select('node').where('until', '>', now).execute()
  return rows.map((row) => row.node).toSorted()
}

const endLease = (database: Pick<Database, 'transaction'>, node: string): Promise<unknown> =>
  database.transaction((tx) => tx.deleteFrom('node_leases').where('node', '=', node).execute())
