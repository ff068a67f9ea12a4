import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../contract/errors.ts'
import type { ApiKeyTier } from '../../contract/resources/api-keys.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { isWithinIpRanges } from '../../lib/network/networks.ts'
import { findApiKeyBySecretHash, type ApiKeyRowWithSecret } from '../../store/accounts/key-lookup.ts'
import { isDatabaseUnavailable } from '../../store/connection/database-errors.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import { invalidApiKeyError, apiKeySecretInHeader } from './bearer.ts'
import type { NodeDeps, Principal } from './context.ts'
import { requestsPerMinuteOfKey } from '../keys/key-limits.ts'
import { isApiKeySecretProven } from '../keys/key-proof.ts'
import { apiKeySecretHashOfName, apiKeySecretName } from '../keys/key-secret.ts'

export interface Caller {
  readonly principal: Principal
  /** How many requests the caller may make in a minute. Null: any number. */
  readonly requestsPerMinute: number | null
  /** The tier of the API key, if the tier says how many requests the key may make. Null: the key has a number of its own, or no tier. */
  readonly tier: ApiKeyTier | null
}

/** Limits requests with secrets that this node has not yet seen to be valid. */
export interface ApiKeySecretAttemptLimit {
  /** Called before the secret of an API key is looked up. An error that it throws becomes the answer. */
  enter(): Promise<never> | undefined
  /** Called when the secret that was looked up belongs to a valid API key: the request does not count as one with an unknown secret. */
  leave(): void
}

export interface ApiKeyAuthenticator {
  /**
   * The caller with this `Authorization` header and IP address. Returns at once where this node has a fresh copy of the API key. Throws the
   * 401s of the error catalogue, and 403 `address_not_allowed`.
   */
  authenticate(
    authorization: string | undefined,
    address: string | undefined,
    attempt: ApiKeySecretAttemptLimit,
  ): Caller | Promise<Caller>
  /**
   * Works like `authenticate`, but accepts the last copy of the API key that this node has read, however old it is. It is for the requests
   * that are needed most while the database does not answer.
   */
  authenticateByLastCopy: ApiKeyAuthenticator['authenticate']
  /**
   * Works like `authenticate` for access tokens that were checked already: resolves to the API key that they act as. `name` is the name of
   * the tokens' binding.
   */
  authenticateBound(
    name: string,
    address: string | undefined,
    attempt: ApiKeySecretAttemptLimit,
  ): Caller | Promise<Caller>
  /** Drops all copies of API keys, because a key was revoked or rotated on this node. */
  forget(): void
}

/**
 * How many milliseconds a copy of an API key is used. A key that another node revoked is refused here at the latest one second later
 * (contract, section 3).
 */
const COPY_LIFE_MS = 900
const MAX_COPIES = 10_000

type AuthenticationDeps = Pick<NodeDeps, 'database' | 'clock' | 'vault' | 'keyUses'>

interface Copy {
  readonly stored: ApiKeyRowWithSecret
  readonly caller: Caller
  readonly isAllowed: (address: string | undefined) => boolean
  readonly readAt: number
}

