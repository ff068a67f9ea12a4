import { bucketOf } from '../../lib/buckets.ts'
import { jsonText } from './json.ts'
import type { ColumnFacts } from './column.ts'
import { type TableColumns, columnNames } from './columns.ts'
import { objectLiteralMaker } from '../../lib/literal-maker.ts'
import type {
  ChangedRowState,
  ComposedFields,
  TableDefinition,
  InsertedRow,
  MutableField,
  StateSourceRow,
  RowState,
  WrittenRowState,
} from './table-types.ts'
import { insertRows, updateRows, type RowWriter } from './write.ts'

/**
 * A table whose rows are in the bucket of their id. The definition says each column once, by the field that the state has for it: the column
 * of `accountId` is `account_id`.
 */
export interface DefinedTable<D extends TableDefinition, C> {
  readonly tableName: string
  readonly definition: D
  /** The names of all columns, for a statement that calls the table by an alias. */
  columnsOf(this: void, alias: string): string
  state(this: void, row: StateSourceRow<D, C>): RowState<D, C>
  /** Makes the row of the table, in the form that Kysely inserts. */
  row(this: void, state: WrittenRowState<D>): InsertedRow<D>
  /** Makes the statement that inserts rows. `onConflict`: its `on conflict` clause. */
  inserting(this: void, onConflict?: string): RowWriter<WrittenRowState<D>>
  /** Makes the statement that changes the columns of the given fields in rows, or all mutable columns. */
  updating<Field extends MutableField<D> = MutableField<D>>(
    this: void,
    fields?: readonly Field[],
    statementName?: string,
  ): RowWriter<ChangedRowState<D, Field>>
}

type NamedColumn = ColumnFacts & { readonly field: string; readonly name: string }

/** `composed` has the fields that the state has for several columns, which are `derived`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- most states have no composed field
export function defineTable<D extends TableDefinition, C extends ComposedFields<D> = Record<never, never>>(
  tableName: string,
  definition: D,
  composed?: C,
): DefinedTable<D, C> {
  const columns = Object.entries(definition).map(([field, facts]) => ({ ...facts, field, name: snakeCase(field) }))
  const toRow = rowMaker(columns)
  return {
    tableName,
    definition,
    columnsOf: (alias) => columnNames(typesOf(columns), alias),
    state: stateMaker(columns, composed ?? {}) as DefinedTable<D, C>['state'],
    row(state) {
      const row = toRow(state)
      for (const { type, name } of columns) if (type === 'json') row[name] = jsonText(row[name] ?? null)
      return row as InsertedRow<D>
    },
    inserting(onConflict = '') {
      const insert = insertRows(tableName, typesOf(columns), onConflict)
      return (states) => insert(states.map(toRow))
    },
    updating(fields, statementName = tableName) {
      const isChanged = ({ field, isMutable }: NamedColumn) => fields?.some((name) => name === field) ?? isMutable
      const changed = columns.filter((column) => column.field === 'id' || isChanged(column))
      const toChange = rowMaker(changed)
      const lasting = changed.filter(({ isSetOnce }) => isSetOnce).map(({ name }) => name)
      const change = updateRows(tableName, typesOf(changed), lasting, statementName)
      return (states) => change(states.map(toChange))
    },
  }
}

type AnyRow = { bucket: number; id: string } & Record<string, unknown>

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

const rowMaker = (columns: readonly NamedColumn[]) =>
  objectLiteralMaker(['bucket: bucketOf(given.id)', ...columns.map(columnSource)], {
    write: Object.fromEntries(columns.map(({ field, write }) => [field, write])),
    bucketOf,
  }) as (state: object) => AnyRow

function columnSource({ field, name, write, isDerived }: NamedColumn): string {
  const value = isDerived ? 'given' : `given.${field}`
  return `${name}: ${write === null ? value : `write.${field}(${value})`}`
}

/** The name of the column of a field: that of `expMonth` is `exp_month`. */
export const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
