import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { bucketOf } from '../../lib/buckets.ts'
import { present } from '../../lib/assert.ts'

/** A column and what it has to be; where it need not be anything, undefined or null. */
type Filters<Row> = { readonly [Column in keyof Row & string]?: string | null | undefined }

/** What a list is found by, and what is only looked at in what was found. */
export interface Found {
  /** A column, or several as one text, as an index has them. */
  readonly finding: RawBuilder<string>
  readonly value: string | RawBuilder<string>
  readonly looking: RawBuilder<SqlBool> | null
}

/** Columns whose value is an id that says in which bucket the rows are. */
const IN_BUCKET = new Set(['intent_id', 'card_id', 'agent_id', 'customer_id'])

/**
 * The rows that have what is given. `indexes` are those in the order of the list, the narrowest first, each by the columns it
 * begins with: the first whose columns are given finds the rows, and the other columns only look at what was found. As plain
 * conditions they would offer their indexes too, and which one is taken then hangs on statistics.
 */
export function matching<Row>(
  indexes: readonly (readonly (keyof Row & string)[])[],
  ...filters: readonly Filters<Row>[]
): Found {
  const given = filters.flatMap((filter) => Object.entries(filter)).filter(isGiven)
  const index = present(
    indexes.find((columns) => columns.every((column) => given.some(([name]) => name === column))),
    'a list has an index for its filters',
  )
  const finding = index.map((column) =>
    present(
      given.find(([name]) => name === column),
      'the column is given',
    ),
  )
  const inBucket = finding.find(([name]) => IN_BUCKET.has(name))
  const looking = given.filter((filter) => !finding.includes(filter))
  const checks = [
    ...(inBucket ? [sql<SqlBool>`bucket = ${bucketOf(inBucket[1])}`] : []),
    ...looking.map(([name, wanted]) => sql<SqlBool>`(${sql.ref(name)} = ${wanted}) is true`),
  ]
  return {
    finding: sql`${sql.join(
      finding.map(([name]) => sql.ref(name)),
      sql` || ' ' || `,
    )}`,
    value: finding.map(([, wanted]) => wanted).join(' '),
    looking: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}`,
  }
}

type Given = [column: string, value: string]

const isGiven = (filter: [string, unknown]): filter is Given => typeof filter[1] === 'string'
