import { sql, type SqlBool } from 'kysely'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { SignedAuditHead } from '../../lib/audit-chain.ts'
import type { BucketScope } from '../sharding/groups.ts'
import { rowByIdSql, isInBucketScopeSql } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import { sqlRowReaderIn, runSqlStatement } from '../connection/in-transaction.ts'
import type { Db, Tx } from '../connection/db.ts'
import type { AuditHeadRow } from '../rows/audit-tables.ts'
import { signedAuditHeadQuery, lockAuditHeadSql, readAuditHeadSql } from './chain.ts'
import { type AuditChainHead, whyHeadNotSignable, type AuditChainBreak } from './following.ts'
import { type AuditKeys, auditHeadMac } from './audit-macs.ts'
import { signAuditHead, signedAuditHeadRow } from './signed-head.ts'

/** Reads the head of an account's audit chain. Every account has one. */
export const readAuditHead = async (tx: Tx, accountId: string): Promise<AuditChainHead> =>
  assertPresent((await headsBy(tx, readAuditHeadSql, accountId))[0], 'an account has an audit trail')

/** Locks and reads the head of an account's audit chain. Undefined: the account has no chain. */
export const lockAuditHead = async (tx: Tx, accountId: string): Promise<AuditChainHead | undefined> =>
  (await headsBy(tx, lockAuditHeadSql, accountId))[0]

/**
 * Locks and reads the head of an audit chain as `lockAuditHead` does, but without waiting. Undefined also if another transaction has locked the
 * head.
 */
const lockFree = async (tx: Tx, accountId: string): Promise<AuditChainHead | undefined> =>
  (await headsBy(tx, `${lockAuditHeadSql} skip locked`, accountId))[0]

const headsBy = (tx: Tx, text: string, accountId: string): Promise<readonly AuditChainHead[]> =>
  sqlRowReaderIn(tx)<AuditChainHead>({ name: '', text }, [bucketOfId(accountId), accountId])

interface SigningRequest {
  readonly vault: AuditKeys
  readonly accountId: string
  /** The time at which the head of an audit chain is signed, in Unix milliseconds. */
  readonly now: number
}

/**
 * Signs the head of an audit chain as it is now, without storing the signature. Resolves with the signed head, or with the reason why it
 * must not be signed.
 */
export function signCurrentAuditHead(
  database: Database,
  { vault, accountId, now }: SigningRequest,
): Promise<SignedAuditHead | AuditChainBreak> {
  return database.transaction(async (tx) => {
    const head = await readAuditHead(tx, accountId)
    return (await whyHeadNotSignable(sqlRowReaderIn(tx), vault, head)) ?? signAuditHead(vault, head, now)
  })
}

const PAGE = 100

/** Lists the heads of audit chains that are due to be signed, the longest overdue first. */
export async function* auditHeadsDueToSign(
  db: Db,
  { bucketScope, now }: { readonly bucketScope: BucketScope; readonly now: number },
): AsyncGenerator<AuditHeadRow> {
  for (let after = { sign_due_at: 0, account_id: '' }; ;) {
    const page = await db
      .selectFrom('audit_heads')
      .selectAll()
      .where(isInBucketScopeSql(bucketScope))
      .where('sign_due_at', '<=', now)
      .where(sql<SqlBool>`(sign_due_at, account_id) > (${after.sign_due_at}, ${after.account_id})`)
      .orderBy('sign_due_at')
      .orderBy('account_id')
      .limit(PAGE)
      .execute()
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = { sign_due_at: last.sign_due_at ?? now, account_id: last.account_id }
  }
}

const MOST_OVERDUE = 20

/**
 * Lists the accounts whose audit chain's head was due to be signed at `until` (Unix milliseconds) or earlier, the longest overdue first.
 */
export const overdueAuditHeads = (db: Db, until: number): Promise<{ accountId: string; dueAt: number }[]> =>
  db
    .selectFrom('audit_heads')
    .select(['account_id as accountId', sql<number>`sign_due_at`.as('dueAt')])
    .where('sign_due_at', '<=', until)
    .orderBy('sign_due_at')
    .limit(MOST_OVERDUE)
    .execute()

/**
 * Signs the head of an audit chain and stores the signature. Resolves with null, or with the reason why the head must not be signed.
 * Changes of the account wait for the head's lock. So the chain is checked before the head is locked, and after that only the entries that
 * were appended meanwhile. A head that another transaction has locked is left for the next sweep.
 */
export async function checkAndSignAuditHead(
  database: Database,
  vault: AuditKeys,
  { head, now }: { readonly head: AuditHeadRow; readonly now: number },
): Promise<AuditChainBreak | null> {
  // `is_overtaken` is ignored here: audit entries that were appended since the head was read are checked further down.
  const refused = await database.transaction((tx) =>
    whyHeadNotSignable(sqlRowReaderIn(tx), vault, { ...head, is_overtaken: false }),
  )
  // The audit chain's head may have changed since it was read, by an append or by another node. It is checked again after it was locked.
  return database.transaction(async (tx) => {
    const locked = await lockFree(tx, head.account_id)
    if (locked === undefined || locked.sign_due_at === null || locked.sign_due_at > now) return null
    const isSame = locked.mac === head.mac && locked.sequence === head.sequence
    if (refused !== null && isSame) return refused
    const checkedTo = refused === null && locked.signed_sequence === head.signed_sequence ? head : null
    const why = await whyHeadNotSignable(sqlRowReaderIn(tx), vault, locked, checkedTo)
    if (why === null) await signAndStoreAuditHead(tx, vault, { head: locked, now })
    return why
  })
}

/** Signs the locked head of an audit chain that was checked, and stores the signature. */
export async function signAndStoreAuditHead(
  tx: Tx,
  vault: AuditKeys,
  { head, now }: { readonly head: AuditHeadRow; readonly now: number },
): Promise<void> {
  await runSqlStatement(tx, signedAuditHeadQuery(signedAuditHeadRow(vault, head, now)))
  await writeAuditHead(tx, vault, { ...head, sign_due_at: null, signed_sequence: head.sequence })
}

export async function writeAuditHead(tx: Tx, vault: AuditKeys, head: AuditHeadRow): Promise<void> {
  const { account_id, sequence, entry_id, hash, sign_due_at, macs_from, signed_sequence } = head
  const mac = auditHeadMac(vault, head)
  await tx
    .updateTable('audit_heads')
    .set({ sequence, entry_id, hash, sign_due_at, macs_from, signed_sequence, mac })
    .where(rowByIdSql(account_id, 'account_id'))
    .execute()
}
