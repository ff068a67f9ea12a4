import { binaryArray, type ElementType } from './binary-array.ts'

/** The columns of a row that is written with many others, and what each is. */
export type Columns<Row> = { readonly [Column in keyof Row]-?: ElementType }

/**
 * An insert of many rows, which takes one array parameter a column: PostgreSQL takes arrays apart at half the cost of JSON
 * with a name for every value.
 */
export const insertSql = <Row>(table: string, columns: Columns<Row>): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select * from unnest(${Object.values(columns)
    .map((type, index) => `$${index + 1}::${sqlTypeOf(type as ElementType)}[]`)
    .join(', ')})`

/** The parameters of that insert. What a row leaves out is null. */
export const columnArrays = <Row extends object>(columns: Columns<Row>, rows: readonly Row[]): Buffer[] =>
  (Object.entries(columns) as [keyof Row, ElementType][]).map(([column, type]) =>
    binaryArray(
      type,
      rows.map((row) => elementOf(type, row[column])),
    ),
  )

function elementOf(type: ElementType, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  return type === 'json' ? JSON.stringify(value) : (value as string | number)
}

const sqlTypeOf = (type: ElementType): string => (type === 'word' ? 'text' : type)
