import type pg from 'pg'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { migrationFiles } from './migration-files.ts'
import { tablesRestrictedForService, type TablePrivilege } from './service-rights.ts'

/** The rights of a database role on Purser's tables, in the words of SQL: `update on cards`. */
export interface ServiceRole {
  readonly role: string
  readonly isSuperuser: boolean
  /** True: the database role owns the tables, so that it can give itself any right on them. */
  readonly isOwner: boolean
  /** Rights that the service needs and the role lacks. */
  readonly missing: readonly string[]
  /** Rights that the role has and the service never uses. */
  readonly unused: readonly string[]
}

export interface MigratingRole {
  readonly role: string
  /** The rights that the database role lacks to migrate the database, each in a few words. */
  readonly missing: readonly string[]
}

type Connection = DatabaseOptions['connection']

const BOUNDED = { deadlineMs: answerStepDeadlinesMs.statement }
const ALL: readonly TablePrivilege[] = ['insert', 'update', 'delete']

interface TableRights {
  readonly name: string
  readonly owned: boolean
  readonly selects: boolean
  readonly has: readonly TablePrivilege[]
}

/**
 * Reads what the service's role may do with the tables of an up-to-date database. `deletesEntries`: whether the service deletes the oldest
 * entries of the audit trail.
 */
export const readServiceRole = (connection: Connection, deletesEntries: boolean): Promise<ServiceRole> =>
  withOwnDatabaseConnection(
    connection,
    async (client) => {
      const { role, isSuperuser } = await roleOf(client)
      const tables = await tableRights(client)
      const limits = new Map(tablesRestrictedForService(deletesEntries).map((table) => [table.name, table]))
      const missing: string[] = []
      const unused: string[] = []
      for (const { name, selects, has } of tables) {
        const { never = ['truncate'], updates } = limits.get(name) ?? {}
        const columns = updates ?? []
        if (!selects) missing.push(`select on ${name}`)
        const required = ALL.filter((right) => !never.includes(right) && (right !== 'update' || updates === undefined))
        missing.push(...required.filter((right) => !has.includes(right)).map((right) => `${right} on ${name}`))
        missing.push(...(await columnsWithoutUpdate(client, name, columns)))
        if (!limits.has(name)) continue
        const needless = has.filter((right) => never.includes(right) || (right === 'update' && updates !== undefined))
        unused.push(...needless.map((right) => `${right} on ${name}`))
      }
      if (tables.length === 0) missing.push('usage on the schema of the tables')
      return { role, isSuperuser, isOwner: tables.some(({ owned }) => owned), missing, unused }
    },
    BOUNDED,
  )

/** Reads whether a role may migrate the database: it has to own the tables, and to be allowed to make others beside them. */
export const readMigratingRole = (connection: Connection): Promise<MigratingRole> =>
  withOwnDatabaseConnection(
    connection,
    async (client) => {
      const { role, creates } = await roleOf(client)
      const foreign = (await tableRights(client)).filter(({ owned }) => !owned).map(({ name }) => name)
      return {
        role,
        missing: [
          ...(creates ? [] : ['create on the schema of the tables']),
          ...(foreign.length === 0
            ? []
            : [`ownership of ${foreign.slice(0, 3).join(', ')}${more(foreign.length - 3)}`]),
        ],
      }
    },
    BOUNDED,
  )

const more = (count: number): string => (count > 0 ? ` and ${count} more tables` : '')

async function roleOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ role: string; isSuperuser: boolean; creates: boolean }>(
    `select current_user as role, rolsuper as "isSuperuser",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates
    from pg_roles where rolname = current_user`,
  )
  return rows[0] ?? { role: '', isSuperuser: false, creates: false }
}

/** The names of the tables that the migrations of this version make. */
const tableNames = (): string[] => [
  ...migrationFiles().flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name)),
  'kysely_migration',
]

async function tableRights(client: pg.ClientBase): Promise<TableRights[]> {
  const { rows } = await client.query<TableRights>(
    `select c.relname as name, pg_has_role(c.relowner, 'usage') as owned, has_table_privilege(c.oid, 'select') as selects,
      array(select given.right from unnest($2::text[]) as given ("right") where has_table_privilege(c.oid, given.right)) as has
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)
    order by c.relname`,
    [tableNames(), [...ALL, 'truncate']],
  )
  return rows
}

async function columnsWithoutUpdate(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  if (columns.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    `select given.name from unnest($2::text[]) as given (name) where not has_column_privilege($1, given.name, 'update')`,
    [table, columns],
  )
  return rows.map(({ name }) => `update (${name}) on ${table}`)
}
