import { hash } from 'node:crypto'
import { ApiError, errorCatalogue } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import {
  dropClaim,
  findReply,
  type IdempotencyClaim,
  saveReply,
  type StoredReply,
  takeClaim,
} from '../store/idempotency.ts'
import type { Tx } from '../store/database.ts'
import type { Vault } from '../vault/vault.ts'
import type { Deps, Principal } from './context.ts'
import type { Reply } from './reply.ts'

/**
 * The claim of a request: account, key, method and path; bodies are compared as JSON values. An agent's keys have a
 * scope of their own, so that a replay never shows one agent what another one did.
 */
export function idempotencyClaim(
  principal: Principal,
  key: string,
  request: { method: string; path: string; query: object; body: unknown },
): IdempotencyClaim {
  const { method, path, query, body } = request
  const operation = `${method} ${path}`
  return {
    accountId: principal.accountId,
    keyId: principal.keyId,
    key,
    operation: principal.agentId === null ? operation : `${principal.agentId} ${operation}`,
    bodyHash: hash('sha256', canonicalJson({ query, body: body ?? {} }), 'buffer'),
  }
}

export const stillRunning = (): ApiError => new ApiError('idempotency_in_progress', { retryAfterSeconds: 1 })

/** Replies that are not stored: the same request may well be answered differently next time. */
const isStored = (status: number): boolean => status !== 401 && status !== 429 && status < 500

/** Whether an error is the operation's answer, and not one about the key itself. */
export const isAnswer = (error: ApiError): boolean =>
  isStored(errorCatalogue[error.code].status) &&
  error.code !== 'idempotency_key_reused' &&
  error.code !== 'idempotency_in_progress'

/** Rolls the transaction back and answers what was stored. */
class Undone extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super('rolled back in favour of the stored reply')
    this.reply = reply
  }
}

/**
 * Runs `work` once for a claim: its changes and its reply are committed together, and whoever comes later gets that reply.
 */
export async function oncePerClaim(
  deps: Deps,
  { claim, operation }: { claim: IdempotencyClaim; operation: Operation },
  work: (tx: Tx) => Promise<Reply>,
): Promise<Reply> {
  const keep = async (tx: Tx, answer: Reply) => {
    if (!isStored(answer.status)) return dropClaim(tx, claim)
    const sealed = operation.secret === true && answer.status < 400
    const plain = Buffer.from(answer.body)
    const body = sealed ? deps.vault.seal(sealContext(claim), plain) : plain
    return saveReply(tx, claim, { status: answer.status, reply: body, sealed })
  }
  try {
    return await deps.database.transaction(async (tx) => {
      const claimed = await takeClaim(tx, claim, deps.clock.now())
      if (claimed.kind === 'busy') throw stillRunning()
      if (claimed.kind === 'taken') {
        const answer = await work(tx)
        await keep(tx, answer)
        return answer
      }
      const earlier = replayOf(deps.vault, claim, claimed.stored)
      if (operation.replayChecksAgain !== true) return earlier
      const again = await work(tx)
      if (again.status >= 400) return again
      if (earlier.status < 400) throw new Undone(earlier)
      await keep(tx, again)
      return again
    })
  } catch (thrown) {
    if (thrown instanceof Undone) return thrown.reply
    throw thrown
  }
}

/** The stored reply of a claim, if there is one that can be replayed as it is. */
export async function storedReply(
  deps: Deps,
  { claim, operation }: { claim: IdempotencyClaim; operation: Operation },
): Promise<Reply | null> {
  if (operation.replayChecksAgain === true) return null
  const stored = await findReply(deps.database.db, claim, deps.clock.now())
  return stored === undefined ? null : replayOf(deps.vault, claim, stored)
}

function replayOf(vault: Vault, claim: IdempotencyClaim, stored: StoredReply): Reply {
  if (!stored.bodyHash.equals(claim.bodyHash)) throw new ApiError('idempotency_key_reused')
  const body = stored.sealed ? vault.unseal(sealContext(claim), stored.reply) : stored.reply
  return { status: stored.status, body: body.toString(), replayed: true }
}

const sealContext = (claim: IdempotencyClaim) => ({
  accountId: claim.accountId,
  ownerId: `${claim.operation} ${claim.key}`,
  field: 'reply',
})
