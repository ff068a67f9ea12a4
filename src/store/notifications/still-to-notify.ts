import { sql } from 'kysely'
import type { Tx } from '../connection/db.ts'
import { bucketOfRowsJoinedToIds, givenIdsQueryTable } from '../statements/given-rows.ts'

/** The tables of the resources that wait for a decision, by the beginning of their ids, with the status in which a resource waits. */
const waiting = {
  int_: { table: 'intents', status: 'pending_approval' },
  sub_: { table: 'subscriptions', status: 'pending_approval' },
  chg_: { table: 'change_requests', status: 'pending' },
  chl_: { table: 'challenges', status: 'pending' },
} as const

/**
 * Selects those of the given ids that people still have to be notified of. A resource that waits for a decision is selected as long as
 * somebody can decide about it. Anything else, such as an event about a purchase, is always selected. `now`: Unix milliseconds.
 */
export async function idsStillToNotifyPeopleOf(
  tx: Tx,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const byKind = Map.groupBy(new Set(ids), (id) => id.slice(0, 4))
  const due: string[] = []
  for (const [prefix, own] of byKind) {
    due.push(...(prefix in waiting ? await waitingAmong(tx, prefix as keyof typeof waiting, { ids: own, now }) : own))
  }
  return new Set(due)
}

async function waitingAmong(
  tx: Tx,
  prefix: keyof typeof waiting,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Promise<string[]> {
  const { table, status } = waiting[prefix]
  const { rows } = await sql<{ id: string }>`
    select found.id from ${givenIdsQueryTable(ids)} cross join lateral (
      select id from ${sql.table(table)} where bucket = ${bucketOfRowsJoinedToIds(ids, 'given.bucket')} and id = given.id
        and status = ${status} and expires_at > ${now} limit 1) found`.execute(tx)
  return rows.map(({ id }) => id)
}
