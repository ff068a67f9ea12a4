import { sql, type Selectable } from 'kysely'
import { customerAuditChange } from '../../domain/changes/audited.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { type LoadedListPage, listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { searchListRows } from '../statements/text-search.ts'
import { customersTable } from '../rows/customers.ts'
import type { CustomerRow } from '../rows/tables.ts'

/** A row of the table `customers`, as lists read it. */
export type CustomerRecord = Selectable<CustomerRow>

export interface CustomerQuery extends ListPageRequest {
  /** The customer's email, compared without case. */
  readonly email?: string | undefined
  readonly status?: string | undefined
  /** The words of a search for customers. The customer's name or email must contain each word. */
  readonly search?: string | undefined
}

export const findCustomer = (db: Db, accountId: string, id: string): Promise<CustomerWithAllFields | undefined> =>
  customersTable.first(db.selectFrom('customers').selectAll().where(rowByIdSql(id)).where(isInAccountSql(accountId)))

const indexes = [['account_id', 'status'], ['account_id']] as const

export function listCustomers(
  db: Db,
  accountId: string,
  query: CustomerQuery,
): Promise<LoadedListPage<CustomerRecord>> {
  const { email, status } = query
  const filter = indexedListFilter<CustomerRow>(email === undefined ? indexes : [['account_id']], {
    account_id: accountId,
    status,
  })
  const named = email === undefined ? filter : { ...filter, ...byEmail(accountId, email) }
  return searchListRows(db.selectFrom('customers').selectAll(), named, { ...query, searchText })
}

const searchText = sql<string>`concat_ws(' ', name ->> 'business', name ->> 'first', name ->> 'last', email)`

/** Finds the id of the newest active customer with this email. Undefined: no active customer has it. */
export async function findActiveCustomerByEmail(db: Db, accountId: string, email: string): Promise<string | undefined> {
  const filter = indexedListFilter<CustomerRow>([['account_id']], { account_id: accountId, status: 'active' })
  const page = { limit: 0, after: null }
  const query = listRowsNewestFirst(
    db.selectFrom('customers').select('id'),
    { ...filter, ...byEmail(accountId, email) },
    page,
  )
  return (await query.executeTakeFirst())?.id
}

export async function hasCustomers(db: Db, accountId: string): Promise<boolean> {
  const filter = indexedListFilter<CustomerRow>(indexes, { account_id: accountId })
  const page = { limit: 0, after: null }
  return (
    (await listRowsNewestFirst(db.selectFrom('customers').select('id'), filter, page).executeTakeFirst()) !== undefined
  )
}

/** Whether any account has a customer. */
export async function hasAnyCustomer(db: Db): Promise<boolean> {
  return (await db.selectFrom('customers').select('id').limit(1).executeTakeFirst()) !== undefined
}

const byEmail = (accountId: string, email: string) => ({
  indexed: sql<string>`account_id || ' ' || lower(email)`,
  value: sql<string>`${accountId}::text || ' ' || lower(${email})`,
})

/** Inserts a customer. No lock is needed, because nobody else can know a new customer's id before the commit. */
export async function insertCustomer({ tx, ids, audit }: AuditedTx, customer: CustomerWithAllFields): Promise<void> {
  await tx
    .insertInto('customers')
    .values(customersTable.row({ ...customer, version: ids('ver') }))
    .execute()
  audit.record(customerAuditChange(null, customer))
}
