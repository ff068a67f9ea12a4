import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'
import { isInBucketScopeOfTableSql } from '../sharding/by-id.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import { type BucketScope, divideByBucketGroup } from '../sharding/groups.ts'
import { addToSpendRollupSums } from './add-to-sums.ts'
import { nextRollupEntries, type SpendRollupPosition } from './next-entries.ts'

export interface SpendRollupProgress {
  /** The ids of customers whose journals may have more entries. */
  readonly left: readonly string[]
  /**
   * Whether this call has locked the rollups of at least one of the customers. False: other nodes have locked all of them, or the time was
   * over at once.
   */
  readonly isFurther: boolean
}

/**
 * Adds the next journal entries of these customers to the rollups. The sequence of the last added entry is stored in the same transaction,
 * so that no entry is counted twice. It leaves out customers that another node is rolling up. Once `isOver` returns true, it also leaves
 * out the customers of all further groups of buckets.
 */
export async function rollUpSpend(
  database: Database,
  customerIds: readonly string[],
  isOver: () => boolean,
): Promise<SpendRollupProgress> {
  const groups = divideByBucketGroup(await database.groups(), customerIds, (id) => id)
  const rolledUp: SpendRollupProgress[] = []
  for (const own of groups) {
    rolledUp.push(isOver() ? { left: own, isFurther: false } : await rollUpGroup(database, own, isOver))
  }
  return { left: rolledUp.flatMap(({ left }) => left), isFurther: rolledUp.some(({ isFurther }) => isFurther) }
}

const rollUpGroup = (
  database: Database,
  customerIds: readonly string[],
  isOver: () => boolean,
): Promise<SpendRollupProgress> =>
  database.transaction(async (tx) => {
    const ids = customerIds.toSorted()
    const sequences = await lockSequences(tx, ids)
    const busy = ids.filter((id) => !sequences.has(id))
    if (sequences.size === 0) return { left: busy, isFurther: false }
    const { facts, reached, more } = await nextRollupEntries(tx, sequences, isOver)
    if (reached.size > 0) {
      await addToSpendRollupSums(tx, facts)
      await saveSequences(tx, reached)
    }
    return { left: [...busy, ...more], isFurther: true }
  })
/**
 * Reads one page of all customers. `customerIds` are those with journal entries that are not in the rollups yet; `last` is the id of the
 * page's last customer, or null if this was the last page.
 */
export async function customersToRollUp(
  db: Db,
  page: { bucketScope: BucketScope; after: string; limit: number },
): Promise<{ customerIds: string[]; last: string | null }> {
  const rows = await db
    .selectFrom('customers')
    .select(['customers.id', hasMore(page.bucketScope).as('has_more')])
    .where(isInBucketScopeOfTableSql(page.bucketScope))
    .where('customers.id', '>', page.after)
    .orderBy('customers.id')
    .limit(page.limit)
    .execute()
  const last = rows.length < page.limit ? null : (rows.at(-1)?.id ?? null)
  return { customerIds: rows.filter((row) => row.has_more).map(({ id }) => id), last }
}

/**
 * Whether a customer has journal entries that are not in the rollups, as spend or as postings. The journal has no gaps, so there are such entries if there is an
 * entry with the next number. Each table is searched within the bucket scope, because Citus would join all shards otherwise.
 */
function hasMore(bucketScope: BucketScope) {
  const own = bucketScope === null ? sql`customers.bucket` : sql`${bucketScope}::smallint`
  const sequence = sql`coalesce((select f.posted_sequence from spend_folds f
    where f.bucket = ${own} and f.customer_id = customers.id), 0)`
  // The subquery reads in the order of the journal's index: with EXISTS, a plan that was made while the table had few rows would read all
  // of them.
  const after = (table: string) => sql`coalesce((select e.sequence = 1 + ${sequence} from ${sql.table(table)} e
    where e.bucket = ${own} and e.customer_id = customers.id and e.sequence > ${sequence}
    order by e.sequence limit 1), false)`
  return sql<boolean>`${after('transactions')} or ${after('transaction_steps')}`
}

/**
 * Locks the rollups of the customers that no other node is rolling up. Returns, for each, the sequence of the last journal entry that is
 * rolled up; zero for a new customer.
 */
async function lockSequences(tx: Tx, ids: readonly string[]): Promise<Map<string, SpendRollupPosition>> {
  await sql`insert into spend_folds (bucket, customer_id, account_id, sequence, posted_sequence)
    select c.bucket, c.id, c.account_id, 0, 0 from ${givenIdsQueryTable(ids)}
      join customers c on c.bucket = given.bucket and c.id = given.id
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<
    { customer_id: string } & SpendRollupPosition
  >`select f.customer_id, f.sequence, f.posted_sequence, c.currency
    from ${givenIdsQueryTable(ids)}
      join spend_folds f on f.bucket = given.bucket and f.customer_id = given.id
      join customers c on c.bucket = given.bucket and c.id = given.id
    for update of f skip locked`.execute(tx)
  const locked = new Map(rows.map(({ customer_id, ...reached }) => [customer_id, reached]))
  return new Map(
    ids.flatMap((id) => {
      const reached = locked.get(id)
      return reached === undefined ? [] : [[id, reached] as const]
    }),
  )
}

async function saveSequences(tx: Tx, reached: ReadonlyMap<string, number>): Promise<void> {
  await sql`update spend_folds f set sequence = greatest(f.sequence, given.sequence), posted_sequence = given.sequence
    from ${givenIdsQueryTable([...reached.keys()], { sequence: sql`${[...reached.values()]}::bigint[]` })}
    where f.bucket = given.bucket and f.customer_id = given.id`.execute(tx)
}
