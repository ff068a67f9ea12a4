import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import type { ApiKeyRequestRow } from '../rows/key-tables.ts'
import { rowsOfOneOwnerSql } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'

/** How many requests that succeeded, and how many that failed, are kept of an API key. */
export const KEPT_API_KEY_REQUESTS_PER_OUTCOME = 50

const INSERT = `
insert into api_key_requests (key_id, failed, id, account_id, request_id, method, path, operation, status, error_code, duration_ms,
  missed_before, by_token)
select * from unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::smallint[],
  $10::text[], $11::integer[], $12::integer[], $13::boolean[])`

/**
 * SQL that deletes older requests of API keys. Rows that another node deletes at the moment are skipped: two nodes that wait for each
 * other's rows would deadlock.
 */
const DELETE_OLDER = `
delete from api_key_requests where (key_id, failed, id) in (
  select older.key_id, older.failed, older.id
  from unnest($1::text[]) as of_key (key_id) cross join (values (true), (false)) as of_outcome (failed)
  cross join lateral (
    select id from api_key_requests newest where newest.key_id = of_key.key_id and newest.failed = of_outcome.failed
    order by id desc limit 1 offset $2) as last
  join api_key_requests older on older.key_id = of_key.key_id and older.failed = of_outcome.failed and older.id <= last.id
  for update of older skip locked)`

/**
 * Stores requests of API keys, and deletes older requests of the same keys. `KEPT_API_KEY_REQUESTS_PER_OUTCOME` says how many requests of a key are kept.
 */
export async function writeRequestLog({ pool }: Database, rows: readonly ApiKeyRequestRow[]): Promise<void> {
  const column = <N extends keyof ApiKeyRequestRow>(name: N) => rows.map((row) => row[name])
  await pool.query({
    name: 'write-requests',
    text: INSERT,
    values: [
      column('key_id'),
      column('failed'),
      column('id'),
      column('account_id'),
      column('request_id'),
      column('method'),
      column('path'),
      column('operation'),
      column('status'),
      column('error_code'),
      column('duration_ms'),
      column('missed_before'),
      column('by_token'),
    ],
  })
  const keyIds = [...new Set(column('key_id'))]
  await pool.query({
    name: 'delete-older-requests',
    text: DELETE_OLDER,
    values: [keyIds, KEPT_API_KEY_REQUESTS_PER_OUTCOME],
  })
}

/**
 * Lists the newest requests of an API key that failed, or that succeeded (`failed`), newest first. `after`: only requests whose id is
 * greater.
 */
export const newestLoggedRequests = (
  db: Db,
  { accountId, keyId, failed, after }: { accountId: string; keyId: string; failed: boolean; after: string },
): Promise<ApiKeyRequestRow[]> =>
  db
    .selectFrom('api_key_requests')
    .selectAll()
    .where(rowsOfOneOwnerSql(sql.ref('key_id'), keyId))
    .where('failed', '=', failed)
    .where('id', '>', after)
    .where(isInAccountSql(accountId))
    .orderBy('key_id', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT_API_KEY_REQUESTS_PER_OUTCOME)
    .execute()
