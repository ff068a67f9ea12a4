import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { BucketScope } from '../sharding/groups.ts'
import type { Appending } from '../audit/chain.ts'
import type { Changing } from '../audit/trail.ts'
import { ofBucketScope } from '../sharding/by-id.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import { afterDue, duePages, type Due } from './due-pages.ts'
import { inAccount } from '../statements/scope.ts'
import { underLocks } from '../locks/under-locks.ts'

const BATCH = 500

export interface Expiry extends Appending {
  readonly now: number
  /** The buckets in which overdue rows are ended. Undefined: all buckets. */
  readonly bucketScope?: BucketScope
  /** If given, only overdue rows of this account are ended: a request must not end rows of other accounts. */
  readonly accountId?: string
}

/** A table with rows that wait until their `expires_at`, such as intents, and how such rows are ended. */
export interface ExpiringRows {
  readonly table: 'intents' | 'change_requests' | 'challenges' | 'subscriptions'
  /**
   * The SQL condition for rows that wait. Statuses in it are literals, not parameters, because PostgreSQL only uses a partial index for a
   * condition that is in the statement's text.
   */
  readonly isWaiting: RawBuilder<SqlBool>
  readonly act: Changing['act']
  /** Ends those of the given rows that are overdue. Resolves with how many rows it has ended. */
  end(locked: LockedCustomers, ids: readonly string[], now: number): Promise<number>
}

/**
 * Ends every overdue row of a table, such as every overdue intent, in bounded transactions. Of two calls at once, the second finds nothing
 * left to end. Resolves with how many rows this call has ended.
 */
export async function endOverdue(database: Database, expiry: Expiry, waiting: ExpiringRows): Promise<number> {
  const by = { ids: expiry.ids, vault: expiry.vault, act: waiting.act }
  let ended = 0
  for await (const rows of duePages<Overdue>((after) => selectOverdue(database.db, { ...expiry, after }, waiting))) {
    ended += await underLocks(database, by, {
      rows,
      customerOf: ({ customerId }) => customerId,
      run: (locked, own) =>
        waiting.end(
          locked,
          own.map(({ id }) => id),
          expiry.now,
        ),
    })
  }
  return ended
}

interface Overdue extends Due {
  readonly customerId: string
}

/** Reads a page of overdue rows, the longest overdue first. `after` is the last row of the page before. */
const selectOverdue = (
  db: Db,
  { now, bucketScope = null, accountId, after }: Expiry & { after: Overdue | null },
  { table, isWaiting }: ExpiringRows,
): Promise<Overdue[]> =>
  db
    .selectFrom(table)
    .select(['id', 'customer_id as customerId'])
    .select(sql<number>`expires_at`.as('expiresAt'))
    .where(ofBucketScope(bucketScope))
    .where(isWaiting)
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (rows) => rows.where(inAccount(accountId ?? '')))
    .where(afterDue(after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
