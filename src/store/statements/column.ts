import type { PostgresArrayElementType } from './binary-array.ts'

/**
 * A column of a table's definition. `Stored` is the value as PostgreSQL gives it, `Field` the value in a state. `Mark` has what was said
 * of the column beside its type.
 */
export interface DefinedColumn<Field, Stored, Mark extends TableColumnMark> extends TableColumnFacts {
  /** The column may be null, and the field of the object's state is null then, too. */
  readonly nullable: DefinedColumn<Field | null, Stored | null, Mark>
  /** The column is null where the object's state does not have the field. */
  readonly optional: DefinedColumn<Field, Stored | null, Mark | 'optional'>
  /** Marks the column as one that updates of a row may change. */
  readonly mutable: DefinedColumn<Field, Stored, Mark | 'mutable'>
  /** An update may change the column while it is null. Later updates keep its value. */
  readonly setOnce: DefinedColumn<Field, Stored, Mark | 'mutable'>
  /** Null in most rows. An insert leaves the column out if it is null in all of its rows, because each column costs time. */
  readonly rare: DefinedColumn<Field, Stored, Mark>
  /** Marks the column as one that an update of a row may change only if the update names the column. */
  readonly mutableByName: DefinedColumn<Field, Stored, Mark | 'mutable'>
  /** The field of the state has another value than the column. The two functions convert one into the other. */
  as<Other>(read: (stored: Stored) => Other, write: (field: Other) => Stored): DefinedColumn<Other, Stored, Mark>
  /** A derived column: the state has no field for it, and its value follows from other fields. */
  from<State>(write: (state: State) => Stored): DefinedColumn<State, Stored, Mark | 'derived'>
  /** The types of the column. No value has this member: it exists for the type checker alone. */
  readonly [types]?: (field: Field) => { field: Field; stored: Stored; mark: Mark }
}
declare const types: unique symbol

export type TableColumnMark = 'json' | 'optional' | 'mutable' | 'derived'

/** The facts about a column that the running program uses. */
export interface TableColumnFacts {
  /** `bytea` and `text[]` are only for tables whose rows are written one by one. */
  readonly type: PostgresArrayElementType | 'bytea' | 'text[]'
  readonly isNullable: boolean
  readonly isOptional: boolean
  /** Whether an update that names no columns changes the column. */
  readonly isMutable: boolean
  readonly isSetOnce: boolean
  readonly isRare: boolean
  readonly isDerived: boolean
  /** Makes the field of a state from the column's stored value. Null: the field is the stored value. */
  readonly read: ((stored: never) => unknown) | null
  /** Makes the column's stored value from the field or, for a derived column, from the state. Null: the stored value is the field. */
  readonly write: ((value: never) => unknown) | null
}

const column = <Field, Mark extends TableColumnMark = never>(
  facts: TableColumnFacts,
): DefinedColumn<Field, Field, Mark> =>
  ({
    ...facts,
    get nullable() {
      return column({ ...facts, isNullable: true })
    },
    get optional() {
      return column({ ...facts, isNullable: true, isOptional: true })
    },
    get mutable() {
      return column({ ...facts, isMutable: true })
    },
    get setOnce() {
      return column({ ...facts, isMutable: true, isSetOnce: true })
    },
    get rare() {
      return column({ ...facts, isRare: true })
    },
    get mutableByName() {
      return column(facts)
    },
    as: (read: TableColumnFacts['read'], write: TableColumnFacts['write']) => column({ ...facts, read, write }),
    from: (write: TableColumnFacts['write']) => column({ ...facts, isDerived: true, write }),
  }) as DefinedColumn<Field, Field, Mark>

const plain = {
  isNullable: false,
  isOptional: false,
  isMutable: false,
  isSetOnce: false,
  isRare: false,
  isDerived: false,
  read: null,
  write: null,
} as const

/** A text that only has ASCII characters because the service has made or checked it: an id, a hash, the code of a currency. */
export const asciiColumn = column<string>({ ...plain, type: 'word' })
/** A text of a caller or an issuer, which may have any characters. */
export const textColumn = column<string>({ ...plain, type: 'text' })
export const bigintColumn = column<number>({ ...plain, type: 'bigint' })
export const integerColumn = column<number>({ ...plain, type: 'integer' })
export const bytesColumn = column<Buffer>({ ...plain, type: 'bytea' })
export const wordsColumn = column<string[]>({ ...plain, type: 'text[]' })
export const booleanColumn = column<boolean>({ ...plain, type: 'boolean' })
/** A text column whose values are the words of a union type. */
export const enumColumn = <Word extends string>(): string extends Word ? never : DefinedColumn<Word, Word, never> =>
  column<Word>({ ...plain, type: 'word' }) as string extends Word ? never : DefinedColumn<Word, Word, never>
/** JSON. Kysely writes it as text, so that an array is not sent as a PostgreSQL array. */
export const jsonColumn = <Value extends object>(): DefinedColumn<Value, Value, 'json'> =>
  column<Value, 'json'>({ ...plain, type: 'json' })
/** A column with a JSON list. Null is stored for an empty one. */
export const jsonListColumn = <Item>() =>
  jsonColumn<readonly Item[]>().nullable.as(
    (stored) => stored ?? [],
    (items) => (items.length === 0 ? null : items),
  )
