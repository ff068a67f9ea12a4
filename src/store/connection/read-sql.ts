import type { Kysely, RawBuilder } from 'kysely'
import { assert } from '../../lib/assert.ts'
import type { DatabaseTables } from '../rows/tables.ts'
import type { Db } from './db.ts'

/** `READS` matches the beginning of a statement that only reads, `WRITES` the keywords of a statement that writes or locks. */
const READS = /^\s*(select|with)\b/i
const WRITES = /\b(insert|update|delete|merge|truncate|for\s+(key\s+)?share)\b/i

/**
 * Runs a `select` that is written as SQL, and resolves with its rows. It is for callers that have a `Db`, and so may only read. The
 * compiler does not check SQL, so a statement that writes or locks throws before it is sent.
 */
export async function readRowsBySql<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const executor = db as Kysely<DatabaseTables>
  const compiled = query.compile(executor)
  assert(READS.test(compiled.sql) && !WRITES.test(compiled.sql), 'what is read by SQL neither writes nor locks')
  const { rows } = await executor.executeQuery(compiled)
  return rows
}
