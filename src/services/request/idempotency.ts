import { ApiError, errorCatalogue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import {
  freeIdempotencyKey,
  findStoredReply,
  type IdempotencyClaim,
  isReplyToSameRequest,
  saveIdempotentReply,
  type StoredIdempotentReply,
  claimIdempotencyKey,
} from '../../store/requests/idempotency.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { Vault } from '../../vault/vault.ts'
import type { NodeDeps, Principal } from './context.ts'
import type { OperationReply } from './reply.ts'

/** The parts of a request with an Idempotency-Key that identify it. */
export interface IdempotentRequest {
  readonly operation: OperationName
  readonly key: string
  readonly path: string
  readonly query: object
  readonly body: unknown
}

/**
 * Makes the claim of a request. The claim depends on account, API key, Idempotency-Key, method and path, so that no API key gets a reply to
 * another. Path, Idempotency-Key and body come from the caller and may contain a card number, which could be guessed from a plain hash:
 * only keyed hashes of them are stored. Bodies are compared as JSON values.
 */
export const createIdempotencyClaims = (vault: Pick<Vault, 'fingerprint'>): IdempotencyClaimMaker => {
  return ({ accountId, id: keyId }, { operation, key, path, query, body }) => {
    const { method } = operations[operation]
    const name = vault.fingerprint('claim', accountId, keyId, method, path, key).toString('base64url')
    const bodyHash = vault.fingerprint('request', name, canonicalJson({ query, body: body ?? {} }))
    return { accountId, keyId, key: name, operation, bodyHash }
  }
}

export type IdempotencyClaimMaker = (principal: Principal, request: IdempotentRequest) => IdempotencyClaim

export const idempotencyInProgressError = (): ApiError =>
  new ApiError('idempotency_in_progress', { retryAfterSeconds: 1 })

/**
 * Whether a reply with this status is stored for an idempotency key. 401, 429 and 5xx are not, because the same request may be answered
 * differently next time.
 */
export const isReplyStored = (status: number): boolean => status !== 401 && status !== 429 && status < 500

/** True: an error is the operation's own answer, which is stored. False: the error is about the idempotency key itself. */
export const isAnswerOfOperation = (error: ApiError): boolean =>
  isReplyStored(errorCatalogue[error.code].status) &&
  error.code !== 'idempotency_key_reused' &&
  error.code !== 'idempotency_in_progress'

/**
 * Runs `work` once for a claim. Its changes and its reply are committed together, and later requests with the same claim get that reply.
 * Throws `idempotency_in_progress` and `idempotency_key_reused`.
 */
export async function runOncePerIdempotencyClaim(
  deps: NodeDeps,
  { claim, operation }: { claim: IdempotencyClaim; operation: Operation },
  work: (tx: Tx) => Promise<OperationReply>,
): Promise<OperationReply> {
  const keep = async (tx: Tx, answer: OperationReply) => {
    if (!isReplyStored(answer.status)) return freeIdempotencyKey(tx, claim)
    const sealed = operation.secret === true && answer.status < 400
    const plain = Buffer.from(answer.body)
    const body = sealed ? deps.vault.seal(sealContext(claim), plain) : plain
    return saveIdempotentReply(tx, claim, { status: answer.status, reply: body, sealed })
  }
  return deps.database.transaction(async (tx) => {
    const stored = await takeClaimOrEarlierReply(tx, claim, deps.clock.now())
    if (stored !== null) return replayOf(deps.vault, claim, stored)
    const answer = await work(tx)
    await keep(tx, answer)
    return answer
  })
}

/**
 * Takes a claim for this transaction and returns null. If a reply is stored for the claim, returns that reply instead. Throws
 * `idempotency_in_progress` where another request with the claim still runs.
 */
export async function takeClaimOrEarlierReply(
  tx: Tx,
  claim: IdempotencyClaim,
  now: number,
): Promise<StoredIdempotentReply | null> {
  const outcome = await claimIdempotencyKey(tx, claim, now)
  if (outcome.kind === 'busy') throw idempotencyInProgressError()
  if (outcome.kind === 'taken') return null
  return ofSameRequest(claim, outcome.stored)
}

/**
 * The reply that is stored for the claim of an idempotency key. Null: none is stored. Throws `idempotency_key_reused` where it is the reply
 * to another request.
 */
export async function storedIdempotentReply(deps: NodeDeps, claim: IdempotencyClaim): Promise<OperationReply | null> {
  const stored = await findStoredReply(deps.database.db, claim, deps.clock.now())
  return stored === undefined ? null : replayOf(deps.vault, claim, ofSameRequest(claim, stored))
}

function ofSameRequest(claim: IdempotencyClaim, stored: StoredIdempotentReply): StoredIdempotentReply {
  if (!isReplyToSameRequest(claim, stored)) throw new ApiError('idempotency_key_reused')
  return stored
}

function replayOf(vault: Vault, claim: IdempotencyClaim, stored: StoredIdempotentReply): OperationReply {
  const body = stored.sealed ? vault.unseal(sealContext(claim), stored.reply) : stored.reply
  return { status: stored.status, body: body.toString(), replayed: true }
}

const sealContext = (claim: IdempotencyClaim) => ({
  accountId: claim.accountId,
  ownerId: `${claim.operation} ${claim.key}`,
  field: 'reply',
})
