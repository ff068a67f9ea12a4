import type { Db } from '../connection/db.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'

/**
 * The table of a kind of asks (intents, subscriptions, change requests or challenges): it has an id and its bucket, the customer's id, a
 * status and the time at which an ask expires.
 */
export interface ApprovalAskTable<State> {
  readonly tableName: string
  readonly state: (this: void, row: never) => State
}

/**
 * The name of the table with the asks of a kind, such as change requests. Kysely knows tables by literal names; for what asks have in
 * common, any of their names does.
 */
export const approvalAskTableName = ({ tableName }: ApprovalAskTable<unknown>) => tableName as 'intents'

/** Reads the asks of one kind (such as change requests) that have the given ids, in no order. */
export async function approvalAsksById<State>(
  db: Db,
  table: ApprovalAskTable<State>,
  ids: readonly string[],
): Promise<State[]> {
  const rows = await db
    .selectFrom(givenIdsQueryTable(ids))
    .innerJoin(`${approvalAskTableName(table)} as ask`, (on) =>
      on.onRef('ask.bucket', '=', 'given.bucket').onRef('ask.id', '=', 'given.id'),
    )
    .selectAll('ask')
    .execute()
  return rows.map((row) => table.state(row as never))
}
