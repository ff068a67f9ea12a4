import type { AuditedAct, ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import { auditEntryHash, EMPTY_CHAIN_HASH } from '../../lib/audit-chain.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { type IdMaker, timeOfId } from '../../lib/ids.ts'
import { columnArrayParameters, sqlColumnNames, type TableColumns, insertSql } from '../statements/columns.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from '../rows/audit-tables.ts'
import { AUDIT_WEBHOOK_IDS_SQL, auditDeliveryQueries } from './audit-deliveries.ts'
import { auditEntry, auditEntryColumns } from './entry-rows.ts'
import type { SqlRowReader } from '../connection/in-transaction.ts'
import type { SqlQuery } from '../statements/query.ts'
import { type AuditChainHead, whyHeadNotSignable } from './following.ts'
import { type AuditKeys, auditEntryMac, auditHeadMac, isProvenAuditHead } from './audit-macs.ts'
import { signedAuditHeadRow } from './signed-head.ts'

export interface AuditRecord extends ResourceChangesOfAct {
  readonly act: AuditedAct
}

const headColumns: TableColumns<AuditHeadRow> = {
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

/**
 * SQL that reads the head of an audit chain by bucket and account, finds out whether an entry follows the head, and which webhooks are sent
 * the chain's entries. The `order by` makes the planner use the key, even if it made its plan while the table was empty.
 */
export const readAuditHeadSql = `select ${sqlColumnNames(headColumns)}, (
    select entry.sequence from audit_entries entry
    where entry.bucket = $1 and entry.account_id = $2
      and entry.sequence > audit_heads.sequence and entry.sequence <= audit_heads.sequence + 1
    order by entry.account_id, entry.sequence limit 1) is not null as is_overtaken, ${AUDIT_WEBHOOK_IDS_SQL} as audit_webhooks
  from audit_heads where bucket = $1 and account_id = $2`

/**
 * SQL that locks the head of the audit chain to which entries are appended. It is the last lock that a transaction takes, and the heads of
 * several accounts are locked in the order of the accounts' ids. So transactions that append cannot deadlock.
 */
export const lockAuditHeadSql = `${readAuditHeadSql} for update`

/** Groups audit records by account, in the order in which the heads of the accounts' chains are locked. */
export const auditRecordsByAccount = (records: readonly AuditRecord[]): [accountId: string, own: AuditRecord[]][] =>
  [...Map.groupBy(records, ({ accountId }) => accountId)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The dependencies of appending entries to an audit chain: new ids, and the keys for MACs and signatures. */
export interface AuditAppendContext {
  readonly ids: IdMaker
  readonly vault: AuditKeys
}

/** Makes the statements that append the audit records of one account to its chain, whose head must be locked. */
export async function auditAppendQueries(
  read: SqlRowReader,
  { ids, vault }: AuditAppendContext,
  { head: locked, records }: { readonly head: AuditChainHead | undefined; readonly records: readonly AuditRecord[] },
): Promise<SqlQuery[]> {
  const head = assertPresent(locked, 'an account has a chain')
  const { audit_webhooks: webhookIds = [] } = head
  if (head.is_overtaken || !isProvenAuditHead(vault, head)) {
    const { rows, head: end } = append(ids, vault, await lastEntry(read, head), records)
    // An audit chain whose head lacks a valid MAC is never signed again. The signature falls due at once, so that the next sweep reports
    // the chain.
    const unsigned = { ...end, mac: '', sign_due_at: timeOfId(end.entry_id) }
    return [appendQuery(rows, unsigned), ...auditDeliveryQueries(ids, rows, webhookIds)]
  }
  const { start, queries } = await signedWhereOverdue(read, { ids, vault }, head)
  const { rows, head: end } = append(ids, vault, start, records)
  const appended = appendQuery(rows, { ...end, mac: auditHeadMac(vault, end) })
  return [...queries, appended, ...auditDeliveryQueries(ids, rows, webhookIds)]
}

const readLastEntry = {
  name: 'read-last-audit-entry',
  text: `select sequence, id, hash from audit_entries where bucket = $1 and account_id = $2
    order by account_id desc, sequence desc limit 1`,
}

/**
 * Makes the head of an audit chain from the chain's last stored entry, because the stored head cannot be trusted: it lacks the service's
 * MAC, or entries follow it.
 */
async function lastEntry(read: SqlRowReader, head: AuditHeadRow): Promise<AuditHeadRow> {
  const [last] = await read<Pick<AuditEntryRow, 'sequence' | 'hash'>>(readLastEntry, [head.bucket, head.account_id])
  return { ...head, sequence: 0, hash: EMPTY_CHAIN_HASH, ...last, entry_id: '' }
}

/**
 * A sweep signs the head of an audit chain an hour after the chain has grown. If the signature is overdue by this many milliseconds, the
 * next append signs the head. So each hour in which a chain grew has a signed head.
 */
const SIGNED_WITHIN_MS = 10 * MINUTE_MS

async function signedWhereOverdue(
  read: SqlRowReader,
  { ids, vault }: AuditAppendContext,
  head: AuditChainHead,
): Promise<{ start: AuditHeadRow; queries: SqlQuery[] }> {
  const now = Math.max(timeOfId(ids('aud', head.bucket)), timeOfId(head.entry_id))
  if (head.sign_due_at === null || now < head.sign_due_at + SIGNED_WITHIN_MS) return { start: head, queries: [] }
  if ((await whyHeadNotSignable(read, vault, head)) !== null) {
    // The audit chain must not be signed, but the change that its new entries record is stored. The next sweep reports the chain. Later
    // appends do not check the chain again until `sign_due_at` is overdue once more.
    return { start: { ...head, sign_due_at: now }, queries: [] }
  }
  const start = { ...head, sign_due_at: null, signed_sequence: head.sequence }
  return { start, queries: [signedAuditHeadQuery(signedAuditHeadRow(vault, head, now))] }
}

const keepSigned = {
  name: 'keep-signed-head',
  text: `insert into signed_heads (bucket, account_id, sequence, hash, signed_at, signature, previous_sequence, mac)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

export const signedAuditHeadQuery = (row: SignedAuditHeadRow): SqlQuery => ({
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
  /** The head of the audit chain with the new rows appended. Its MAC is still that of the old head, and must be made anew. */
  readonly head: AuditHeadRow
}

function append(ids: IdMaker, vault: AuditKeys, start: AuditHeadRow, records: readonly AuditRecord[]): Appended {
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
  sign_due_at: head.sign_due_at ?? timeOfId(id) + HOUR_MS,
})

/**
 * Makes the row of a chain's next audit entry. Its id sorts after the id of the entry before it, even if that entry's node had a clock that
 * was ahead.
 */
function nextRow(
  ids: IdMaker,
  vault: AuditKeys,
  { head, record }: { readonly head: AuditHeadRow; readonly record: AuditRecord },
): AuditEntryRow {
  const { act, resource, customerId, changes } = record
  const bucket = bucketOfId(record.accountId)
  const newest = ids('aud', bucket)
  const isFirst = head.entry_id === ''
  const ms = Math.max(timeOfId(newest), timeOfId(head.entry_id))
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
  const hashed = { ...row, hash: auditEntryHash(auditEntry(row)) }
  return { ...hashed, mac: auditEntryMac(vault, hashed) }
}

/** The columns of an audit chain's head that change when entries are appended or the head is signed. */
export const changedAuditHeadColumns: readonly string[] = Object.keys(headColumns).slice(2)

/** The columns of `audit_heads` as SQL: two conditions, then assignments. Their parameters come after those of the entries. */
const [bucketIs, accountIs, ...moved] = Object.keys(headColumns).map(
  (name, index) => `${name} = $${Object.keys(auditEntryColumns).length + 1 + index}`,
)

/** The statement that inserts audit entries and moves the head of their chain to the last of them. */
const appendStatement = {
  name: 'append-audit-entries',
  text: `with moved as (
      update audit_heads set ${moved.join(', ')} where ${bucketIs} and ${accountIs}
    ) ${insertSql('audit_entries', auditEntryColumns)}`,
}

const appendQuery = (rows: readonly AuditEntryRow[], head: AuditHeadRow): SqlQuery => ({
  statement: appendStatement,
  values: [
    ...columnArrayParameters(auditEntryColumns, rows),
    ...(Object.keys(headColumns) as (keyof AuditHeadRow)[]).map((name) => head[name]),
  ],
})

/** Makes the head of a new account's empty audit chain. All of its entries will have MACs. */
export function newAuditHead(vault: AuditKeys, accountId: string): AuditHeadRow {
  const head = {
    bucket: bucketOfId(accountId),
    account_id: accountId,
    sequence: 0,
    entry_id: '',
    hash: EMPTY_CHAIN_HASH,
    sign_due_at: null,
    macs_from: 1,
    signed_sequence: 0,
  }
  return { ...head, mac: auditHeadMac(vault, head) }
}
