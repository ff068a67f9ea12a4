import { bucketOfId } from '../../lib/buckets.ts'
import { jsonText } from './json.ts'
import type { TableColumnFacts } from './column.ts'
import type { TableColumns } from './columns.ts'
import { objectLiteralMaker } from '../../lib/object-literal-maker.ts'
import type {
  DomainStateOfChangedRow,
  ColumnOf,
  ComposedRowFields,
  TableDefinition,
  DefinedTableColumns,
  InsertedTableRow,
  MutableField,
  RowColumnsOfState,
  DefinedTableRow,
  DomainStateOfRow,
  WrittenRowState,
} from './table-types.ts'
import { rowInsertWriter, rowUpdateWriter, type SqlRowWriter } from './write.ts'

/** The columns of a table that one reader reads, with the function that makes the state of an object from a row of them. */
export interface TableReader<D extends DefinedTableColumns, C> {
  readonly columnNames: readonly ColumnOf<D>[]
  /** The names of the columns, for a statement that may call the table by an alias. */
  columnsOf(this: void, alias?: string): string
  state(this: void, row: RowColumnsOfState<D, C>): DomainStateOfRow<D, C>
  /** Runs a query, and makes the state of the first row that it finds. */
  first(
    this: void,
    query: { executeTakeFirst(): Promise<RowColumnsOfState<D, C> | undefined> },
  ): Promise<DomainStateOfRow<D, C> | undefined>
  /** Runs a query, and makes the states of all rows that it finds. */
  all(this: void, query: { execute(): Promise<RowColumnsOfState<D, C>[]> }): Promise<DomainStateOfRow<D, C>[]>
}

/**
 * A table whose rows are in buckets. The definition says each column once, by the field that the state has for it: the column of `accountId`
 * is `account_id`.
 */
export interface DefinedTable<D extends TableDefinition, C> extends TableReader<D, C> {
  readonly tableName: string
  readonly definition: D
  /** The names of the columns that an update may change. */
  readonly mutableColumns: readonly string[]
  without<Field extends keyof D>(this: void, ...fields: readonly Field[]): TableReader<Omit<D, Field>, C>
  /** Makes the row of an object's state as a statement reads it: with its bucket, and with JSON as values. */
  stored(this: void, state: WrittenRowState<D>): DefinedTableRow<D> & { bucket: number }
  /** Makes the row that Kysely inserts, with JSON as text. */
  row(this: void, state: WrittenRowState<D>): InsertedTableRow<D>
  /** Makes the statement that inserts rows. `onConflict`: its `on conflict` clause. */
  inserting(this: void, onConflict?: string): SqlRowWriter<WrittenRowState<D>>
  /** Makes the statement that changes the columns of the given fields in rows, or all mutable columns. */
  updating<Field extends MutableField<D> = MutableField<D>>(
    this: void,
    fields?: readonly Field[],
    statementName?: string,
  ): SqlRowWriter<DomainStateOfChangedRow<D, Field>>
}

type NamedColumn = TableColumnFacts & { readonly field: string; readonly name: string }

