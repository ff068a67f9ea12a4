import { sql } from 'kysely'
import { customerName } from '../../domain/names.ts'
import type { CustomerName } from '../../contract/resources/customers.ts'
import type { Db } from '../connection/db.ts'
import { readSql } from '../connection/read-sql.ts'
import { givenIds } from '../sharding/given-rows.ts'

/** The groups of a statistic that are resources with names. */
export type NamedGroup = 'customer' | 'agent' | 'card'

/** Reads the names of an account's customers, agents or cards by their ids, also of deleted ones. An id without a name is left out. */
export async function groupNames(
  db: Db,
  accountId: string,
  { groupBy, ids, seesEmails }: { groupBy: NamedGroup; ids: readonly string[]; seesEmails: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const names = await lookups[groupBy](db, accountId, ids)
  return new Map(
    names.flatMap(({ id, name, email }) => {
      const shown = name || (seesEmails ? email : null)
      return shown ? [[id, shown]] : []
    }),
  )
}

interface Name {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}
type Lookup = (db: Db, accountId: string, ids: readonly string[]) => Promise<Name[]>

const lookups: Readonly<Record<NamedGroup, Lookup>> = {
  customer: async (db, accountId, ids) => {
    type Row = { id: string; name: CustomerName | null; email: string | null }
    const rows = await readSql(
      db,
      sql<Row>`select c.id, c.name, c.email from ${givenIds(ids)}
      join customers c on c.bucket = given.bucket and c.id = given.id where c.account_id = ${accountId}`,
    )
    return rows.map((row) => ({ ...row, name: customerName(row.name) }))
  },
  agent: (db, accountId, ids) =>
    readSql(
      db,
      sql<Name>`select a.id, a.name, null as email from ${givenIds(ids)}
      join agents a on a.bucket = given.bucket and a.id = given.id where a.account_id = ${accountId}`,
    ),
  card: (db, accountId, ids) =>
    readSql(
      db,
      sql<Name>`select c.id, concat_ws(' ', coalesce(c.label, 'Card'), '•••• ' || c.last4) as name, null as email
      from ${givenIds(ids)} join cards c on c.bucket = given.bucket and c.id = given.id where c.account_id = ${accountId}`,
    ),
}
