import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { isLockTimeout } from '../connection/database-errors.ts'
import type { Db, Tx } from '../connection/db.ts'

/**
 * The replies to requests with an Idempotency-Key are in one table. A request with a transaction of its own first claims its key. Another
 * request with the same key then waits before it does anything. A batch of the engine has locked many customers, and must not wait for a
 * key. So a batch stores its replies last, and runs again if a key was claimed meanwhile (`batch-replies.ts`).
 */

/** The claim of a request with an Idempotency-Key, by which the request runs only once (contract, section 2, Idempotency). */
export interface IdempotencyClaim {
  readonly accountId: string
  /** The id of the request's API key. The claim is stored in the key's bucket. */
  readonly keyId: string
  /** A keyed hash of API key, Idempotency-Key, method and path. */
  readonly key: string
  readonly operation: string
  /** A keyed hash of the request's body. */
  readonly bodyHash: Buffer
}

/** Makes a text that identifies the claim of an idempotency key. */
export const idempotencyClaimKey = (claim: Pick<IdempotencyClaim, 'accountId' | 'key' | 'operation'>): string =>
  JSON.stringify([claim.accountId, claim.key, claim.operation])

/** Whether a stored reply belongs to the same request, and not to another one with the same idempotency key. */
export const isReplyToSameRequest = (
  claim: IdempotencyClaim,
  { bodyHash }: Pick<StoredIdempotentReply, 'bodyHash'>,
): boolean => bodyHash.equals(claim.bodyHash)

export interface FinishedIdempotentReply {
  readonly status: number
  /** The stored reply's body. */
  readonly reply: Buffer
  /** Whether the vault has sealed the stored reply's body. False: the body is in clear. */
  readonly sealed: boolean
}

export interface StoredIdempotentReply extends FinishedIdempotentReply {
  readonly bodyHash: Buffer
}

export type IdempotencyClaimOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'stored'; readonly stored: StoredIdempotentReply }
  /**
   * The first request with the Idempotency-Key is still running on another node, after the longest time that this request waits. The
   * transaction must be rolled back.
   */
  | { readonly kind: 'busy' }

/**
 * How long a stored reply is replayed, in milliseconds. Once exactly this time has passed, the idempotency key is free (contract, section
 * 2).
 */
export const IDEMPOTENCY_LIFE_MS = DAY_MS

// The lifetime of a reply and the lock timeout are literals, not parameters, because Citus forwards only the parameters from which the
// inserted rows are computed.
const LIFE = sql.lit(IDEMPOTENCY_LIFE_MS)
const LOCK_TIMEOUT = sql.lit(`${answerStepDeadlinesMs.lock}ms`)

/**
 * Claims the idempotency key for this transaction. The insert waits for another transaction that has claimed the same key. So of any number
 * of requests on any number of nodes only one runs, and the others get its reply. The shorter lock timeout applies only to this statement.
 * `now`: Unix milliseconds.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  claim: IdempotencyClaim,
  now: number,
): Promise<IdempotencyClaimOutcome> {
  try {
    const { rows } = await sql`
      insert into idempotency_keys as earlier
        (bucket, account_id, key, operation, body_hash, status, reply, sealed, created_at)
      select ${bucketOfId(claim.keyId)}::smallint, ${claim.accountId}::text, ${claim.key}::text, ${claim.operation}::text, ${claim.bodyHash}::bytea,
        0, ''::bytea, false, ${now}::bigint
      from (select set_config('lock_timeout', ${`${answerStepDeadlinesMs.idempotency}ms`}, true) as is_set) as bounded
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

async function readStored(tx: Tx, claim: IdempotencyClaim): Promise<IdempotencyClaimOutcome> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'status', 'reply', 'sealed'])
    .where(ofClaim(claim))
    .forUpdate() // a second repeat of the request that checks the same waits, and sees what the first has stored
    .executeTakeFirst()
  return row === undefined ? { kind: 'busy' } : { kind: 'stored', stored: row }
}

/** Finds the stored reply of a claim that is finished and not too old. `now`: Unix milliseconds. */
export const findStoredReply = (
  db: Db,
  claim: IdempotencyClaim,
  now: number,
): Promise<StoredIdempotentReply | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'status', 'reply', 'sealed'])
    .where(ofClaim(claim))
    .where('created_at', '>', now - IDEMPOTENCY_LIFE_MS)
    .executeTakeFirst()

/** Stores the reply of a request whose idempotency key this database transaction has claimed. */
export async function saveIdempotentReply(
  tx: Tx,
  claim: IdempotencyClaim,
  reply: FinishedIdempotentReply,
): Promise<void> {
  await tx.updateTable('idempotency_keys').set(reply).where(ofClaim(claim)).execute()
}

/** Frees the idempotency key of a claim, after a committed request whose reply is not stored. */
export async function freeIdempotencyKey(tx: Tx, claim: IdempotencyClaim): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where(ofClaim(claim)).execute()
}

const ofClaim = ({ accountId, keyId, key, operation }: IdempotencyClaim): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOfId(keyId)} and account_id = ${accountId} and key = ${key} and operation = ${operation}`
