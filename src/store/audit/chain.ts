import type { Act, ResourceChange } from '../../domain/audit/record.ts'
import { type AuditEntry, entryHash, NO_HASH } from '../../lib/audit-chain.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { HOUR_MS, timestamp } from '../../lib/clock.ts'
import { type Ids, timeOf } from '../../lib/ids.ts'
import { columnArrays, columnNames, type Columns, insertSql } from '../statements/columns.ts'
import type { AuditEntryRow, AuditHeadRow } from '../rows/audit-tables.ts'

/** A change, and who made it. */
export interface AuditRecord extends ResourceChange {
  readonly act: Act
}

const headColumns: Columns<AuditHeadRow> = {
  bucket: 'smallint',
  account_id: 'word',
  sequence: 'bigint',
  entry_id: 'word',
  hash: 'word',
  sign_due_at: 'bigint',
}

/**
 * Locks the end of the chain that entries are appended to, by bucket and account. It is the last lock that a transaction takes, those
 * of several accounts in their order, and waits for nobody who waits for another: whoever has it writes and commits.
 */
export const lockHeadText = `select ${columnNames(headColumns)} from audit_heads where bucket = $1 and account_id = $2 for update`

/** Records by their accounts, in the order in which the ends of their chains are locked. */
export const byAccount = (records: readonly AuditRecord[]): [accountId: string, own: AuditRecord[]][] =>
  [...Map.groupBy(records, ({ accountId }) => accountId)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What appends records of one account to its chain, whose head is locked. */
export function appending(ids: Ids, head: AuditHeadRow | undefined, records: readonly AuditRecord[]): Query {
  const rows: AuditEntryRow[] = []
  let end = present(head, 'an account has a chain')
  for (const record of records) {
    const row = nextRow(ids, end, record)
    rows.push(row)
    end = nextHead(end, row)
  }
  const { bucket, account_id, sequence, entry_id, hash, sign_due_at } = end
  return {
    statement: append,
    values: [...columnArrays(entryColumns, rows), bucket, account_id, sequence, entry_id, hash, sign_due_at],
  }
}

interface Query {
  readonly statement: { readonly name: string; readonly text: string }
  readonly values: readonly unknown[]
}

const nextHead = (head: AuditHeadRow, { sequence, id, hash }: AuditEntryRow): AuditHeadRow => ({
  ...head,
  sequence,
  entry_id: id,
  hash,
  sign_due_at: head.sign_due_at ?? timeOf(id) + HOUR_MS,
})

/** Ids of a chain are in the order of its numbers, also where another node's clock was ahead. */
function nextRow(ids: Ids, head: AuditHeadRow, record: AuditRecord): AuditEntryRow {
  const bucket = bucketOf(record.accountId)
  const newest = ids('aud', bucket)
  const ms = head.sequence === 0 ? timeOf(newest) : Math.max(timeOf(newest), timeOf(head.entry_id))
  const id = head.sequence === 0 ? newest : ids.following('aud', { ms, bucket, after: head.entry_id })
  const { act, resource, customerId, changes } = record
  const row = {
    bucket,
    account_id: record.accountId,
    sequence: head.sequence + 1,
    id,
    actor_type: act.actor.type,
    actor_id: act.actor.id,
    actor_name: act.actor.name,
    request_id: act.requestId,
    operation: act.operation,
    resource_type: resource.type,
    resource_id: resource.id,
    customer_id: customerId,
    changes,
    previous_hash: head.hash,
    hash: '',
  }
  return { ...row, hash: entryHash(auditEntry(row)) }
}

/** An entry as answers and exports show it. */
export const auditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  sequence: row.sequence,
  at: timestamp(timeOf(row.id)),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  requestId: row.request_id,
  operation: row.operation,
  resource: { type: row.resource_type, id: row.resource_id },
  ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
  changes: row.changes,
  hash: row.hash,
  previousHash: row.previous_hash,
})

const entryColumns: Columns<AuditEntryRow> = {
  bucket: 'smallint',
  account_id: 'word',
  sequence: 'bigint',
  id: 'word',
  actor_type: 'word',
  actor_id: 'text',
  actor_name: 'text',
  request_id: 'word',
  operation: 'word',
  resource_type: 'word',
  resource_id: 'word',
  customer_id: 'word',
  changes: 'json',
  previous_hash: 'word',
  hash: 'word',
}
/** Moves the head and inserts the entries up to the one that it now names, in one statement. */
const append = {
  name: 'append-audit-entries',
  text: `with moved as (
      update audit_heads set sequence = $18, entry_id = $19, hash = $20, sign_due_at = $21
      where bucket = $16 and account_id = $17
    ) ${insertSql('audit_entries', entryColumns)}`,
}

/** The chain of a new account, which is empty. */
export const newHead = (accountId: string): AuditHeadRow => ({
  bucket: bucketOf(accountId),
  account_id: accountId,
  sequence: 0,
  entry_id: '',
  hash: NO_HASH,
  sign_due_at: null,
})
