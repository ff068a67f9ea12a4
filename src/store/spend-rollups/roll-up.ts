import { setImmediate as nextTurn } from 'node:timers/promises'
import { present } from '../../lib/assert.ts'
import { bounded, boundedSql } from '../statements/bounded-sum.ts'
import { CompiledQuery, sql } from 'kysely'
import {
  nothing,
  sharesOf,
  type SpendFact,
  type SpendShare,
  sumStart,
  type Tally,
} from '../../domain/spend/spend-shares.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { bucketOfJoinedBy, givenIds } from '../sharding/given-rows.ts'
import { inGroups, type BucketScope } from '../sharding/groups.ts'
import { ofBucketScope } from '../sharding/by-id.ts'
import { columnArrays, type Columns, insertSql } from '../statements/columns.ts'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'
import type { CountedPart } from '../../domain/spend/counted-part.ts'
import type { SpendSumRow } from '../rows/spend-tables.ts'

/** The most entries of journals that one statement reads: so many transactions, and by another statement so many steps of transactions. */
const MOST_READ = 1000
/**
 * How often one transaction of the database reads entries before it writes the rollups. Most purchases of a moment change the same rows, such
 * as the sums of their card's day, so that many entries need few more writes than few.
 */
const MOST_READS = 16
/**
 * The most rows of `spend_sums` that one statement writes. A purchase that is decided meanwhile waits for a processor of the database no longer
 * than such a statement takes.
 */
const MOST_WRITTEN = 400
/** For how many facts in a row sums are added up, before requests have their turn. */
const FACTS_IN_A_TURN = 100

interface Entry extends SpendFact {
  readonly sequence: number
}

export interface RollupProgress {
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
): Promise<RollupProgress> {
  const groups = inGroups(await database.groups(), customerIds, (id) => id)
  const rolledUp: RollupProgress[] = []
  for (const own of groups) {
    rolledUp.push(isOver() ? { left: own, isFurther: false } : await rollUpGroup(database, own, isOver))
  }
  return { left: rolledUp.flatMap(({ left }) => left), isFurther: rolledUp.some(({ isFurther }) => isFurther) }
}

const rollUpGroup = (
  database: Database,
  customerIds: readonly string[],
  isOver: () => boolean,
): Promise<RollupProgress> =>
  database.transaction(async (tx) => {
    const ids = customerIds.toSorted()
    const sequences = await lockSequences(tx, ids)
    const busy = ids.filter((id) => !sequences.has(id))
    if (sequences.size === 0) return { left: busy, isFurther: false }
    const { facts, reached, more } = await nextEntries(tx, sequences, isOver)
    if (reached.size > 0) {
      await addToSums(tx, facts)
      await saveSequences(tx, reached)
    }
    return { left: [...busy, ...more], isFurther: true }
  })

interface NextEntries {
  /** The entries, added up where they count in the same sums. */
  readonly facts: Iterable<SpendFact>
  /** The sequence of each customer's last entry. */
  readonly reached: ReadonlyMap<string, number>
  /** The customers who may have further entries. */
  readonly more: readonly string[]
}

/** Reads the next entries of these customers. */
async function nextEntries(
  tx: Tx,
  sequences: ReadonlyMap<string, Reached>,
  isOver: () => boolean,
): Promise<NextEntries> {
  const facts = new Map<string, SpendFact>()
  const reached = new Map<string, number>()
  let left = sequences
  for (let reads = 0; reads < MOST_READS && left.size > 0 && (reads === 0 || !isOver()); reads += 1) {
    const most = Math.max(1, Math.floor(MOST_READ / left.size))
    const byCustomer = Map.groupBy(await entriesAfter(tx, left, most), ({ customerId }) => customerId)
    const further = new Map<string, Reached>()
    for (const [id, { sequence, currency }] of left) {
      const own = withoutGaps(sequence, byCustomer.get(id) ?? [])
      if (own.length === 0) continue
      for (const entry of own) addUp(facts, entry)
      reached.set(id, sequence + own.length)
      if (own.length >= most) further.set(id, { sequence: sequence + own.length, currency })
    }
    left = further
  }
  return { facts: facts.values(), reached, more: [...left.keys()] }
}

/**
 * Reads one page of all customers. `customerIds` are those with entries that are not in the rollups yet; `last` is the id of the page's
 * last customer, or null if this was the last page.
 */
export async function customersToRollUp(
  db: Db,
  page: { bucketScope: BucketScope; after: string; limit: number },
): Promise<{ customerIds: string[]; last: string | null }> {
  const rows = await db
    .selectFrom('customers')
    .select(['customers.id', hasMore(page.bucketScope).as('has_more')])
    .where(ofBucketScope(page.bucketScope))
    .where('customers.id', '>', page.after)
    .orderBy('customers.id')
    .limit(page.limit)
    .execute()
  const last = rows.length < page.limit ? null : (rows.at(-1)?.id ?? null)
  return { customerIds: rows.filter((row) => row.has_more).map(({ id }) => id), last }
}

