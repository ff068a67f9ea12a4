import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import type { NodeRow } from '../rows/operation-tables.ts'

/** Stores what is known of a running node, in place of what the same node has stored before. */
export async function writeNodeReport(database: Pick<Database, 'transaction'>, report: NodeRow): Promise<void> {
  const { node: _node, ...changed } = report
  await database.transaction((tx) =>
    tx
      .insertInto('nodes')
      .values(report)
      .onConflict((conflict) => conflict.column('node').doUpdateSet(changed))
      .execute(),
  )
}

/** Deletes what is known of a node, and of all nodes that have written nothing since `until`, in Unix milliseconds. */
export async function deleteNodeReports(
  database: Pick<Database, 'transaction'>,
  { node, until }: { node: string; until: number },
): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('nodes')
      .where((row) => row.or([row('node', '=', node), row('seen_at', '<=', until)]))
      .execute(),
  )
}

const MOST_NODES = 1000

/** Lists the nodes that have written a report since `since` (Unix milliseconds), the one that started first first. */
export const listNodeReports = (db: Db, since: number): Promise<NodeRow[]> =>
  db
    .selectFrom('nodes')
    .selectAll()
    .where('seen_at', '>', since)
    .orderBy('started_at')
    .orderBy('node')
    .limit(MOST_NODES)
    .execute()
