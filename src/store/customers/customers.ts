import { sql, type Selectable } from 'kysely'
import type { ResourceChange } from '../../domain/audit/record.ts'
import { assert } from '../../lib/assert.ts'
import { byId, inBucketOf } from '../sharding/by-id.ts'
import { customerChange } from '../audit/audited-rows.ts'
import type { Writing } from '../audit/trail.ts'
import type { LockedCustomer } from './customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matching } from '../statements/filters.ts'
import { tellIssuersOfRules } from '../issuers/issuer-calls.ts'
import { json } from '../statements/json.ts'
import { type Loaded, newestFirst, type PageRequest } from '../statements/keyset.ts'
import { inAccount } from '../statements/scope.ts'
import { searched } from '../statements/text-search.ts'
import type { CustomerRow } from '../rows/tables.ts'

export type Customer = Selectable<CustomerRow>
export type NewCustomer = Omit<Customer, 'version'>

export interface CustomerQuery extends PageRequest {
  /** Compared without case. */
  readonly email?: string | undefined
  readonly status?: string | undefined
  /** Words of the name or email. */
  readonly search?: string | undefined
}

export const findCustomer = (db: Db, accountId: string, id: string): Promise<Customer | undefined> =>
  db.selectFrom('customers').selectAll().where(byId(id)).where(inAccount(accountId)).executeTakeFirst()

const indexes = [['account_id', 'status'], ['account_id']] as const

export function listCustomers(db: Db, accountId: string, query: CustomerQuery): Promise<Loaded<Customer>> {
  const { email, status } = query
  const found = matching<CustomerRow>(email === undefined ? indexes : [['account_id']], {
    account_id: accountId,
    status,
  })
  const named = email === undefined ? found : { ...found, ...byEmail(accountId, email) }
  return searched(db.selectFrom('customers').selectAll(), named, { ...query, seen })
}

const seen = sql<string>`concat_ws(' ', name ->> 'business', name ->> 'first', name ->> 'last', email)`

export async function hasCustomers(db: Db, accountId: string): Promise<boolean> {
  const found = matching<CustomerRow>(indexes, { account_id: accountId })
  const page = { limit: 0, after: null }
  return (await newestFirst(db.selectFrom('customers').select('id'), found, page).executeTakeFirst()) !== undefined
}

/** Whether any account has one. */
export async function isUsed(db: Db): Promise<boolean> {
  return (await db.selectFrom('customers').select('id').limit(1).executeTakeFirst()) !== undefined
}

const byEmail = (accountId: string, email: string) => ({
  finding: sql<string>`account_id || ' ' || lower(email)`,
  value: sql<string>`${accountId}::text || ' ' || lower(${email})`,
})

/** A new one: nobody else can have it before the transaction is committed. */
export async function insertCustomer({ tx, ids, audit }: Writing, customer: NewCustomer): Promise<void> {
  const row = { ...customer, ...jsonColumns(customer), version: ids('ver') }
  await tx.insertInto('customers').values(inBucketOf(customer.id, row)).execute()
  audit.record(customerChange(null, customer))
}

/** Writes back a customer that was changed. Answers what was. */
export async function saveCustomer(locked: LockedCustomer, customer: Customer): Promise<ResourceChange> {
  assert(customer.id === locked.customer.id, 'the customer that is changed is the one that is locked')
  const { type, status, email, phone } = customer
  await locked.tx
    .updateTable('customers')
    .set({ type, status, email, phone, ...jsonColumns(customer) })
    .where(byId(customer.id))
    .execute()
  const change = locked.audit.record(customerChange(locked.customer, customer))
  await tellIssuersOfRules(locked, customer.id, change)
  return change
}

const jsonColumns = (customer: NewCustomer) => ({
  name: json(customer.name),
  policy: json(customer.policy),
  shadow_policy: json(customer.shadow_policy),
  shadow_since: customer.shadow_since,
  limits: json(customer.limits),
  metadata: json(customer.metadata),
})
