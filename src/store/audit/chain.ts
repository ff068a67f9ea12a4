import type { Act, ResourceChange } from '../../domain/audit/record.ts'
import { entryHash, NO_HASH } from '../../lib/audit-chain.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { type Ids, timeOf } from '../../lib/ids.ts'
import { columnArrays, columnNames, type Columns, insertSql } from '../statements/columns.ts'
import type { AuditEntryRow, AuditHeadRow, SignedHeadRow } from '../rows/audit-tables.ts'
import { auditEntry, entryColumns } from './entry-rows.ts'
import type { ReadRows } from '../connection/in-transaction.ts'
import type { Query } from '../journal/transaction.ts'
import { type FoundHead, notSignable } from './following.ts'
import { type AuditKeys, entryMac, headMac, isProvenHead } from './proof.ts'
import { signedHeadRow } from './signed-head.ts'

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
  macs_from: 'bigint',
  signed_sequence: 'bigint',
  mac: 'word',
}

/** Reads the end of a chain by bucket and account. The order keeps the planner at the key, also where tables were empty when it planned. */
export const readHeadText = `select ${columnNames(headColumns)}, (
    select entry.sequence from audit_entries entry
    where entry.bucket = $1 and entry.account_id = $2
      and entry.sequence > audit_heads.sequence and entry.sequence <= audit_heads.sequence + 1
    order by entry.account_id, entry.sequence limit 1) is not null as is_overtaken
  from audit_heads where bucket = $1 and account_id = $2`

/**
 * Locks the end of the chain that entries are appended to. It is the last lock that a transaction takes, those of several accounts in their
 * order, and waits for nobody who waits for another: whoever has it writes and commits.
 */
export const lockHeadText = `${readHeadText} for update`

