import { sql } from 'kysely'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { assert, assertPresent } from '../../lib/assert.ts'
import type { IdMaker } from '../../lib/ids.ts'
import type { AuditTrail, AuditedTx } from '../audit/trail.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { bucketOfRowsJoinedToIds, givenIdsQueryTable } from '../statements/given-rows.ts'
import { CustomerLockedError, isLockTimeout } from '../connection/database-errors.ts'
import type { Db, Tx } from '../connection/db.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { customersTable as customerTable } from '../rows/customers.ts'

/**
 * The customers that a transaction has locked until it ends. Only the functions below make such an object. Every function that changes a
 * card, an agent, an intent, an approval or a customer takes it as an argument, so a change without the lock does not compile.
 */
class LockedCustomers implements AuditedTx {
  readonly tx: Tx
  readonly ids: IdMaker
  readonly audit: AuditTrail
  readonly #customerIds: ReadonlySet<string>

  constructor({ tx, ids, audit }: AuditedTx, customerIds: Iterable<string>) {
    this.tx = tx
    this.ids = ids
    this.audit = audit
    this.#customerIds = new Set(customerIds)
  }

  has(customerId: string): boolean {
    return this.#customerIds.has(customerId)
  }

  /** Returns a state that the caller is about to write, unchanged. Throws if it does not belong to a locked customer. */
  own<State extends { readonly customerId: string }>(state: State): State {
    assert(this.has(state.customerId), 'what is changed belongs to a locked customer')
    return state
  }
}

class LockedCustomer extends LockedCustomers {
  readonly customer: CustomerWithAllFields

  constructor(writing: AuditedTx, customer: CustomerWithAllFields) {
    super(writing, [customer.id])
    this.customer = customer
  }
}

export type { LockedCustomer, LockedCustomers }

/**
 * Locks a customer. This is the one lock of everything that decisions read: every transaction that changes a customer, or an agent, a
 * card or an intent beneath it, takes it first, and so does a batch of authorizations. A policy change and an authorization therefore
 * never interleave. Several customers are locked in id order. Agents and cards need no locks of their own.
 *
 * The lock gives the customer a new version, so that no node goes on using cached rows. Undefined: the account has no such customer.
 * Rejects with `CustomerLockedError` if another transaction keeps the customer locked for too long.
 */
export async function lockCustomer(
  writing: AuditedTx,
  accountId: string,
  id: string,
): Promise<LockedCustomer | undefined> {
  const customer = await writing.tx
    .updateTable('customers')
    .set(nextVersion(writing))
    .where(rowByIdSql(id))
    .where(isInAccountSql(accountId))
    .returningAll()
    .executeTakeFirst()
    .catch(lockedElsewhere)
  return customer && new LockedCustomer(writing, customerTable.state(customer))
}

/**
 * Locks the customer who owns the row that `find` finds, and then calls `find` again, because the row may have changed before the lock.
 * Undefined: `find` finds no row. Rejects like `lockCustomer`.
 */
export async function lockRowWithCustomer<Found extends { readonly accountId: string; readonly customerId: string }>(
  writing: AuditedTx,
  find: (db: Db) => Promise<Found | undefined>,
): Promise<{ locked: LockedCustomer; found: Found } | undefined> {
  const unlocked = await find(writing.tx)
  if (unlocked === undefined) return undefined
  const locked = await lockCustomer(writing, unlocked.accountId, unlocked.customerId)
  const found = await find(writing.tx)
  return found && { locked: assertPresent(locked, 'what is beneath a customer has one'), found }
}

/** Locks a customer whose id was read from a row beneath it. Rejects like `lockCustomer`. */
export async function lockCustomerById(writing: AuditedTx, id: string): Promise<LockedCustomers> {
  await writing.tx
    .updateTable('customers')
    .set(nextVersion(writing))
    .where(rowByIdSql(id))
    .execute()
    .catch(lockedElsewhere)
  return new LockedCustomers(writing, [id])
}

/** Locks those of the given customers that no other transaction has locked, without waiting. */
export async function lockUnlockedCustomers(writing: AuditedTx, ids: readonly string[]): Promise<LockedCustomers> {
  const { version } = nextVersion(writing)
  const { rows } = await sql<{ id: string }>`
    with free as (
      select customers.bucket, customers.id from ${givenIdsQueryTable([...new Set(ids)])}
      join customers on customers.bucket = given.bucket and customers.id = given.id
      order by customers.id for update of customers skip locked
    )
    update customers set version = ${version} from free
    where customers.bucket = ${bucketOfRowsJoinedToIds(ids, 'free.bucket')} and customers.id = free.id returning customers.id`.execute(
    writing.tx,
  )
  return new LockedCustomers(
    writing,
    rows.map(({ id }) => id),
  )
}

function lockedElsewhere(error: unknown): never {
  throw isLockTimeout(error) ? new CustomerLockedError({ cause: error }) : error
}

const nextVersion = ({ ids }: Pick<AuditedTx, 'ids'>) => ({ version: ids('ver') })
