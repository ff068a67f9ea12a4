import { givenRowsTableSql } from './given-rows.ts'
import { binaryArrayParameter, type PostgresArrayElement, type PostgresArrayElementType } from './binary-array.ts'

/**
 * The columns of rows that are read or written together, with the type of each. A `word` is written as ASCII, so it is only for columns
 * that hold nothing else: the words of a union, and what the service makes. PostgreSQL would refuse the whole batch for a caller's text.
 */
export type TableColumns<Row> = { readonly [Column in keyof Row]-?: ElementTypeOf<Column, Row[Column]> }

type ElementTypeOf<Column, Value> = Column extends MadeColumn
  ? PostgresArrayElementType
  : unknown extends Value
    ? PostgresArrayElementType // the row is inferred from its columns, which were checked where they were made
    : string extends Value
      ? Exclude<PostgresArrayElementType, 'word'>
      : PostgresArrayElementType

/**
 * Columns of texts that the service makes or has checked: ids, hashes, codes of currencies. None of them can hold a character outside of
 * ASCII.
 */
type MadeColumn =
  | 'id'
  | 'account_id'
  | 'customer_id'
  | 'agent_id'
  | 'card_id'
  | 'intent_id'
  | 'transaction_id'
  | 'subscription_id'
  | 'webhook_id'
  | 'event_id'
  | 'entry_id'
  | 'credit_id'
  | 'subject_id'
  | 'scope_id'
  | 'request_id'
  | 'resource_id'
  | 'decided_by'
  | 'declared_by'
  | 'requested_by'
  | 'revoked_by'
  | 'taken_by'
  | 'version'
  | 'policy_version'
  | 'hash'
  | 'previous_hash'
  | 'fact_hash'
  | 'reference_hash'
  | 'fingerprint'
  | 'mac'
  | 'currency'
  | 'merchant_currency'
  | 'issuer'
  | 'operation'
  | 'status'
  | 'grouped_by'
  | 'length'

/**
 * Lists the names of the columns for a statement. `*` would have more columns after a migration: a prepared query would then fail on every
 * open connection (SQLSTATE 0A000), and an insert would set the new column to null instead of its default.
 */
export const sqlColumnNames = <Row>(columns: TableColumns<Row>, table?: string): string =>
  Object.keys(columns)
    .map((name) => (table === undefined ? name : `${table}.${name}`))
    .join(', ')

/**
 * Makes a statement that inserts many rows, with one array parameter for each column, because PostgreSQL reads arrays at half the cost of
 * JSON, which names every value. Each array is unnested in the select list: in FROM, PostgreSQL would first store every array's elements in
 * a tuple store of its own.
 */
export const insertSql = <Row>(table: string, columns: TableColumns<Row>): string =>
  `insert into ${table} (${sqlColumnNames(columns)}) select ${Object.values(columns)
    .map((type, index) => `unnest($${index + 1}::${sqlTypeOf(type as PostgresArrayElementType)}[])`)
    .join(', ')}`

/**
 * Makes a statement that updates many rows by bucket and id. It reads `givenRowsTableSql`. `lasting`: columns that keep their first value that is
 * not null.
 */
export function updateSql(
  table: string,
  columns: Readonly<Record<string, PostgresArrayElementType>>,
  lasting: readonly string[] = [],
): string {
  const given = Object.entries(columns).filter(([name]) => name !== 'bucket')
  const changed = given.map(([name]) => name).filter((name) => name !== 'id')
  const valueOf = (name: string) =>
    lasting.includes(name) ? `coalesce(stored.${name}, given.${name})` : `given.${name}`
  return `update ${table} stored set ${changed.map((name) => `${name} = ${valueOf(name)}`).join(', ')}
    from ${givenRowsTableSql(Object.fromEntries(given.map(([name, type]) => [name, sqlTypeOf(type)])))}
    where stored.bucket = given.bucket and stored.id = given.id`
}

/** Makes the parameters of `insertSql` and `updateSql`. A column that a row does not have is null. */
export const columnArrayParameters = <Row extends object>(columns: TableColumns<Row>, rows: readonly Row[]): Buffer[] =>
  (Object.entries(columns) as [keyof Row, PostgresArrayElementType][]).map(([column, type]) =>
    binaryArrayParameter(type, rows.length, (index) => elementOf(type, rows[index]?.[column])),
  )

function elementOf(type: PostgresArrayElementType, value: unknown): PostgresArrayElement {
  if (value === null || value === undefined) return null
  return type === 'json' ? JSON.stringify(value) : (value as PostgresArrayElement)
}

const sqlTypeOf = (type: PostgresArrayElementType): string => (type === 'word' ? 'text' : type)
