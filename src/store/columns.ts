type ColumnType = 'word' | 'text' | 'bigint' | 'integer' | 'json'

/**
 * The columns of a row that is written with many others, and what PostgreSQL reads each from. `word`: text of
 * letters, digits and underscores, as ids and statuses are; `json`: from JSON text.
 */
export type Columns<Row> = { readonly [Column in keyof Row]-?: ColumnType }

/**
 * An insert of many rows, which takes one array parameter a column: PostgreSQL takes arrays apart at half the cost of JSON
 * with a name for every value.
 */
export const insertSql = <Row>(table: string, columns: Columns<Row>): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select * from unnest(${Object.values(columns)
    .map((type, index) => `$${index + 1}::${sqlTypeOf(type as ColumnType)}[]`)
    .join(', ')})`

/** The parameters of that insert, ready as array literals. What a row leaves out is null. */
export const columnArrays = <Row extends object>(columns: Columns<Row>, rows: readonly Row[]): string[] =>
  (Object.entries(columns) as [keyof Row, ColumnType][]).map(([column, type]) => {
    const element = elementOf[type]
    return `{${rows.map((row) => (isNull(row[column]) ? 'NULL' : element(row[column]))).join(',')}}`
  })

const sqlTypeOf = (type: ColumnType): string => (type === 'word' ? 'text' : type)

const isNull = (value: unknown): boolean => value === null || value === undefined

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const elementOf: Readonly<Record<ColumnType, (value: unknown) => string>> = {
  word: String,
  text: (value) => quoted(value as string),
  json: (value) => JSON.stringify(JSON.stringify(value)), // JSON text has no characters that the two would quote differently
  bigint: String,
  integer: String,
}
