import type { Clock } from '../../lib/clock.ts'
import type { Part } from './groups.ts'
import type { Database } from '../connection/database.ts'
import { endLease, leaseNode } from '../nodes/node-leases.ts'

/** What this node looks through for what falls due. */
export interface NodeParts {
  own(): Promise<readonly Part[]>
  /** Leaves all of it to the others. */
  release(): Promise<void>
}

const RENEW_MS = 5000
/** The buckets of a node that has died are looked through by the others after so long. */
const LEASE_MS = 15_000

/**
 * Shares out buckets among the nodes that are there, by one lease of each node: a node has every n-th bucket. Where all is on one server,
 * each look is one statement, and every node looks at everything. While nodes come and go two of them may look at the same bucket, or
 * none for a moment: what they find is leased or locked by itself, and is late by no more than a lease.
 */
export function createNodeParts(
  database: Pick<Database, 'transaction' | 'db' | 'groups'>,
  { node, clock, nowMs = () => performance.now() }: { node: string; clock: Clock; nowMs?: () => number },
): NodeParts {
  let nodes: readonly string[] = []
  let renewAt = Number.NEGATIVE_INFINITY

  /** Leases are written on every server: while one is away, those that were there last go on. */
  const renew = async () => {
    renewAt = nowMs() + RENEW_MS
    const now = clock.now()
    const found = await leaseNode(database, { node, now, until: now + LEASE_MS }).catch(() => nodes)
    nodes = found.length === 0 ? [node] : found
  }
  return {
    own: async () => {
      const { parts } = await database.groups()
      if (parts.length === 1) return parts
      if (nowMs() >= renewAt) await renew()
      return parts.filter((_part, index) => nodes[index % nodes.length] === node)
    },
    release: async () => {
      if (nodes.length > 0) await endLease(database, node).catch(() => undefined) // it ends by itself
    },
  }
}
