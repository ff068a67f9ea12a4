import type { ColumnType, Insertable } from 'kysely'
import type { DefinedColumn, TableColumnMark } from './column.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a column of any field
type AnyColumn = DefinedColumn<any, any, TableColumnMark>

/** A table's columns, each by the field that the state has for it. */
export type DefinedTableColumns = Readonly<Record<string, AnyColumn>>
type Id = DefinedColumn<string, string, never>

/** The columns of a table. A row's bucket is that of its id or, if it has none, of its customer's. */
export type TableDefinition = ({ readonly id: Id } | { readonly customerId: Id }) & DefinedTableColumns

/** Fields that a state has for several columns, each with the function that makes it of the row. */
export type ComposedRowFields<D extends DefinedTableColumns> = Readonly<
  Record<string, (row: DefinedTableRow<D>) => unknown>
>

/** A row of a table, as a statement reads it. */
export type DefinedTableRow<D extends DefinedTableColumns> = {
  [Field in keyof D as SnakeCased<Field>]: StoredOf<D[Field]>
}

/** The columns of a row of which an object's state is made: all but the derived ones, and what composed fields read. */
export type RowColumnsOfState<D extends DefinedTableColumns, C> = Flat<
  DefinedTableRow<Omit<D, Marked<D, 'derived'>>> & Readers<C>
>
type Readers<C> = [C[keyof C]] extends [(row: infer Row) => unknown] ? Row : unknown

/** A row as Kysely knows the table. The bucket is part of the table's key, and never changes. */
type RowBy<D extends TableDefinition> = { bucket: ColumnType<number, number, never> } & {
  [Field in keyof D as SnakeCased<Field>]: 'json' extends MarkOf<D[Field]>
    ? JsonColumn<StoredOf<D[Field]>>
    : StoredOf<D[Field]>
}
interface Defined {
  readonly definition: TableDefinition
}
export type TableRow<T extends Defined> = RowBy<T['definition']>
export type UndistributedRow<T extends Defined> = Omit<TableRow<T>, 'bucket'>
export type SelectedTableRow<T extends Defined> = DefinedTableRow<T['definition']>
export type InsertedTableRow<D extends TableDefinition> = Insertable<RowBy<D>>

/** JSON is read as a value and written as text, so that an array is not sent as a PostgreSQL array. */
export type JsonColumn<Value> = null extends Value
  ? ColumnType<Value, string | null, string | null>
  : ColumnType<Value, string, string>

/** The state of an object that the domain has of a table's row. */
export type DomainStateOfRow<D extends DefinedTableColumns, C> = Flat<
  Own<D> & { readonly [Field in keyof C]: C[Field] extends (...row: never) => infer Value ? Value : never }
>

/** The state of which a row is made: it also has the fields from which derived columns follow. */
export type WrittenRowState<D extends TableDefinition> = Flat<Own<D> & Source<D, keyof D>>
/**
 * The fields of an object's state that an update of some columns needs: their fields, the id, and what derived columns among them follow
 * from.
 */
export type DomainStateOfChangedRow<D extends TableDefinition, Field extends keyof D> = Flat<
  Pick<Own<D>, Extract<keyof Own<D>, Field | 'id'>> & Source<D, Field>
>

export type MutableField<D extends TableDefinition> = Marked<D, 'mutable'> & string

type Own<D extends DefinedTableColumns> = {
  readonly [Field in Exclude<keyof D, Marked<D, 'derived' | 'optional'>>]: FieldOf<D[Field]>
} & { readonly [Field in Marked<D, 'optional'>]?: FieldOf<D[Field]> | undefined }

/** The fields that an object's state needs to compute the columns derived from it: the intersection of what the columns' functions take. */
type Source<D extends DefinedTableColumns, Field extends keyof D> = [
  { [Key in keyof D]: (state: FieldOf<D[Key]>) => void }[Extract<Field, Marked<D, 'derived'>>],
] extends [(state: infer Needed) => void]
  ? Needed
  : never

type Marked<D, Mark> = { [Field in keyof D]: Extract<MarkOf<D[Field]>, Mark> extends never ? never : Field }[keyof D]
type FieldOf<C> = C extends DefinedColumn<infer Field, infer _Stored, TableColumnMark> ? Field : never
type StoredOf<C> = C extends DefinedColumn<infer _Field, infer Stored, TableColumnMark> ? Stored : never
type MarkOf<C> = C extends DefinedColumn<infer _Field, infer _Stored, infer Mark> ? Mark : never
type Flat<T> = { [Key in keyof T]: T[Key] }

export type ColumnOf<D extends DefinedTableColumns> = SnakeCased<keyof D & string>
/** The name of a column: `accountId` is `account_id`. */
export type SnakeCased<Field> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCased<Rest>}`
  : Field