/** Defines a table by its columns. `composed` has the fields that the state has for several columns, which are `derived`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- most states have no composed field
export function defineTable<D extends TableDefinition, C extends ComposedRowFields<D> = Record<never, never>>(
  tableName: string,
  definition: D,
  composed?: C,
): DefinedTable<D, C> {
  const columns = Object.entries(definition).map(([field, facts]) => ({ ...facts, field, name: snakeCase(field) }))
  const toRow = rowMaker(columns)
  return {
    tableName,
    definition,
    ...readerOf<D, C>(columns, composed),
    mutableColumns: columns.filter(({ isMutable }) => isMutable).map(({ name }) => name),
    without: (...fields) =>
      readerOf(
        columns.filter(({ field }) => !fields.some((name) => name === field)),
        composed,
      ),
    stored: toRow as DefinedTable<D, C>['stored'],
    row(state) {
      const row = toRow(state)
      for (const { type, name } of columns) if (type === 'json') row[name] = jsonText(row[name] ?? null)
      return row as InsertedTableRow<D>
    },
    inserting: (onConflict = '') => inserting(tableName, columns, { toRow, onConflict }),
    updating(fields, statementName = tableName) {
      const isChanged = ({ field, isMutable }: NamedColumn) => fields?.some((name) => name === field) ?? isMutable
      const changed = columns.filter((column) => column.field === 'id' || isChanged(column))
      const toChange = rowMaker(changed)
      const lasting = changed.filter(({ isSetOnce }) => isSetOnce).map(({ name }) => name)
      const change = rowUpdateWriter(tableName, typesOf(changed), lasting, statementName)
      return (states) => change(states.map(toChange))
    },
  }
}

/** Defines a table that is not distributed: its rows are in no buckets. */
export function defineUndistributedTable<D extends TableDefinition>(tableName: string, definition: D) {
  const { row: inBucket, ...table } = defineTable(tableName, definition)
  return {
    ...table,
    row(this: void, state: WrittenRowState<D>): Omit<InsertedTableRow<D>, 'bucket'> {
      const { bucket: _bucket, ...row } = inBucket(state) as InsertedTableRow<D> & { bucket: number }
      return row
    },
  }
}

type AnyRow = { bucket: number; id: string } & Record<string, unknown>

function readerOf<D extends DefinedTableColumns, C>(
  columns: readonly NamedColumn[],
  composed: object = {},
): TableReader<D, C> {
  const state = stateMaker(columns, composed) as TableReader<D, C>['state']
  return {
    columnNames: columns.map(({ name }) => name as ColumnOf<D>),
    columnsOf: (alias) => columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', '),
    state,
    async first(query) {
      const row = await query.executeTakeFirst()
      return row && state(row)
    },
    all: async (query) => (await query.execute()).map(state),
  }
}

function inserting(
  tableName: string,
  columns: readonly NamedColumn[],
  { toRow, onConflict }: { toRow: (state: object) => AnyRow; onConflict: string },
): SqlRowWriter<object> {
  const rare = columns.filter(({ isRare }) => isRare).map(({ name }) => name)
  const usual = typesOf(columns.filter(({ isRare }) => !isRare))
  const insertUsual = rowInsertWriter(tableName, usual, onConflict)
  const insertAny = rowInsertWriter(tableName, typesOf(columns), onConflict, `all-columns-of-${tableName}`)
  return (states) => {
    const rows = states.map(toRow)
    return rows.every((row) => rare.every((name) => row[name] === null)) ? insertUsual(rows) : insertAny(rows)
  }
}

const typesOf = (columns: readonly NamedColumn[]) =>
  Object.fromEntries([['bucket', 'smallint'], ...columns.map(({ name, type }) => [name, type])]) as TableColumns<AnyRow>

const stateMaker = (columns: readonly NamedColumn[], composed: object) =>
  objectLiteralMaker(
    [
      ...columns.filter(({ isDerived }) => !isDerived).map(fieldSource),
      ...Object.keys(composed).map((field) => `${field}: composed.${field}(given)`),
    ],
    { read: Object.fromEntries(columns.map(({ field, read }) => [field, read])), composed },
  )

function fieldSource({ field, name, read, isOptional }: NamedColumn): string {
  const source = `${field}: ${read === null ? `given.${name}` : `read.${field}(given.${name})`}`
  return isOptional ? `...(given.${name} === null ? {} : { ${source} })` : source
}

function rowMaker(columns: readonly NamedColumn[]) {
  const owner = columns.some(({ field }) => field === 'id') ? 'id' : 'customerId'
  return objectLiteralMaker([`bucket: bucketOf(given.${owner})`, ...columns.map(columnSource)], {
    write: Object.fromEntries(columns.map(({ field, write }) => [field, write])),
    bucketOf: bucketOfId,
  }) as (state: object) => AnyRow
}

function columnSource({ field, name, write, isDerived, isOptional }: NamedColumn): string {
  const value = isDerived ? 'given' : isOptional ? `(given.${field} ?? null)` : `given.${field}`
  return `${name}: ${write === null ? value : `write.${field}(${value})`}`
}

/** The name of the column of a field: that of `expMonth` is `exp_month`. */
export const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
