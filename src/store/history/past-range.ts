import type { JournalHead } from '../../domain/batch/journal-entry.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { firstId } from '../../lib/ids.ts'
import type { Snapshot } from './snapshot.ts'

/** The decisions of a customer in some time, as a part of its journal. */
export interface PastRange {
  readonly accountId: string
  readonly customerId: string
  /** The first decision. */
  readonly first: JournalHead
  /** The number of the last one. */
  readonly last: number
  /** The number of the last entry that there is. */
  readonly head: number
}

/** Both moments included. Null: nothing was decided then. */
export async function findRange(
  snapshot: Snapshot,
  { accountId, customerId, from, to }: Pick<PastRange, 'accountId' | 'customerId'> & { from: number; to: number },
): Promise<PastRange | null> {
  const of = [bucketOf(customerId), `${accountId} ${customerId}`]
  const [[first], [last], [head]] = await Promise.all([
    snapshot.rows<JournalHead & object>(FIRST, [...of, firstId('txn', from), firstId('txn', to + 1)]),
    snapshot.rows<{ sequence: number }>(LAST_BEFORE, [...of, firstId('txn', to + 1)]),
    snapshot.rows<{ sequence: number }>(HEAD, [bucketOf(customerId), customerId]),
  ])
  if (first === undefined || last === undefined || head === undefined) return null
  return { accountId, customerId, first, last: last.sequence, head: head.sequence }
}

/** The number of the first entry that may be of a moment or later. */
export async function firstEntryFrom(snapshot: Snapshot, range: PastRange, moment: number): Promise<number> {
  const { accountId, customerId } = range
  const values = [bucketOf(customerId), `${accountId} ${customerId}`, firstId('txn', moment)]
  const [before] = await snapshot.rows<{ sequence: number }>(LAST_BEFORE, values)
  return (before?.sequence ?? 0) + 1
}

const OF_CUSTOMER = "from transactions where bucket = $1 and account_id || ' ' || customer_id = $2"
const FIRST = `select sequence, id, created_at as at ${OF_CUSTOMER} and id >= $3 and id < $4 order by id limit 1`
const LAST_BEFORE = `select sequence ${OF_CUSTOMER} and id < $3 order by id desc limit 1`
const lastOf = (table: string) =>
  `coalesce((select sequence from ${table} where bucket = $1 and customer_id = $2 order by sequence desc limit 1), 0)`
const HEAD = `select greatest(${lastOf('transactions')}, ${lastOf('transaction_steps')})::float8 as sequence`
