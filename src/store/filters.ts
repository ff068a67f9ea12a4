import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { bucketOf } from '../lib/buckets.ts'

/** A column and what it has to be; where it need not be anything, undefined or null. */
type Filters<Row> = { readonly [Column in keyof Row & string]?: string | null | undefined }

/** Columns whose value is an id that says in which bucket the rows are. */
const IN_BUCKET = new Set(['id', 'intent_id', 'card_id', 'agent_id', 'customer_id'])

/**
 * Equality on every column that is given. `indexes` are those that have the rows in the order of the list, the narrowest first,
 * each by the columns it begins with: the first whose columns are given finds the rows, and the other columns only look at what
 * was found. As plain conditions they would offer their indexes too, and which one is taken then hangs on statistics: on a young
 * table it may be one of all that an account has.
 */
export function matching<Row>(
  indexes: readonly (readonly (keyof Row & string)[])[],
  ...filters: readonly Filters<Row>[]
): RawBuilder<SqlBool> {
  const given = filters.flatMap((filter) => Object.entries(filter)).filter(isGiven)
  const index = indexes.find((columns) => columns.every((column) => given.some(([name]) => name === column))) ?? []
  const finding = index.map((column) => given.find(([name]) => name === column) as Given)
  const looking = given.filter((filter) => !finding.includes(filter))
  const bucketed = finding.find(([column]) => IN_BUCKET.has(column))
  const terms = [
    ...(bucketed ? [sql<SqlBool>`bucket = ${bucketOf(bucketed[1])}`] : []),
    ...finding.map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`),
    ...looking.map(([column, value]) => sql<SqlBool>`(${sql.ref(column)} = ${value}) is true`),
  ]
  return sql<SqlBool>`${sql.join(terms, sql` and `)}`
}

type Given = [column: string, value: string]

const isGiven = (filter: [string, unknown]): filter is Given => typeof filter[1] === 'string'