/**
 * Whether a customer has journal entries that are not in the rollups. The journal has no gaps, so there are such entries if there is an
 * entry with the next number. Each table is searched within the bucket scope, because Citus would join all shards otherwise.
 */
function hasMore(bucketScope: BucketScope) {
  const own = bucketScope === null ? sql`customers.bucket` : sql`${bucketScope}::smallint`
  const sequence = sql`coalesce((select f.sequence from spend_folds f
    where f.bucket = ${own} and f.customer_id = customers.id), 0)`
  // The subquery reads in the order of the journal's index: with EXISTS, a plan that was made while the table had few rows would read all
  // of them.
  const after = (table: string) => sql`coalesce((select e.sequence = 1 + ${sequence} from ${sql.table(table)} e
    where e.bucket = ${own} and e.customer_id = customers.id and e.sequence > ${sequence}
    order by e.sequence limit 1), false)`
  return sql<boolean>`${after('transactions')} or ${after('transaction_steps')}`
}

/**
 * Locks the rollups of the customers that no other node is rolling up. Returns, for each, the sequence of the last entry that is rolled up;
 * zero for a new customer.
 */
async function lockSequences(tx: Tx, ids: readonly string[]): Promise<Map<string, Reached>> {
  await sql`insert into spend_folds (bucket, customer_id, account_id, sequence)
    select c.bucket, c.id, c.account_id, 0 from ${givenIds(ids)}
      join customers c on c.bucket = given.bucket and c.id = given.id
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ customer_id: string } & Reached>`select f.customer_id, f.sequence, c.currency
    from ${givenIds(ids)}
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

/** How far the rollups of a customer reach, and the customer's currency. */
interface Reached {
  /** The sequence of the last entry that is rolled up. */
  readonly sequence: number
  readonly currency: string
}

async function entriesAfter(tx: Tx, sequences: ReadonlyMap<string, Reached>, most: number): Promise<Entry[]> {
  const ids = [...sequences.keys()]
  const heads = givenIds(ids, { sequence: sql`${[...sequences.values()].map(({ sequence }) => sequence)}::bigint[]` })
  const ofEntry = (name: string) => sql`${sql.table(name)}.bucket = given.bucket
    and ${sql.table(name)}.customer_id = given.id and ${sql.table(name)}.sequence > given.sequence
    order by ${sql.table(name)}.sequence limit ${most}`
  const transactions = await sql<TransactionEntry>`select entry.* from ${heads} cross join lateral (
    select account_id, customer_id, agent_id, card_id, sequence, created_at as at, type, decision, amount, currency, merchant, reasons
      from transactions where ${ofEntry('transactions')}) entry`.execute(tx)
  const steps = await sql<StepEntry>`select entry.*, (select merchant from transactions t
      where t.bucket = ${bucketOfJoinedBy(ids, 'entry.bucket')} and t.id = entry.transaction_id) as merchant
    from ${heads} cross join lateral (
    select bucket, account_id, customer_id, agent_id, card_id, transaction_id, sequence, at, counted
      from transaction_steps where ${ofEntry('transaction_steps')}) entry`.execute(tx)
  const currencyOf = ({ customer_id: id }: EntryRow) => present(sequences.get(id), 'its customer is locked').currency
  return [
    ...transactions.rows.map((row) => ofTransaction(row, currencyOf(row))),
    ...steps.rows.map((row) => ofStep(row, currencyOf(row))),
  ]
}

interface EntryRow {
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  sequence: number
  at: number
  merchant: { name?: string; mcc?: string } | null
}
interface TransactionEntry extends EntryRow {
  type: 'authorization' | 'force_capture' | 'credit'
  decision: 'approve' | 'decline'
  amount: number
  currency: string
  reasons: { code: string }[]
}
interface StepEntry extends EntryRow {
  counted: CountedPart[] | null
}

const ofEntry = ({ merchant, ...row }: EntryRow, currency: string) => ({
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  currency,
  sequence: row.sequence,
  at: row.at,
  merchant: merchant?.name?.trim() ?? '',
  mcc: merchant?.mcc ?? '',
})

/** A decline in another currency than the customer's counts as a decline, but without its amount: no sum mixes currencies. */
function ofTransaction(row: TransactionEntry, currency: string): Entry {
  if (row.type === 'credit') return { ...ofEntry(row, currency), reasons: [], approved: nothing, declined: nothing }
  const tally = { count: 1, amount: row.currency === currency ? row.amount : 0 }
  return row.decision === 'approve'
    ? { ...ofEntry(row, currency), reasons: [], approved: tally, declined: nothing }
    : {
        ...ofEntry(row, currency),
        reasons: [...new Set(row.reasons.map(({ code }) => code))],
        approved: nothing,
        declined: tally,
      }
}

/**
 * What a step adds to the approved spend or takes from it, at the time of the step. A declined increment does not count as a declined
 * transaction.
 */
const ofStep = (row: StepEntry, currency: string): Entry => ({
  ...ofEntry(row, currency),
  reasons: [],
  approved: { count: 0, amount: (row.counted ?? []).reduce((sum, [, amount]) => sum + amount, 0) },
  declined: nothing,
})

/**
 * Returns the entries up to the first gap of their sequences. Decisions and steps are in two tables, which are read by two statements. An
 * entry that is committed between the two statements may be missing from `read`. The missing entry and all later ones are left for the next
 * run.
 */
function withoutGaps(reached: number, read: readonly Entry[]): Entry[] {
  const entries = read.toSorted((a, b) => a.sequence - b.sequence)
  const gap = entries.findIndex(({ sequence }, index) => sequence !== reached + 1 + index)
  return gap === -1 ? entries : entries.slice(0, gap)
}

/** Adds an entry to the one that counts in the same sums, such as another purchase of its card at its merchant in its hour. */
function addUp(facts: Map<string, SpendFact>, entry: Entry): void {
  if (entry.approved.amount === 0 && entry.approved.count === 0 && entry.declined.count === 0) return
  const { cardId, agentId, at, mcc, reasons, merchant } = entry
  const key = [cardId, agentId, sumStart('hour', at), mcc, reasons.join(','), merchant].join(' ')
  const fact = facts.get(key)
  facts.set(
    key,
    fact === undefined
      ? entry
      : { ...fact, approved: plus(fact.approved, entry.approved), declined: plus(fact.declined, entry.declined) },
  )
}

const plus = (a: Tally, b: Tally): Tally => ({ count: a.count + b.count, amount: bounded(a.amount + b.amount) })

type SumRow = SpendSumRow & { bucket: number }

const sumColumns: Columns<SumRow> = {
  bucket: 'smallint',
  scope_id: 'word',
  account_id: 'word',
  grouped_by: 'word',
  length: 'word',
  start: 'bigint',
  group_key: 'text',
  approved_count: 'bigint',
  approved_amount: 'bigint',
  declined_count: 'bigint',
  declined_amount: 'bigint',
}
const sums = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const addSql = `${insertSql('spend_sums', sumColumns)} on conflict (scope_id, grouped_by, length, start, group_key, bucket)
  do update set ${sums.map((name) => `${name} = ${boundedSql(`spend_sums.${name} + excluded.${name}`)}`).join(', ')}`

/** Writes the sums in the order of their keys, so that two transactions that add to the same sums cannot deadlock. */
async function addToSums(tx: Tx, facts: Iterable<SpendFact>): Promise<void> {
  const sums = await sumsOf(facts)
  const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  for (let first = 0; first < sorted.length; first += MOST_WRITTEN) {
    const some = sorted.slice(first, first + MOST_WRITTEN)
    await tx.executeQuery(CompiledQuery.raw(addSql, columnArrays(sumColumns, some)))
  }
}

/** Makes the rows to add, by their keys. Requests are answered in between. */
async function sumsOf(facts: Iterable<SpendFact>): Promise<ReadonlyMap<string, SumRow>> {
  const rows = new Map<string, SumRow>()
  let inTurn = 0
  for (const fact of facts) {
    for (const share of sharesOf(fact)) addShare(rows, fact, share)
    inTurn += 1
    if (inTurn % FACTS_IN_A_TURN === 0) await nextTurn()
  }
  return rows
}

function addShare(rows: Map<string, SumRow>, fact: SpendFact, share: SpendShare): void {
  const { scopeId, groupedBy, group, length, start } = share
  const key = [scopeId, groupedBy, length, start, group].join(' ')
  const row = rows.get(key)
  rows.set(key, {
    bucket: bucketOf(scopeId),
    scope_id: scopeId,
    account_id: fact.accountId,
    grouped_by: groupedBy,
    length,
    start,
    group_key: group,
    approved_count: (row?.approved_count ?? 0) + fact.approved.count,
    approved_amount: bounded((row?.approved_amount ?? 0) + fact.approved.amount),
    declined_count: (row?.declined_count ?? 0) + fact.declined.count,
    declined_amount: bounded((row?.declined_amount ?? 0) + fact.declined.amount),
  })
}

async function saveSequences(tx: Tx, reached: ReadonlyMap<string, number>): Promise<void> {
  await sql`update spend_folds f set sequence = given.sequence
    from ${givenIds([...reached.keys()], { sequence: sql`${[...reached.values()]}::bigint[]` })}
    where f.bucket = given.bucket and f.customer_id = given.id`.execute(tx)
}
