import type { Db } from '../connection/db.ts'

/** The calls to one issuer that are due, or wait for another try. Each is about one card. */
export interface IssuerBacklog {
  readonly issuer: string
  /**
   * How many calls to the issuer are due or wait for another try. At most `MOST_READ_ISSUER_CALLS` calls are counted, those of all issuers together.
   */
  readonly calls: number
  /** Since when calls to the issuer have failed without a success, in Unix milliseconds. Null: none has failed. */
  readonly failingSince: number | null
  /** The last error of the failed call to the issuer that is the longest overdue. Null: no call has failed. */
  readonly lastError: string | null
}

/** The most calls to issuers that are read, those of all issuers together. */
export const MOST_READ_ISSUER_CALLS = 200

/** Reads the calls to issuers that are due or wait for another try, the longest overdue first. */
export async function readIssuerBacklog(db: Db): Promise<IssuerBacklog[]> {
  const calls = await db
    .selectFrom('issuer_calls')
    .select(['issuer', 'failing_since', 'last_error'])
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(MOST_READ_ISSUER_CALLS)
    .execute()
  return [...Map.groupBy(calls, ({ issuer }) => issuer)].map(([issuer, own]) => {
    const failing = own.filter(({ failing_since }) => failing_since !== null)
    return {
      issuer,
      calls: own.length,
      failingSince: failing.reduce<number | null>((oldest, { failing_since }) => least(oldest, failing_since), null),
      lastError: failing[0]?.last_error ?? null,
    }
  })
}

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
