import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import type { CustomerRow } from './tables.ts'

export type Customer = Selectable<CustomerRow>
export type NewCustomer = Omit<Customer, 'last_sequence' | 'version'>

export interface CustomerQuery extends PageRequest {
  /** Compared without case. */
  readonly email?: string | undefined
  readonly status?: string | undefined
}

export const findCustomer = (db: Db, accountId: string, id: string): Promise<Customer | undefined> =>
  db.selectFrom('customers').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

/**
 * The customer, locked until the transaction ends. This is the one lock of everything that decisions read: whoever
 * changes a customer, or an agent, a card, an intent or spend beneath it, takes it first, and so does the authorization
 * batch. A policy change and an authorization therefore never interleave. Who needs several customers takes them in id
 * order; agents and cards need no locks of their own.
 *
 * Taking it gives the customer a new version, so that no node goes on with the copies that it keeps of these rows.
 */
export const lockCustomer = (tx: Tx, accountId: string, id: string): Promise<Customer | undefined> =>
  tx
    .updateTable('customers')
    .set(nextVersion)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The same for whoever has found the customer by what stands beneath it. */
export async function lockCustomerById(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('customers').set(nextVersion).where('id', '=', id).execute()
}

/** Locks those of several customers whom nobody else has locked, and waits for none. Answers which. */
export async function lockFreeCustomers(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const free = tx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  const locked = await tx.updateTable('customers').set(nextVersion).where('id', 'in', free).returning('id').execute()
  return new Set(locked.map(({ id }) => id))
}

const nextVersion = { version: sql<string>`gen_random_uuid()::text` }

export function listCustomers(db: Db, accountId: string, query: CustomerQuery): Promise<Customer[]> {
  const customers = db
    .selectFrom('customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(matching<CustomerRow>({ status: query.status }))
    .$if(query.email !== undefined, (all) => all.where(sql<SqlBool>`lower(email) = lower(${query.email})`))
  return newestFirst(customers, query).execute()
}

export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<void> {
  await tx
    .insertInto('customers')
    .values({ ...customer, ...jsonColumns(customer) })
    .execute()
}

/** Writes back a customer that this transaction has locked and changed. */
export async function saveCustomer(tx: Tx, customer: Customer): Promise<void> {
  const { type, status, email, phone } = customer
  await tx
    .updateTable('customers')
    .set({ type, status, email, phone, ...jsonColumns(customer) })
    .where('id', '=', customer.id)
    .execute()
}

const jsonColumns = (customer: NewCustomer) => ({
  name: json(customer.name),
  policy: json(customer.policy),
  limits: json(customer.limits),
  metadata: json(customer.metadata),
})
