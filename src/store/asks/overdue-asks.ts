import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { BucketScope } from '../sharding/groups.ts'
import type { AuditAppendContext } from '../audit/chain.ts'
import type { AuditDeps } from '../audit/trail.ts'
import { isInBucketScopeOfTableSql } from '../sharding/by-id.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import { approvalAsksById, type ApprovalAskTable, approvalAskTableName } from './asks-by-id.ts'
import { saveAuditedChanges } from '../changes/save-changes.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { isAfterDueRowSql, pagesOfExpiringRows, type ExpiringRow } from '../due/due-pages.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { underCustomerLocks } from '../locks/under-customer-locks.ts'

const BATCH = 500

export interface ApprovalAskExpiryContext extends AuditAppendContext {
  readonly now: number
  /** The buckets in which overdue asks (such as intents) are ended. Undefined: all buckets. */
  readonly bucketScope?: BucketScope
  /** If given, only overdue asks of this account are ended: a request must not end those of other accounts. */
  readonly accountId?: string
}

/** A kind of asks (intents, subscriptions, change requests or challenges), and how the overdue ones of them end. */
export interface ExpiringApprovalAsks<State, Change> {
  readonly table: ApprovalAskTable<State>
  /**
   * The SQL condition for asks (such as intents) that wait. Statuses in it are literals, not parameters, because PostgreSQL only uses a
   * partial index for a condition that is in the statement's text.
   */
  readonly isWaiting: RawBuilder<SqlBool>
  readonly act: AuditDeps['act']
  /**
   * Makes the change that expires an intent, a subscription, a change request or a challenge. Null: its time is not over, or it has ended
   * already. `now`: Unix milliseconds.
   */
  readonly expired: (ask: State, now: number) => Change | null
  readonly saving: (changes: readonly Change[], now: number) => ResourceSaveStatements
}

/**
 * Expires every overdue ask (such as an intent) of a kind in bounded transactions, with all consequences. Of two calls at once, the second
 * finds nothing left to expire. Resolves with how many asks this call has expired.
 */
export async function expireOverdueApprovalAsks<State, Change>(
  database: Database,
  expiry: ApprovalAskExpiryContext,
  asks: ExpiringApprovalAsks<State, Change>,
): Promise<number> {
  const by = { ids: expiry.ids, vault: expiry.vault, act: asks.act }
  let expired = 0
  for await (const rows of pagesOfExpiringRows<Overdue>((after) =>
    selectOverdue(database.db, { ...expiry, after }, asks),
  )) {
    expired += await underCustomerLocks(database, by, {
      rows,
      customerOf: ({ customerId }) => customerId,
      run: (locked, own) => expire(locked, own, { ...asks, now: expiry.now }),
    })
  }
  return expired
}

/** Expires those of the given intents, subscriptions, change requests or challenges that are overdue. Resolves with their number. */
async function expire<State, Change>(
  locked: LockedCustomers,
  overdue: readonly Overdue[],
  { table, expired, saving, now }: ExpiringApprovalAsks<State, Change> & { readonly now: number },
): Promise<number> {
  const asks = await approvalAsksById(
    locked.tx,
    table,
    overdue.map(({ id }) => id),
  )
  const changes = asks.flatMap((ask) => expired(ask, now) ?? [])
  if (changes.length > 0) await saveAuditedChanges(locked, [saving(changes, now)])
  return changes.length
}

interface Overdue extends ExpiringRow {
  readonly customerId: string
}

/** Reads a page of overdue asks (such as intents), the longest overdue first. `after` is the last row of the page before. */
const selectOverdue = (
  db: Db,
  { now, bucketScope = null, accountId, after }: ApprovalAskExpiryContext & { after: Overdue | null },
  { table, isWaiting }: Pick<ExpiringApprovalAsks<unknown, never>, 'table' | 'isWaiting'>,
): Promise<Overdue[]> =>
  db
    .selectFrom(approvalAskTableName(table))
    .select(['id', 'customer_id as customerId'])
    .select(sql<number>`expires_at`.as('expiresAt'))
    .where(isInBucketScopeOfTableSql(bucketScope))
    .where(isWaiting)
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (rows) => rows.where(isInAccountSql(accountId ?? '')))
    .where(isAfterDueRowSql(after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