/** Looks API keys up by the hash of their secret and keeps copies for less than a second. Unknown secrets are never remembered. */
export function createApiKeyAuthenticator(deps: AuthenticationDeps): ApiKeyAuthenticator {
  const copies = new LastUsedCache<Copy>(MAX_COPIES)
  /** The running look-ups of API keys, by the hash of the secret: requests with the same secret at the same time share one. */
  const lookUps = new Map<string, Promise<Copy>>()
  /** The hashes of secrets that belonged to a valid API key at the last look-up. Requests with them are not counted as attempts. */
  const acquainted = new LastUsedCache<true>(MAX_COPIES)
  let generation = 0

  const checked = (copy: Copy, address: string | undefined): Caller => {
    assertUsable(copy, { address, now: deps.clock.now() })
    deps.keyUses.note(copy.stored.key.id)
    return copy.caller
  }

  const lookUp = async (name: string): Promise<Copy> => {
    const secretHash = apiKeySecretHashOfName(name)
    const [readAt, startedIn] = [performance.now(), generation]
    const stored = await findApiKeyBySecretHash(deps.database.db, secretHash)
    acquainted.delete(name)
    copies.delete(name)
    assertProven(stored, { secretHash, vault: deps.vault })
    const copy = { stored, caller: callerOf(stored.key), isAllowed: addressRule(stored.key), readAt }
    acquainted.set(name, true)
    if (startedIn === generation) copies.set(name, copy)
    return copy
  }

  const lookUpOnce = async (name: string, address: string | undefined): Promise<Caller> => {
    const running =
      lookUps.get(name) ?? lookUp(name).finally(() => lookUps.get(name) === running && lookUps.delete(name))
    lookUps.set(name, running)
    return checked(await running, address)
  }

  const lookUpUnknown = async (name: string, address: string | undefined, limit: ApiKeySecretAttemptLimit) => {
    await limit.enter()
    const caller = await lookUpOnce(name, address)
    limit.leave()
    return caller
  }

  const authenticator: ApiKeyAuthenticator = {
    authenticate(authorization, address, attempt) {
      const secret = apiKeySecretInHeader(authorization)
      const caller = authenticator.authenticateBound(apiKeySecretName(secret), address, attempt)
      return caller instanceof Promise ? caller.catch(sayingWhy(secret)) : caller
    },
    authenticateBound(name, address, attempt) {
      const copy = copies.get(name)
      // The age of an API key's copy is measured by the machine's clock: a test clock that stands still must not keep a revoked key alive.
      if (copy !== undefined && performance.now() - copy.readAt < COPY_LIFE_MS) return checked(copy, address)
      return acquainted.has(name) ? lookUpOnce(name, address) : lookUpUnknown(name, address, attempt)
    },
    authenticateByLastCopy(authorization, address, attempt) {
      const caller = authenticator.authenticate(authorization, address, attempt)
      const orByCopy = (error: unknown) => {
        const copy = isDatabaseUnavailable(error) && copies.get(apiKeySecretName(apiKeySecretInHeader(authorization)))
        if (!copy) throw error
        return checked(copy, address)
      }
      return caller instanceof Promise ? caller.catch(orByCopy) : caller
    },
    forget() {
      generation += 1
      copies.clear()
      lookUps.clear()
    },
  }
  return authenticator
}

/**
 * Throws unless the stored row belongs to the secret and the service itself wrote it. A row without a valid MAC was changed in the database
 * by hand.
 */
function assertProven(
  stored: ApiKeyRowWithSecret | undefined,
  { secretHash, vault }: { secretHash: Buffer; vault: NodeDeps['vault'] },
): asserts stored is ApiKeyRowWithSecret {
  if (
    stored === undefined ||
    !timingSafeEqual(stored.secret.secret_hash, secretHash) ||
    !isApiKeySecretProven(vault, stored.key, stored.secret)
  )
    throw new ApiError('invalid_api_key')
}

/** Throws where the API key is revoked or has expired, or may not be used from the caller's IP address. */
function assertUsable(
  { stored: { key, secret }, isAllowed }: Copy,
  { address, now }: { address: string | undefined; now: number },
): void {
  if (key.revoked_at !== null) throw new ApiError('invalid_api_key')
  if (hasPassed(key.expires_at, now) || hasPassed(secret.valid_until, now)) throw new ApiError('expired_api_key')
  if (!isAllowed(address)) throw new ApiError('address_not_allowed')
}

/** Adds to the error `invalid_api_key` a hint about what is wrong with the secret's text. */
const sayingWhy =
  (secret: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.code === 'invalid_api_key' ? invalidApiKeyError(secret) : error
  }

const hasPassed = (end: number | null, now: number): boolean => end !== null && end <= now

const addressRule = ({ allowed_addresses: allowed }: ApiKeyRow): Copy['isAllowed'] =>
  allowed === null ? () => true : isWithinIpRanges(allowed)

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
  requestsPerMinute: requestsPerMinuteOfKey(key),
  tier: key.requests_per_minute === null ? key.tier : null,
})
