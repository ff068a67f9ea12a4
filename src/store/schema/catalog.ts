import pg from 'pg'

/** An object in a database schema, with its definition as the server writes it. */
interface CatalogEntry {
  /** The name of the table that the database object belongs to. For a function it is the function's own signature. */
  readonly owner: string
  readonly name: string
  readonly definition: string
  /** Whether an unexpected object of this kind can make the server refuse or change rows. Columns, constraints and unique indexes can. */
  readonly binding: boolean
}

const EXPECTED_SCHEMA = 'purser_expected'

/**
 * Says in a few words how the tables, columns, indexes, constraints and functions of the current schema differ from those that `migration`
 * makes. Null: they do not differ. Unknown tables and additional plain indexes do not count. The migration runs in a schema that is rolled
 * back, so that one server writes both definitions, because servers of different versions write the same definition differently. The role
 * must have the right to create a schema, and the client must be inside a transaction.
 */
export async function catalogDifference(client: pg.ClientBase, migration: string): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema')
  const actual = await readCatalog(client, rows[0]?.schema ?? 'public')
  await client.query('savepoint expected_catalog')
  // Without this setting, Citus would make the schema on its workers as well.
  await client.query('set local citus.enable_ddl_propagation = off')
  await client.query(`create schema ${EXPECTED_SCHEMA}`)
  await client.query(`set local search_path = ${EXPECTED_SCHEMA}`)
  await client.query(migration)
  const expected = await readCatalog(client, EXPECTED_SCHEMA)
  await client.query('rollback to savepoint expected_catalog')
  return differenceBetween(expected, actual)
}

async function readCatalog(client: pg.ClientBase, schema: string): Promise<CatalogEntry[]> {
  const { rows } = await client.query<CatalogEntry>(CATALOG, [schema, `${pg.escapeIdentifier(schema)}.`, `${schema}.`])
  return rows
}

/**
 * SQL that reads the definitions of the objects in a schema. `$1`: the schema. `$2`, `$3`: the prefixes that the server writes before names
 * of the schema. Not-null constraints are left out, because PostgreSQL before 18 has no rows for them.
 */
const CATALOG = `
  with tables as (
    select oid, relname::text from pg_class
    where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('r', 'p')
  ), entries as (
    select t.relname as owner, t.relname || '.' || a.attname as name, true as binding,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), c.collname, case when a.attnotnull then 'not null' end,
        nullif(a.attgenerated::text, ''), nullif(a.attidentity::text, ''), pg_get_expr(d.adbin, d.adrelid)) as definition
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      left join pg_collation c on c.oid = a.attcollation
    union all
    select t.relname, n.conname::text, true, pg_get_constraintdef(n.oid)
    from tables t join pg_constraint n on n.conrelid = t.oid and n.contype in ('p', 'u', 'c', 'x', 'f')
    union all
    select t.relname, i.indexrelid::regclass::text, i.indisunique, pg_get_indexdef(i.indexrelid)
    from tables t join pg_index i on i.indrelid = t.oid
    where not exists (select from pg_constraint n where n.conindid = i.indexrelid)
    union all
    select p.oid::regprocedure::text, p.oid::regprocedure::text, false, pg_get_functiondef(p.oid)
    from pg_proc p
    where p.pronamespace = (select oid from pg_namespace where nspname = $1) and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select replace(replace(owner, $2, ''), $3, '') as owner, replace(replace(name, $2, ''), $3, '') as name,
    replace(replace(definition, $2, ''), $3, '') as definition, binding
  from entries order by 1, 2`

function differenceBetween(expected: readonly CatalogEntry[], actual: readonly CatalogEntry[]): string | null {
  const has = byName(actual)
  const known = byName(expected)
  const owners = new Set(expected.map(({ owner }) => owner))
  const differences = [
    ...expected.flatMap(({ name, definition }) => {
      const own = has.get(name)
      if (own === undefined) return [`${name} is missing`]
      return own.definition === definition ? [] : [`${name} is different`]
    }),
    ...actual
      .filter(({ owner, name, binding }) => binding && owners.has(owner) && !known.has(name))
      .map(({ name }) => `${name} is unknown`),
  ]
  const [first, ...more] = differences
  if (first === undefined) return null
  return more.length === 0 ? first : `${first}, and ${more.length} more`
}

const byName = (entries: readonly CatalogEntry[]) => new Map(entries.map((entry) => [entry.name, entry]))
