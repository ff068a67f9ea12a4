import { sql, type SqlBool } from 'kysely'
import type { DeclineCode } from '../../contract/decisions.ts'
import type { Db } from '../connection/db.ts'
import type { Found } from '../statements/filters.ts'
import { newestFirst, type IdRange, type PageRequest } from '../statements/keyset.ts'

/** What no index finds: it is looked for, row by row, in what another filter or the account finds. */
export interface Sought {
  /** A part of the merchant's name; ASCII letters compare without case. */
  readonly merchant?: string | undefined
  /** Cents. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** One of those that it was declined for. */
  readonly reason?: DeclineCode | undefined
}

/** Transactions that one search looks through. An index for each of these filters would cost every purchase. */
export const LOOKED_THROUGH = 2000

/**
 * The range that a search may look through, and where it ends when there is more behind it. Ids, and not a count, so that what is
 * added meanwhile is looked at too.
 */
export async function searchRange(
  db: Db,
  found: Found,
  { most = LOOKED_THROUGH, ...range }: Pick<PageRequest, 'after'> & IdRange & { most?: number },
): Promise<IdRange & { stop: string | null }> {
  const walked = { ...found, looking: null }
  const end = await newestFirst(db.selectFrom('transactions').select('id'), walked, { ...range, limit: 0 })
    .offset(most - 1)
    .executeTakeFirst()
  return { from: end?.id ?? range.from, before: range.before, stop: end?.id ?? null }
}

/** A status that few have is looked for, too. */
export const isSearch = ({
  merchant,
  minAmount,
  maxAmount,
  reason,
  status,
}: Sought & { status?: string | undefined }): boolean =>
  [merchant, minAmount, maxAmount, reason, status].some((filter) => filter !== undefined)

/** What was found by an index, looked at for what is sought. */
export function seeking(found: Found, { merchant, minAmount, maxAmount, reason }: Sought): Found {
  const checks = [
    ...(found.looking === null ? [] : [found.looking]),
    ...(minAmount === undefined ? [] : [sql<SqlBool>`amount >= ${minAmount}`]),
    ...(maxAmount === undefined ? [] : [sql<SqlBool>`amount <= ${maxAmount}`]),
    ...(merchant === undefined ? [] : [named(merchant)]),
    ...(reason === undefined ? [] : [declinedFor(reason)]),
  ]
  return { ...found, looking: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}` }
}

/** Letters of ASCII alone have a case that every database knows. */
const named = (part: string) =>
  sql<SqlBool>`strpos(lower((merchant ->> 'name') collate "C"), lower(${part}::text collate "C")) > 0`

const declinedFor = (code: DeclineCode) =>
  sql<SqlBool>`decision = 'decline' and reasons::jsonb @> ${JSON.stringify([{ code }])}::jsonb`
