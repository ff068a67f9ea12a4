import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../contract/errors.ts'
import { LastUsed } from '../../lib/last-used.ts'
import { within } from '../../lib/network/networks.ts'
import { findKeyBySecretHash, type KeyWithSecret } from '../../store/accounts/key-lookup.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import { invalidSecret, secretOf } from './bearer.ts'
import type { Deps, Principal } from './context.ts'
import { requestsPerMinute } from '../accounts/key-limits.ts'
import { isProven } from '../accounts/key-proof.ts'
import { hashNamed, secretName } from '../accounts/key-secret.ts'

/** Who asks, and how much: `requestsPerMinute` is `null` where nothing limits the key. */
export interface Caller {
  readonly principal: Principal
  readonly requestsPerMinute: number | null
}

/** Whoever comes with a secret that was no valid key's on this node before. */
export interface Attempt {
  /** Before anything is looked up. What it throws is the answer. */
  enter(): Promise<never> | undefined
  /** The secret is a valid key's after all. */
  leave(): void
}

export interface Authenticator {
  /**
   * The caller behind the header `Authorization`, who asks from `address`; at once where the key is known. Throws the 401s of the
   * catalogue, and 403 `address_not_allowed`.
   */
  authenticate(
    authorization: string | undefined,
    address: string | undefined,
    attempt: Attempt,
  ): Caller | Promise<Caller>
  /** Drops every copy of a key: one was revoked or rotated here. */
  forget(): void
}

/** A key that another node revoked is refused here at the latest one second later (contract, section 3). */
const COPY_LIFE_MS = 900
const MAX_COPIES = 10_000

interface Copy {
  readonly found: KeyWithSecret
  readonly caller: Caller
  readonly isAllowed: (address: string | undefined) => boolean
  readonly readAt: number
}

/** Keys are looked up by the hash of their secret and copied for less than a second. Unknown secrets are never remembered. */
export function createAuthenticator(deps: Pick<Deps, 'database' | 'clock' | 'vault' | 'keyUses'>): Authenticator {
  const copies = new LastUsed<Copy>(MAX_COPIES)
  /** By secret: requests that find no copy at the same time ask once. */
  const lookUps = new Map<string, Promise<Copy>>()
  /** Names of secrets that were valid when they were last looked up, however long ago: these are no strangers'. */
  const acquainted = new LastUsed<true>(MAX_COPIES)
  let generation = 0

  const checked = ({ found: { key, secret }, caller, isAllowed }: Copy, address: string | undefined): Caller => {
    const now = deps.clock.now()
    if (key.revoked_at !== null) throw new ApiError('invalid_api_key')
    if (hasPassed(key.expires_at, now) || hasPassed(secret.valid_until, now)) throw new ApiError('expired_api_key')
    if (!isAllowed(address)) throw new ApiError('address_not_allowed')
    deps.keyUses.note(key.id)
    return caller
  }

  const lookUp = async (name: string): Promise<Copy> => {
    const secretHash = hashNamed(name)
    const readAt = performance.now()
    const startedIn = generation
    const found = await findKeyBySecretHash(deps.database.db, secretHash)
    acquainted.delete(name)
    if (found === undefined || !timingSafeEqual(found.secret.secret_hash, secretHash))
      throw new ApiError('invalid_api_key')
    // Written by hand, beside the service.
    if (!isProven(deps.vault, found.key, found.secret)) throw new ApiError('invalid_api_key')
    const copy = { found, caller: callerOf(found.key), isAllowed: addressRule(found.key), readAt }
    acquainted.set(name, true)
    if (startedIn === generation) copies.set(name, copy)
    return copy
  }

  const lookUpOnce = async (name: string, address: string | undefined): Promise<Caller> => {
    let found = lookUps.get(name)
    if (found === undefined) {
      found = lookUp(name).finally(() => lookUps.get(name) === found && lookUps.delete(name))
      lookUps.set(name, found)
    }
    return checked(await found, address)
  }

  const lookUpUnknown = async (secret: string, address: string | undefined, attempt: Attempt): Promise<Caller> => {
    await attempt.enter()
    const caller = await lookUpOnce(secretName(secret), address).catch(sayingWhy(secret))
    attempt.leave()
    return caller
  }

  return {
    authenticate(authorization, address, attempt) {
      const secret = secretOf(authorization)
      const name = secretName(secret)
      const copy = copies.get(name)
      // Age is measured by the machine: a test clock that stands still must not keep a revoked key alive.
      if (copy !== undefined && performance.now() - copy.readAt < COPY_LIFE_MS) return checked(copy, address)
      return acquainted.has(name) ? lookUpOnce(name, address) : lookUpUnknown(secret, address, attempt)
    },
    forget() {
      generation += 1
      copies.clear()
      lookUps.clear()
    },
  }
}

/** Puts what is wrong with the secret's text into an `invalid_api_key`. */
const sayingWhy =
  (secret: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.code === 'invalid_api_key' ? invalidSecret(secret) : error
  }

const hasPassed = (end: number | null, now: number): boolean => end !== null && end <= now

const addressRule = ({ allowed_addresses: allowed }: ApiKeyRow): Copy['isAllowed'] =>
  allowed === null ? () => true : within(allowed)

const callerOf = (key: ApiKeyRow): Caller => ({
  principal: {
    accountId: key.account_id,
    type: 'key',
    id: key.id,
    name: key.name,
    role: key.role,
    agentId: key.agent_id,
    person: null,
  },
  requestsPerMinute: requestsPerMinute(key),
})
