import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { bucketOf } from '../../lib/buckets.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import { isLockTimeout } from '../connection/database-errors.ts'
import type { Db, Tx } from '../connection/db.ts'

/**
 * One table keeps what requests with an Idempotency-Key were answered. A request that has a transaction of its own takes its key first, so
 * that whoever comes with the same key waits before anything is done. A batch of the engine cannot wait for one key while it has the
 * locks of many customers: it stores its replies last, and is decided again where a key was taken meanwhile (`batch-replies.ts`).
 */

/** What a request with an Idempotency-Key claims (contract, section 2, Idempotency). */
export interface IdempotencyClaim {
  readonly accountId: string
  /** The API key, in whose bucket the claim is. */
  readonly keyId: string
  /** A keyed hash of whose request it is: API key, Idempotency-Key, method and path. */
  readonly key: string
  readonly operation: string
  /** A keyed hash of what it asks for. */
  readonly bodyHash: Buffer
}

/** How a claim is found among others. */
export const claimKey = (claim: Pick<IdempotencyClaim, 'accountId' | 'key' | 'operation'>): string =>
  JSON.stringify([claim.accountId, claim.key, claim.operation])

/** Whether a reply was stored for the very request that comes now, and not for another one with the same key. */
export const isOfSameRequest = (claim: IdempotencyClaim, { bodyHash }: Pick<StoredReply, 'bodyHash'>): boolean =>
  bodyHash.equals(claim.bodyHash)

export interface FinishedReply {
  readonly status: number
  /** The reply's body. */
  readonly reply: Buffer
  /** Whether `reply` is sealed by the vault. */
  readonly sealed: boolean
}

export interface StoredReply extends FinishedReply {
  readonly bodyHash: Buffer
}

export type ClaimOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'stored'; readonly stored: StoredReply }
  /** Another node still runs the first request after the longest wait. The transaction can only be rolled back. */
  | { readonly kind: 'busy' }

/** A stored reply is replayed for so long; at that very millisecond the key is free (contract, section 2). */
export const IDEMPOTENCY_LIFE_MS = DAY_MS

// In words and not as parameters: where a statement is sent on, only those travel that make its rows.
const LIFE = sql.lit(IDEMPOTENCY_LIFE_MS)
const LOCK_TIMEOUT = sql.lit(`${deadlines.lock}ms`)

/**
 * Claims the key for this transaction. The insert waits for another transaction that holds the same key, so that of any
 * number of requests on any number of nodes one runs and the others see its reply. The wait is bounded for this
 * statement alone: what the operation locks later waits as usual.
 */
export async function takeClaim(tx: Tx, claim: IdempotencyClaim, now: number): Promise<ClaimOutcome> {
  try {
    const { rows } = await sql`
      insert into idempotency_keys as earlier
        (bucket, account_id, key, operation, body_hash, status, reply, sealed, created_at)
      select ${bucketOf(claim.keyId)}::smallint, ${claim.accountId}::text, ${claim.key}::text, ${claim.operation}::text, ${claim.bodyHash}::bytea,
        0, ''::bytea, false, ${now}::bigint
      from (select set_config('lock_timeout', ${`${deadlines.idempotency}ms`}, true) as is_set) as bounded
      where bounded.is_set is not null
      on conflict (bucket, account_id, key, operation) do update
        set body_hash = excluded.body_hash, status = 0, reply = excluded.reply, sealed = false,
          created_at = excluded.created_at
        where earlier.created_at <= excluded.created_at - ${LIFE}
      returning set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx)
    return rows.length > 0 ? { kind: 'taken' } : await readStored(tx, claim)
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'busy' }
    throw error
  }
}

async function readStored(tx: Tx, claim: IdempotencyClaim): Promise<ClaimOutcome> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'status', 'reply', 'sealed'])
    .where(ofClaim(claim))
    .forUpdate() // of two replays that run the checks again, the second sees what the first stored
    .executeTakeFirst()
  return row === undefined ? { kind: 'busy' } : { kind: 'stored', stored: row }
}

/** The reply stored for a claim that is finished and not over. */
export const findReply = (db: Db, claim: IdempotencyClaim, now: number): Promise<StoredReply | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'status', 'reply', 'sealed'])
    .where(ofClaim(claim))
    .where('created_at', '>', now - IDEMPOTENCY_LIFE_MS)
    .executeTakeFirst()

/** Stores the reply of a claim that this transaction holds. */
export async function saveReply(tx: Tx, claim: IdempotencyClaim, reply: FinishedReply): Promise<void> {
  await tx.updateTable('idempotency_keys').set(reply).where(ofClaim(claim)).execute()
}

/** Gives the key back: the reply is one that is not stored, but the work is committed. */
export async function dropClaim(tx: Tx, claim: IdempotencyClaim): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where(ofClaim(claim)).execute()
}

const ofClaim = ({ accountId, keyId, key, operation }: IdempotencyClaim): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(keyId)} and account_id = ${accountId} and key = ${key} and operation = ${operation}`
