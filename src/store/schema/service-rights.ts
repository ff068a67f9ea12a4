import type pg from 'pg'
import { BEGIN_TRANSACTION_SQL } from '../connection/own-settings.ts'
import type { DatabaseOptions } from '../connection/database.ts'
import { changedAuditHeadColumns } from '../audit/chain.ts'
import { transactionsTable } from '../rows/transactions.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { MIGRATION_LOCK } from './history.ts'

export type TablePrivilege = 'insert' | 'update' | 'delete' | 'truncate'

export interface RestrictedTable {
  readonly name: string
  /** The rights on the table that the service never uses. `restrictServiceRole` takes them from the service's database role. */
  readonly never: readonly TablePrivilege[]
  /** The only columns of the table that the service updates. Undefined: the right to update is not limited to columns. */
  readonly updates?: readonly string[]
}

/** Lists the tables of which the service never uses all rights. `deletesEntries`: see `restrictServiceRole`. */
export const tablesRestrictedForService = (deletesEntries: boolean): readonly RestrictedTable[] => {
  const trail: readonly TablePrivilege[] = deletesEntries ? ['update', 'truncate'] : ['update', 'delete', 'truncate']
  return [
    { name: 'audit_entries', never: trail },
    { name: 'signed_heads', never: trail },
    { name: 'audit_heads', never: ['delete', 'truncate'], updates: changedAuditHeadColumns },
    {
      name: 'transactions',
      never: ['delete', 'truncate'],
      updates: [...transactionsTable.mutableColumns, 'merchant_key'],
    },
    { name: 'transaction_steps', never: ['update', 'delete', 'truncate'] },
    { name: 'policy_versions', never: ['update', 'delete', 'truncate'] },
    { name: 'kysely_migration', never: ['insert', 'update', 'delete', 'truncate'] },
  ]
}

/** Tables whose oldest rows the service deletes if the setting `PURSER_AUDIT_DAYS` says so. */
const DELETED_AFTER_A_WHILE = ['audit_entries', 'signed_heads']

export interface RestrictedServiceRole {
  readonly role: string
  /** The rights that were taken from the database role, in the words of SQL: `delete on transactions`. */
  readonly taken: readonly string[]
  /** The rights that the database role still has, because it is a superuser or belongs to another role that has them. */
  readonly kept: readonly string[]
}

interface Connections {
  /** The connection of the role that the service uses. */
  readonly service: DatabaseOptions['connection']
  /** The connection of the role that owns the tables and migrates. */
  readonly owner: DatabaseOptions['connection']
}

/**
 * Takes from the service's role the rights that the service never uses, so that nobody with that role's password can use them. Resolves
 * with null if the service's role owns the tables, because an owner can grant itself what was taken. `deletesEntries`: whether the service
 * deletes the oldest entries of the audit trail.
 */
export async function restrictServiceRole(
  { service, owner }: Connections,
  { deletesEntries }: { readonly deletesEntries: boolean },
): Promise<RestrictedServiceRole | null> {
  const role = await withOwnDatabaseConnection(service, roleOf)
  return withOwnDatabaseConnection(owner, async (client) => {
    if ((await roleOf(client)) === role) return null
    await client.query(BEGIN_TRANSACTION_SQL)
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const taken: string[] = []
    const kept: string[] = []
    for (const table of tablesRestrictedForService(deletesEntries)) {
      const limited = await limit(client, role, table)
      taken.push(...limited.taken)
      kept.push(...limited.kept)
    }
    if (deletesEntries) {
      for (const table of DELETED_AFTER_A_WHILE) await grantRight(client, role, { table, right: 'delete' })
    }
    await client.query('commit')
    return { role, taken, kept }
  })
}

const roleOf = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

async function limit(client: pg.ClientBase, role: string, { name, never, updates }: RestrictedTable) {
  const had = await rightsOn(client, role, name, [...never, ...(updates === undefined ? [] : ['update' as const])])
  for (const right of had) await client.query(`revoke ${right} on ${name} from ${client.escapeIdentifier(role)}`)
  if (updates !== undefined && (had.includes('update') || (await updatesSome(client, role, name)))) {
    await grantRight(client, role, { table: name, right: `update (${updates.join(', ')})` })
  }
  const kept = await rightsOn(client, role, name, had)
  return {
    taken: had.filter((right) => !kept.includes(right)).map((right) => `${right} on ${name}`),
    kept: kept.map((right) => `${right} on ${name}`),
  }
}

/** Lists those of the given rights that a role has on a whole table. */
async function rightsOn(
  client: pg.ClientBase,
  role: string,
  table: string,
  rights: readonly TablePrivilege[],
): Promise<TablePrivilege[]> {
  const { rows } = await client.query<{ right: TablePrivilege }>(
    'select distinct given.right from unnest($3::text[]) as given ("right") where has_table_privilege($1, $2, given.right)',
    [role, table, rights],
  )
  return rows.map(({ right }) => right)
}

async function updatesSome(client: pg.ClientBase, role: string, table: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`select has_any_column_privilege($1, $2, 'update') as may`, [
    role,
    table,
  ])
  return rows[0]?.may === true
}

const grantRight = (
  client: pg.ClientBase,
  role: string,
  { table, right }: { readonly table: string; readonly right: string },
): Promise<unknown> => client.query(`grant ${right} on ${table} to ${client.escapeIdentifier(role)}`)
