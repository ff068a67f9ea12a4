import { timingSafeEqual } from 'node:crypto'
import type { Tier } from '../../contract/api-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../store/database.ts'
import { findKeyBySecretHash, type KeyRecord } from '../../store/key-lookup.ts'
import type { Principal } from './context.ts'
import { hashNamed, secretName } from '../key-secret.ts'

/** Who asks, and how much: `requestsPerMinute` is `null` where nothing limits the key. */
export interface Caller {
  readonly principal: Principal
  readonly requestsPerMinute: number | null
}

/** Whoever comes with a secret that was no valid key's on this node before. */
export interface Stranger {
  /** Before anything is looked up. What it throws is the answer. */
  enter(): Promise<never> | undefined
  /** The secret is a valid key's after all. */
  leave(): void
}

export interface Authenticator {
  /** The caller behind the header `Authorization`; at once where the key is known. Throws the 401s of the catalogue. */
  authenticate(authorization: string | undefined, stranger: Stranger): Caller | Promise<Caller>
  /** Drops every copy of a key: one was revoked or rotated here. */
  forget(): void
}

/** A key that another node revoked is refused here at the latest one second later (contract, section 3). */
const COPY_LIFE_MS = 900
const MAX_COPIES = 10_000
const MAX_SECRET_LENGTH = 512
const BEARER = /^bearer +([\x21-\x7e]+) *$/i

const requestsPerMinute: Record<Tier, number | null> = { standard: 100, pro: 1000, enterprise: null }

interface Copy {
  readonly record: KeyRecord
  readonly caller: Caller
  readonly readAt: number
}

/** Keys are looked up by the hash of their secret and copied for less than a second. Unknown secrets are never remembered. */
export function createAuthenticator(deps: { database: Database; clock: Clock }): Authenticator {
  const copies = new Map<string, Copy>()
  /** By secret: requests that find no copy at the same time ask once. */
  const lookUps = new Map<string, Promise<Copy>>()
  /** Names of secrets that were valid when they were last looked up, however long ago: these are no strangers'. */
  const acquainted = new Set<string>()
  let generation = 0

  const checked = ({ record, caller }: Copy): Caller => {
    const now = deps.clock.now()
    if (record.revokedAt !== null) throw new ApiError('invalid_api_key')
    if (hasPassed(record.expiresAt, now) || hasPassed(record.validUntil, now)) throw new ApiError('expired_api_key')
    return caller
  }

  const lookUp = async (name: string): Promise<Copy> => {
    const secretHash = hashNamed(name)
    const readAt = performance.now()
    const startedIn = generation
    const record = await findKeyBySecretHash(deps.database.db, secretHash)
    acquainted.delete(name)
    if (record === undefined || !timingSafeEqual(record.secretHash, secretHash)) throw new ApiError('invalid_api_key')
    const copy = { record, caller: callerOf(record), readAt }
    if (acquainted.size >= MAX_COPIES) acquainted.clear()
    acquainted.add(name)
    if (startedIn === generation) {
      if (copies.size >= MAX_COPIES) copies.clear()
      copies.set(name, copy)
    }
    return copy
  }

  const lookUpOnce = async (name: string): Promise<Caller> => {
    let found = lookUps.get(name)
    if (found === undefined) {
      found = lookUp(name).finally(() => lookUps.get(name) === found && lookUps.delete(name))
      lookUps.set(name, found)
    }
    return checked(await found)
  }

  const lookUpStranger = async (name: string, stranger: Stranger): Promise<Caller> => {
    await stranger.enter()
    const caller = await lookUpOnce(name)
    stranger.leave()
    return caller
  }

  return {
    authenticate(authorization, stranger) {
      const name = secretName(secretOf(authorization))
      const copy = copies.get(name)
      // Age is measured by the machine: a test clock that stands still must not keep a revoked key alive.
      if (copy !== undefined && performance.now() - copy.readAt < COPY_LIFE_MS) return checked(copy)
      return acquainted.has(name) ? lookUpOnce(name) : lookUpStranger(name, stranger)
    },
    forget() {
      generation += 1
      copies.clear()
      lookUps.clear()
    },
  }
}

function secretOf(authorization: string | undefined): string {
  if (authorization === undefined || /^(bearer)? *$/i.test(authorization)) throw new ApiError('missing_api_key')
  const secret = BEARER.exec(authorization)?.[1]
  if (secret === undefined || secret.length > MAX_SECRET_LENGTH) throw new ApiError('invalid_api_key')
  return secret
}

const hasPassed = (end: number | null, now: number): boolean => end !== null && end <= now

const callerOf = (record: KeyRecord): Caller => ({
  principal: { accountId: record.accountId, keyId: record.id, role: record.role, agentId: record.agentId },
  requestsPerMinute: record.requestsPerMinute ?? (record.role === 'network' ? null : requestsPerMinute[record.tier]),
})
