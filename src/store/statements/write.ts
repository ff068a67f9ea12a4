import { commonBucketOfRows } from './given-rows.ts'
import { columnArrayParameters, type TableColumns, insertSql, updateSql } from './columns.ts'
import type { SqlQuery } from './query.ts'

/** Makes the one statement that writes the given rows of one table, or none if there are no rows. */
export type SqlRowWriter<Row> = (rows: readonly Row[]) => SqlQuery[]

/**
 * Makes a `SqlRowWriter` that inserts rows into a table. `onConflict`: the statement's `on conflict` clause. `name`: the name of the statement,
 * for a table with several.
 */
export const rowInsertWriter = <Row extends object>(
  table: string,
  columns: TableColumns<Row>,
  onConflict = '',
  name: string = table,
): SqlRowWriter<Row> => writing(`insert-${name}`, `${insertSql(table, columns)} ${onConflict}`, columns)

/**
 * Makes a `SqlRowWriter` that updates rows of a table by bucket and id. `lasting`: columns that keep their first value that is not null. `name`:
 * the name of the statement, for a table with several.
 */
export const rowUpdateWriter = <Row extends Keyed>(
  table: string,
  columns: TableColumns<Row>,
  lasting: readonly (keyof Row & string)[] = [],
  name: string = table,
): SqlRowWriter<Row> => givenRowsUpdateWriter(`update-${name}`, updateSql(table, columns, lasting), columns)

interface Bucketed {
  readonly bucket: number
}

interface Keyed extends Bucketed {
  readonly id: string
}

/** Makes a statement, which reads `givenRowsTableSql`, into a `SqlRowWriter` that changes existing rows. `columns` must begin with `bucket`. */
export function givenRowsUpdateWriter<Row extends Bucketed>(
  name: string,
  text: string,
  columns: TableColumns<Row>,
): SqlRowWriter<Row> {
  const statement = { name: name.replaceAll('_', '-'), text }
  return (rows) => {
    if (rows.length === 0) return []
    const common = commonBucketOfRows(rows.map(({ bucket }) => bucket))
    return [{ statement, values: [common, ...columnArrayParameters(columns, rows)] }]
  }
}

function writing<Row extends object>(name: string, text: string, columns: TableColumns<Row>): SqlRowWriter<Row> {
  const statement = { name: name.replaceAll('_', '-'), text }
  return (rows) => (rows.length === 0 ? [] : [{ statement, values: columnArrayParameters(columns, rows) }])
}
