import type { Database } from '../connection/database.ts'
import { sql } from 'kysely'
import type { NodeLeaseRow } from '../rows/tables.ts'

/**
 * Leases a node until `until`. Resolves with all nodes that have a lease, sorted, so that every node gets the same order. Times are Unix
 * milliseconds.
 */
export async function leaseNode(
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

export const endLease = (database: Pick<Database, 'transaction'>, node: string): Promise<unknown> =>
  database.transaction((tx) => tx.deleteFrom('node_leases').where('node', '=', node).execute())