/** Records by their accounts, in the order in which the ends of their chains are locked. */
export const byAccount = (records: readonly AuditRecord[]): [accountId: string, own: AuditRecord[]][] =>
  [...Map.groupBy(records, ({ accountId }) => accountId)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What whoever appends needs of the node. */
export interface Appending {
  readonly ids: Ids
  readonly vault: AuditKeys
}

/** What appends records of one account to its chain, whose head is locked. */
export async function appending(
  read: ReadRows,
  { ids, vault }: Appending,
  { head: locked, records }: { readonly head: FoundHead | undefined; readonly records: readonly AuditRecord[] },
): Promise<Query[]> {
  const head = present(locked, 'an account has a chain')
  if (head.is_overtaken || !isProvenHead(vault, head)) {
    const { rows, head: end } = append(ids, vault, await lastEntry(read, head), records)
    // Without a good MAC it stays unsigned for good. It is due at once, so that the next sweep says so.
    return [appendQuery(rows, { ...end, mac: '', sign_due_at: timeOf(end.entry_id) })]
  }
  const { start, queries } = await signedWhereOverdue(read, { ids, vault }, head)
  const { rows, head: end } = append(ids, vault, start, records)
  return [...queries, appendQuery(rows, { ...end, mac: headMac(vault, end) })]
}

const readLastEntry = {
  name: 'read-last-audit-entry',
  text: `select sequence, id, hash from audit_entries where bucket = $1 and account_id = $2
    order by account_id desc, sequence desc limit 1`,
}

/** A head that somebody else has written says nothing: the chain goes on from what there is of it. */
async function lastEntry(read: ReadRows, head: AuditHeadRow): Promise<AuditHeadRow> {
  const [last] = await read<Pick<AuditEntryRow, 'sequence' | 'hash'>>(readLastEntry, [head.bucket, head.account_id])
  return { ...head, sequence: 0, hash: NO_HASH, ...last, entry_id: '' }
}

/** The sweeps sign an hour after a chain has grown. Where none has for so long, whoever appends does: each hour that grew has a signed head. */
const SIGNED_WITHIN_MS = 10 * MINUTE_MS

async function signedWhereOverdue(
  read: ReadRows,
  { ids, vault }: Appending,
  head: FoundHead,
): Promise<{ start: AuditHeadRow; queries: Query[] }> {
  const now = Math.max(timeOf(ids('aud', head.bucket)), timeOf(head.entry_id))
  if (head.sign_due_at === null || now < head.sign_due_at + SIGNED_WITHIN_MS) return { start: head, queries: [] }
  if ((await notSignable(read, vault, head)) !== null) {
    // The change is stored all the same. The next sweep tells of it, and no change looks at it anew for a while.
    return { start: { ...head, sign_due_at: now }, queries: [] }
  }
  const start = { ...head, sign_due_at: null, signed_sequence: head.sequence }
  return { start, queries: [keepingSigned(signedHeadRow(vault, head, now))] }
}

const keepSigned = {
  name: 'keep-signed-head',
  text: `insert into signed_heads (bucket, account_id, sequence, hash, signed_at, signature, previous_sequence, mac)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

export const keepingSigned = (row: SignedHeadRow): Query => ({
  statement: keepSigned,
  values: [
    row.bucket,
    row.account_id,
    row.sequence,
    row.hash,
    row.signed_at,
    row.signature,
    row.previous_sequence,
    row.mac,
  ],
})

interface Appended {
  readonly rows: AuditEntryRow[]
  /** Behind them. Its MAC is still that of before. */
  readonly head: AuditHeadRow
}

function append(ids: Ids, vault: AuditKeys, start: AuditHeadRow, records: readonly AuditRecord[]): Appended {
  const rows: AuditEntryRow[] = []
  let head = start
  for (const record of records) {
    const row = nextRow(ids, vault, { head, record })
    rows.push(row)
    head = nextHead(head, row)
  }
  return { rows, head }
}

const nextHead = (head: AuditHeadRow, { sequence, id, hash }: AuditEntryRow): AuditHeadRow => ({
  ...head,
  sequence,
  entry_id: id,
  hash,
  sign_due_at: head.sign_due_at ?? timeOf(id) + HOUR_MS,
})

/** Ids of a chain are in the order of its numbers, also where another node's clock was ahead. */
function nextRow(
  ids: Ids,
  vault: AuditKeys,
  { head, record }: { readonly head: AuditHeadRow; readonly record: AuditRecord },
): AuditEntryRow {
  const { act, resource, customerId, changes } = record
  const bucket = bucketOf(record.accountId)
  const newest = ids('aud', bucket)
  const isFirst = head.entry_id === ''
  const ms = Math.max(timeOf(newest), timeOf(head.entry_id))
  const row = {
    bucket,
    account_id: record.accountId,
    sequence: head.sequence + 1,
    id: isFirst ? newest : ids.following('aud', { ms, bucket, after: head.entry_id }),
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
    mac: '',
  }
  const hashed = { ...row, hash: entryHash(auditEntry(row)) }
  return { ...hashed, mac: entryMac(vault, hashed) }
}

/** What appending and signing change of a head. */
export const changedHeadColumns: readonly string[] = Object.keys(headColumns).slice(2)

/** As conditions and as assignments: the parameters are behind those of the entries. */
const [bucketIs, accountIs, ...moved] = Object.keys(headColumns).map(
  (name, index) => `${name} = $${Object.keys(entryColumns).length + 1 + index}`,
)

/** Moves the head and inserts the entries up to the one that it now names, in one statement. */
const appendStatement = {
  name: 'append-audit-entries',
  text: `with moved as (
      update audit_heads set ${moved.join(', ')} where ${bucketIs} and ${accountIs}
    ) ${insertSql('audit_entries', entryColumns)}`,
}

const appendQuery = (rows: readonly AuditEntryRow[], head: AuditHeadRow): Query => ({
  statement: appendStatement,
  values: [
    ...columnArrays(entryColumns, rows),
    ...(Object.keys(headColumns) as (keyof AuditHeadRow)[]).map((name) => head[name]),
  ],
})

/** The chain of a new account, which is empty: all of its entries have MACs. */
export function newHead(vault: AuditKeys, accountId: string): AuditHeadRow {
  const head = {
    bucket: bucketOf(accountId),
    account_id: accountId,
    sequence: 0,
    entry_id: '',
    hash: NO_HASH,
    sign_due_at: null,
    macs_from: 1,
    signed_sequence: 0,
  }
  return { ...head, mac: headMac(vault, head) }
}
