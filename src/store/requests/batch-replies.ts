import { bucketOfId } from '../../lib/buckets.ts'
import { bucketOfJoinedRowsSql, givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { type BucketGroups, divideByBucketGroup } from '../sharding/groups.ts'
import type { IdempotencyKeyRow } from '../rows/tables.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'
import {
  idempotencyClaimKey,
  IDEMPOTENCY_LIFE_MS,
  type IdempotencyClaim,
  type StoredIdempotentReply,
} from './idempotency.ts'

/** Reads the replies that were stored in the last 24 hours under the idempotency keys of a batch's commands, by `idempotencyClaimKey`. */
export async function loadStoredReplies(
  connection: DatabaseTransactionConnection,
  claims: readonly IdempotencyClaim[],
  { groups, now }: Storing,
): Promise<Map<string, StoredIdempotentReply>> {
  const rows = await Promise.all(
    divideByBucketGroup(groups, claims, ({ keyId }) => keyId).map((own) =>
      connection.rows<ReplyRow>(selectReplies, [...keyParameters(own), now - IDEMPOTENCY_LIFE_MS]),
    ),
  )
  return new Map(
    rows
      .flat()
      .map((row) => [
        idempotencyClaimKey({ accountId: row.account_id, key: row.key, operation: row.operation }),
        { bodyHash: row.body_hash, status: row.status, reply: row.reply, sealed: row.sealed },
      ]),
  )
}

interface Storing {
  readonly groups: BucketGroups
  readonly now: number
}

interface NewReply extends Pick<StoredIdempotentReply, 'status' | 'reply'> {
  readonly claim: IdempotencyClaim
}

/**
 * Makes the statements that store the replies to a batch's requests, in the same commit as the changes that they report. If another node
 * has used an idempotency key meanwhile, the insert violates the primary key, which rolls the batch back: the batch then runs again, and
 * finds that node's reply. Keys are inserted in one order, so that two nodes with the same keys cannot deadlock.
 */
export function insertReplyQueries(unordered: readonly NewReply[], { groups, now }: Storing): SqlQuery[] {
  return divideByBucketGroup(groups, unordered.toSorted(byKey), ({ claim }) => claim.keyId).flatMap((own) =>
    storing(own, now),
  )
}

function storing(replies: readonly NewReply[], now: number): SqlQuery[] {
  const keys = keyParameters(replies.map(({ claim }) => claim))
  const values = [
    replies.map(({ claim }) => claim.bodyHash),
    replies.map(({ status }) => status),
    replies.map(({ reply }) => reply),
  ]
  return [
    { statement: deleteExpired, values: [...keys, now - IDEMPOTENCY_LIFE_MS] },
    { statement: insertReplies, values: [...keys.slice(1), ...values, now] },
  ]
}

const keyParameters = (claims: readonly IdempotencyClaim[]) =>
  givenRowsSqlParameters(
    claims.map(({ keyId }) => keyId),
    [claims.map(({ accountId }) => accountId), claims.map(({ key }) => key), claims.map(({ operation }) => operation)],
  )

function byKey({ claim: one }: NewReply, { claim: other }: NewReply): number {
  return (
    compare(bucketOfId(one.keyId), bucketOfId(other.keyId)) ||
    compare(one.accountId, other.accountId) ||
    compare(one.key, other.key) ||
    compare(one.operation, other.operation)
  )
}

const compare = <T extends string | number>(one: T, other: T): number => Number(one > other) - Number(one < other)

type ReplyRow = Omit<IdempotencyKeyRow, 'created_at'>

const keys = givenRowsTableSql({ account_id: 'text', key: 'text', operation: 'text' }, { isNumbered: true })
const isGiven = `stored.bucket = given.bucket and stored.account_id = given.account_id and stored.key = given.key
  and stored.operation = given.operation`
/**
 * The statement that reads stored replies by their idempotency keys. It reads each key by a subquery: for a join, a plan that was made
 * while the table was small would read all of it in the order of `created_at`.
 */
const selectReplies: PreparedStatement = {
  name: 'select-replies',
  text: `select stored.account_id, stored.key, stored.operation, body_hash, status, reply, sealed
    from ${keys} cross join lateral (select * from idempotency_keys stored where ${isGiven} limit 1) stored
    where created_at > $6`,
}
const deleteExpired: PreparedStatement = {
  name: 'delete-expired-replies',
  text: `with expired as (
      select stored.bucket, stored.account_id, stored.key, stored.operation from ${keys}
      join idempotency_keys stored on ${isGiven}
      where created_at <= $6 order by given.position for update of stored)
    delete from idempotency_keys stored using expired
    where stored.bucket = ${bucketOfJoinedRowsSql('expired.bucket')} and stored.account_id = expired.account_id and stored.key = expired.key
      and stored.operation = expired.operation`,
}
const insertReplies: PreparedStatement = {
  name: 'insert-replies',
  text: `insert into idempotency_keys (bucket, account_id, key, operation, body_hash, status, reply, sealed, created_at)
    select *, false, $8::bigint
    from unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::integer[], $7::bytea[])`,
}
