import type { JournalEntry, JournalHead } from '../../domain/batch/journal-entry.ts'
import { bySequence, type EntryRow, journalEntry, STEP_ENTRY, TRANSACTION_ENTRY } from './entry-rows.ts'
import { givenParameters, givenRows } from '../sharding/given-rows.ts'
import { arrayOf } from '../statements/binary-array.ts'
import type { Connection, Statement } from './transaction.ts'

/** If more entries than this follow a head, reading a checkpoint is faster than folding them. */
const MOST_ENTRIES = 512

/**
 * Reads the entries that follow the heads of customers in their journals. Undefined for a customer with too many such entries. Undefined
 * also for a customer whose journal has another entry with the head's number: the database was put back to an earlier state, and other
 * entries have been added since.
 */
export async function readTails(
  connection: Connection,
  heads: ReadonlyMap<string, JournalHead>,
): Promise<Map<string, readonly JournalEntry[] | undefined>> {
  if (heads.size === 0) return new Map()
  const ids = [...heads.keys()]
  const values = givenParameters(ids, [
    arrayOf('text', ids),
    arrayOf(
      'bigint',
      [...heads.values()].map(({ sequence }) => sequence),
    ),
  ])
  const rows = await Promise.all([
    connection.rows<EntryRow>(transactionTails, values),
    connection.rows<EntryRow>(stepTails, values),
  ])
  const entries = Map.groupBy(rows.flat().map(journalEntry), ({ customerId }) => customerId)
  return new Map([...heads].map(([id, head]) => [id, tailOf(head, entries.get(id) ?? [])]))
}

function tailOf(head: JournalHead, unordered: JournalEntry[]): JournalEntry[] | undefined {
  if (unordered.length >= MOST_ENTRIES) return undefined
  const entries = unordered.toSorted(bySequence)
  if (head.sequence === 0) return entries
  const [known, ...tail] = entries
  return known?.id === head.id ? tail : undefined
}

const tails = (name: string, table: string, entry: string): Statement => ({
  name,
  text: `select entry.* from ${givenRows({ customer: 'text', sequence: 'bigint' })}
    cross join lateral (select ${entry} from ${table}
      where ${table}.bucket = given.bucket and customer_id = given.customer and ${table}.sequence >= given.sequence
      order by sequence limit ${MOST_ENTRIES}) entry`,
})
const transactionTails = tails('transaction-tails', 'transactions', TRANSACTION_ENTRY)
const stepTails = tails('step-tails', 'transaction_steps', STEP_ENTRY)
