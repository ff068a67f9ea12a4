import type { JournalEntry, JournalHead } from '../../domain/batch/journal-entry.ts'
import {
  compareJournalSequences,
  type JournalEntryRow,
  journalEntry,
  TRANSACTION_STEP_ENTRY_SQL,
  TRANSACTION_ENTRY_SQL,
} from './entry-rows.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { arrayParameter, binaryArrayParameter } from '../statements/binary-array.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/**
 * The most journal entries after the head of a cached customer that are read and folded one by one. If more follow, reading a checkpoint is
 * faster.
 */
const MOST_ENTRIES = 512

/**
 * Reads the entries that follow the heads of customers in their journals. Undefined for a customer with too many such entries. Undefined
 * also for a customer whose journal has no entry with the head's number, or another one: the database was put back to an earlier state.
 */
export async function readJournalTails(
  connection: DatabaseTransactionConnection,
  heads: ReadonlyMap<string, JournalHead>,
): Promise<Map<string, readonly JournalEntry[] | undefined>> {
  if (heads.size === 0) return new Map()
  const rows = await Promise.all([
    connection.rows<TailRow>(transactionTails, tailParameters(heads, 'txn')),
    connection.rows<TailRow>(stepTails, tailParameters(heads, 'stp')),
  ])
  const byCustomer = Map.groupBy(rows.flat(), ({ customer }) => customer)
  return new Map([...heads].map(([id, head]) => [id, tailOf(head, byCustomer.get(id) ?? [])]))
}

/** A row about the journal entries after the head of a customer: one such entry, or nothing but `customer` if the table lacks the head. */
type TailRow = { customer: string } & (JournalEntryRow | { id: null })

function tailOf(head: JournalHead, rows: readonly TailRow[]): JournalEntry[] | undefined {
  if (rows.length >= MOST_ENTRIES) return undefined
  const entries = rows.flatMap((row) => (row.id === null ? [] : journalEntry(row)))
  const isContinued = entries.length === rows.length && entries.every(({ sequence }) => sequence > head.sequence)
  return isContinued ? entries.toSorted(compareJournalSequences) : undefined
}

/**
 * Makes the parameters of a statement that reads the journal entries after customers' heads. `prefix`: how the ids of the entries in its
 * table begin.
 */
function tailParameters(heads: ReadonlyMap<string, JournalHead>, prefix: 'txn' | 'stp'): unknown[] {
  const ids = [...heads.keys()]
  const known = [...heads.values()]
  return givenRowsSqlParameters(ids, [
    arrayParameter('word', ids),
    binaryArrayParameter('bigint', known.length, (index) => known[index]?.sequence ?? null),
    binaryArrayParameter('word', known.length, (index) => headIn(prefix, known[index])),
  ])
}

const headIn = (prefix: string, head: JournalHead | undefined): string | null =>
  head?.id.startsWith(prefix) === true ? head.id : null

/**
 * Makes a statement that reads the entries of given customers in one table of the journal, from the number of each customer's head on. The
 * entry that is the head is left out, so that most customers have no row. If the table lacks the head, the customer has a row of nulls.
 */
const tails = (name: string, table: string, entry: string): PreparedStatement => ({
  name,
  text: `select given.customer, entry.* from ${givenRowsTableSql({ customer: 'text', sequence: 'bigint', head: 'text' })}
    left join lateral (select ${entry} from ${table}
      where ${table}.bucket = given.bucket and customer_id = given.customer and ${table}.sequence >= given.sequence
      order by sequence limit ${MOST_ENTRIES + 1}) entry on true
    where entry.id is distinct from given.head`,
})
const transactionTails = tails('transaction-tails', 'transactions', TRANSACTION_ENTRY_SQL)
const stepTails = tails('step-tails', 'transaction_steps', TRANSACTION_STEP_ENTRY_SQL)
