import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { assertPresent } from '../../lib/assert.ts'

/** The filters of a list: columns, and the value that each must have. Undefined or null: any value. */
type Filters<Row> = { readonly [Column in keyof Row & string]?: string | null | undefined }

/** The SQL condition for the rows of a list. An index finds rows by `indexed`, and `check` selects those of them that the list shows. */
export interface IndexedListFilter {
  /** The SQL of the column of the index. If the index has several columns as one text: the SQL of that text. */
  readonly indexed: RawBuilder<string>
  readonly value: string | RawBuilder<string>
  readonly check: RawBuilder<SqlBool> | null
}

/** Columns with an id that is in the same bucket as its row. */
const IN_BUCKET = new Set(['subscription_id', 'intent_id', 'parent_card_id', 'card_id', 'agent_id', 'customer_id'])

/**
 * Makes the condition for the rows of a list that match all filters. `indexes` are those of the list, the narrowest first, each given by
 * the columns with which it begins. The first index whose columns all have a filter finds the rows; the other filters only check them. The
 * other filters are written so that no index fits them. Otherwise PostgreSQL might choose an index of another filter, depending on its
 * statistics.
 */
export function indexedListFilter<Row>(
  indexes: readonly (readonly (keyof Row & string)[])[],
  ...filters: readonly Filters<Row>[]
): IndexedListFilter {
  const given = filters.flatMap((filter) => Object.entries(filter)).filter(isGiven)
  const index = assertPresent(
    indexes.find((columns) => columns.every((column) => given.some(([name]) => name === column))),
    'a list has an index for its filters',
  )
  const indexed = index.map((column) =>
    assertPresent(
      given.find(([name]) => name === column),
      'the column is given',
    ),
  )
  const inBucket = indexed.find(([name]) => IN_BUCKET.has(name))
  const others = given.filter((filter) => !indexed.includes(filter))
  const checks = [
    ...(inBucket ? [sql<SqlBool>`bucket = ${bucketOfId(inBucket[1])}`] : []),
    ...others.map(([name, value]) => sql<SqlBool>`(${sql.ref(name)} = ${value}) is true`),
  ]
  return {
    indexed: sql`${sql.join(
      indexed.map(([name]) => sql.ref(name)),
      sql` || ' ' || `,
    )}`,
    value: indexed.map(([, value]) => value).join(' '),
    check: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}`,
  }
}

type Given = [column: string, value: string]

const isGiven = (filter: [string, unknown]): filter is Given => typeof filter[1] === 'string'
