import type { Act, ResourceChange } from '../../domain/audit/record.ts'
import { type AuditEntry, entryHash, NO_HASH } from '../../lib/audit-chain.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { HOUR_MS, timestamp } from '../../lib/clock.ts'
import { type Ids, timeOf } from '../../lib/ids.ts'
import { columnArrays, columnNames, type Columns, insertSql } from '../columns.ts'
import type { AuditEntryRow, AuditHeadRow } from './audit-tables.ts'

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
 * Locks the ends of the chains that entries are appended to, in account order. It is the last lock that a transaction takes, and
 * waits for nobody who waits for another: whoever has it writes and commits.
 */
export const lockHeadsText = `select ${columnNames(headColumns, 'audit_heads')} from unnest($1::smallint[], $2::text[]) as asked (bucket, account_id)
  join audit_heads on audit_heads.bucket = asked.bucket and audit_heads.account_id = asked.account_id
  order by audit_heads.account_id for update of audit_heads`

/** The parameters of `lockHeadsText`. */
export function accountsOf(records: readonly AuditRecord[]): [buckets: number[], accountIds: string[]] {
  const accountIds = [...new Set(records.map(({ accountId }) => accountId))].toSorted()
  return [accountIds.map(bucketOf), accountIds]
}

/** What appends records to their chains. The heads are locked. */
export function appending(ids: Ids, heads: readonly AuditHeadRow[], records: readonly AuditRecord[]): Query {
  const rows: AuditEntryRow[] = []
  const ends = new Map(heads.map((head) => [head.account_id, head]))
  for (const record of records) {
    const head = present(ends.get(record.accountId), 'an account has a chain')
    const row = nextRow(ids, head, record)
    rows.push(row)
    ends.set(record.accountId, nextHead(head, row))
  }
  return {
    statement: append,
    values: [...columnArrays(entryColumns, rows), ...columnArrays(headColumns, [...ends.values()])],
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
/** Moves the heads and inserts the entries that they now name, in one statement. */
const append = {
  name: 'append-audit-entries',
  text: `with moved as (
      update audit_heads set sequence = given.sequence, entry_id = given.entry_id, hash = given.hash,
        sign_due_at = given.sign_due_at
      from unnest($16::smallint[], $17::text[], $18::bigint[], $19::text[], $20::text[], $21::bigint[])
        as given (bucket, account_id, sequence, entry_id, hash, sign_due_at)
      where audit_heads.bucket = given.bucket and audit_heads.account_id = given.account_id
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
