import { divideByBucketGroup } from '../sharding/groups.ts'
import { type AuditDeps, inAuditedTransaction } from '../audit/trail.ts'
import { lockCustomerById, lockUnlockedCustomers, type LockedCustomers } from './customer-lock.ts'
import type { Database } from '../connection/database.ts'
import { isLockTimeout } from '../connection/database-errors.ts'

/** Rows that belong to customers, with the function that works on some of them while their customers are locked. */
export interface WorkUnderCustomerLocks<Row> {
  readonly rows: readonly Row[]
  customerOf(row: Row): string
  /** Works on those of the rows whose customers this transaction has locked. Resolves with how many of them it has changed. */
  run(locked: LockedCustomers, rows: readonly Row[]): Promise<number>
}

/**
 * Works on rows of many customers. One transaction does the rows of all customers that no other transaction has locked. Then each other
 * customer gets a transaction, which waits for the lock of that customer and has no other lock. If a customer stays locked, the rest of its
 * group of buckets is left for the next call. Resolves with how many rows were changed.
 */
export async function underCustomerLocks<Row>(
  database: Database,
  by: AuditDeps,
  work: WorkUnderCustomerLocks<Row>,
): Promise<number> {
  let changed = 0
  for (const rows of divideByBucketGroup(await database.groups(), work.rows, work.customerOf)) {
    changed += await ofGroup(database, by, { ...work, rows })
  }
  return changed
}

async function ofGroup<Row>(
  database: Database,
  by: AuditDeps,
  { rows, customerOf, run }: WorkUnderCustomerLocks<Row>,
): Promise<number> {
  let left: readonly Row[] = []
  let changed = await inAuditedTransaction(database, by, async (writing) => {
    const locked = await lockUnlockedCustomers(writing, rows.map(customerOf))
    left = rows.filter((row) => !locked.has(customerOf(row)))
    const free = rows.filter((row) => locked.has(customerOf(row)))
    return free.length === 0 ? 0 : await run(locked, free)
  })
  try {
    for (const [customerId, own] of Map.groupBy(left, customerOf)) {
      changed += await inAuditedTransaction(database, by, async (writing) =>
        run(await lockCustomerById(writing, customerId), own),
      )
    }
  } catch (error) {
    if (!isLockTimeout(error)) throw error
  }
  return changed
}
