import { bucketOf } from '../../lib/buckets.ts'
import { commonBucket } from './given-rows.ts'
import { columnArrays, type Columns, insertSql, updateSql } from './columns.ts'
import type { Query } from './query.ts'

/** Makes the one statement that writes the given rows of one table, or none if there are no rows. */
export type WriteRows<Row> = (rows: readonly Row[]) => Query[]

/**
 * Makes a `WriteRows` that inserts rows into a table. `onConflict`: the statement's `on conflict` clause. `name`: the name of the statement,
 * for a table with several.
 */
export const insertInto = <Row extends object>(
  table: string,
  columns: Columns<Row>,
  onConflict = '',
  name: string = table,
): WriteRows<Row> => writing(`insert-${name}`, `${insertSql(table, columns)} ${onConflict}`, columns)

/**
 * Makes a `WriteRows` that updates rows of a table by bucket and id. `lasting`: columns that keep their first value that is not null. `name`:
 * the name of the statement, for a table with several.
 */
export const updateRows = <Row extends Keyed>(
  table: string,
  columns: Columns<Row>,
  lasting: readonly (keyof Row & string)[] = [],
  name: string = table,
): WriteRows<Row> => updatingGivenRows(`update-${name}`, updateSql(table, columns, lasting), columns)

interface Bucketed {
  readonly bucket: number
}

interface Keyed extends Bucketed {
  readonly id: string
}

/** Makes a statement, which reads `givenRows`, into a `WriteRows` that changes existing rows. `columns` must begin with `bucket`. */
export function updatingGivenRows<Row extends Bucketed>(
  name: string,
  text: string,
  columns: Columns<Row>,
): WriteRows<Row> {
  const statement = { name: name.replaceAll('_', '-'), text }
  return (rows) => {
    if (rows.length === 0) return []
    const common = commonBucket(rows.map(({ bucket }) => bucket))
    return [{ statement, values: [common, ...columnArrays(columns, rows)] }]
  }
}

function writing<Row extends object>(name: string, text: string, columns: Columns<Row>): WriteRows<Row> {
  const statement = { name: name.replaceAll('_', '-'), text }
  return (rows) => (rows.length === 0 ? [] : [{ statement, values: columnArrays(columns, rows) }])
}

export const withBucketColumn = <Row>(columns: Columns<Row>): Columns<Row & { bucket: number }> =>
  ({ bucket: 'smallint', ...columns }) as Columns<Row & { bucket: number }>

/** Adds to a row the bucket of its customer. */
export const withCustomerBucket = <Row extends { customer_id: string }>(row: Row): Row & { bucket: number } => ({
  bucket: bucketOf(row.customer_id),
  ...row,
})
