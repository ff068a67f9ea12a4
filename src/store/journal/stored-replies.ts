import { IDEMPOTENCY_LIFE_MS, type IdempotencyClaim } from '../idempotency.ts'
import type { Connection, Query } from './transaction.ts'

/** A reply of the network door: never sealed, since it holds no secret. */
export interface KnownReply {
  readonly bodyHash: Buffer
  readonly status: number
  readonly body: string
}

/** How a claim is found among those of a batch. */
export const claimKey = (claim: Pick<IdempotencyClaim, 'accountId' | 'key' | 'operation'>): string =>
  JSON.stringify([claim.accountId, claim.key, claim.operation])

/** Replies that were stored in the last 24 hours under the claims of a batch, by `claimKey`. */
export async function loadReplies(
  connection: Connection,
  claims: readonly IdempotencyClaim[],
  now: number,
): Promise<Map<string, KnownReply>> {
  if (claims.length === 0) return new Map()
  const rows = await connection.rows<ReplyRow>(selectReplies, [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.key),
    claims.map((claim) => claim.operation),
    now - IDEMPOTENCY_LIFE_MS,
  ])
  return new Map(
    rows.map((row) => [
      claimKey({ accountId: row.account_id, key: row.key, operation: row.operation }),
      { bodyHash: row.body_hash, status: row.status, body: row.reply.toString('utf8') },
    ]),
  )
}

interface NewReply {
  readonly claim: IdempotencyClaim
  readonly status: number
  readonly body: string
}

/**
 * Stores replies with the change that they tell of. A key that another node has just used breaks the primary key, and so
 * undoes the batch: what is then decided again finds the other's reply. Keys are taken in their order: of two nodes with the
 * same ones, one waits for the other and never each for the other.
 */
export function replyQueries(unordered: readonly NewReply[], now: number): Query[] {
  if (unordered.length === 0) return []
  const replies = unordered.toSorted(byKey)
  const columns = [
    replies.map(({ claim }) => claim.accountId),
    replies.map(({ claim }) => claim.key),
    replies.map(({ claim }) => claim.operation),
  ]
  return [
    { statement: deleteExpired, values: [...columns, now - IDEMPOTENCY_LIFE_MS] },
    {
      statement: insertReplies,
      values: [
        ...columns,
        replies.map(({ claim }) => claim.bodyHash),
        replies.map(({ status }) => status),
        replies.map(({ body }) => Buffer.from(body)),
        now,
      ],
    },
  ]
}

function byKey({ claim: one }: NewReply, { claim: other }: NewReply): number {
  return (
    compare(one.accountId, other.accountId) || compare(one.key, other.key) || compare(one.operation, other.operation)
  )
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

interface ReplyRow {
  account_id: string
  key: string
  operation: string
  body_hash: Buffer
  status: number
  reply: Buffer
}

const selectReplies = {
  name: 'select-replies',
  text: `select account_id, key, operation, body_hash, status, reply from idempotency_keys
    where (account_id, key, operation) in (select * from unnest($1::text[], $2::text[], $3::text[])) and created_at > $4`,
}
const deleteExpired = {
  name: 'delete-expired-replies',
  text: `with expired as (
      select account_id, key, operation
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as used(account_id, key, operation, place)
        join idempotency_keys stored using (account_id, key, operation)
      where created_at <= $4 order by place for update of stored)
    delete from idempotency_keys where (account_id, key, operation) in (select * from expired)`,
}
const insertReplies = {
  name: 'insert-replies',
  text: `insert into idempotency_keys (account_id, key, operation, body_hash, status, reply, sealed, created_at)
    select *, false, $7::bigint from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::integer[], $6::bytea[])`,
}
