import { requestsPerMinuteOfTier } from '../../contract/resources/api-keys.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { isIpRange } from '../../lib/network/networks.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'

type Body = OperationInputOf<'createApiKey'>['body']

/** How many requests an API key may make in a minute. Null: any number (contract, section 2, Rate limits). */
export const requestsPerMinuteOfKey = (key: Pick<ApiKeyRow, 'role' | 'tier' | 'requests_per_minute'>): number | null =>
  key.requests_per_minute ?? (key.role === 'network' ? null : requestsPerMinuteOfTier[key.tier])

/** Throws unless `requestsPerMinute` suits the API key's tier: an `enterprise` key needs it, a `network` key may have it, no other may. */
export function checkApiKeyTier({ role, tier, requestsPerMinute: requested }: Body): void {
  const isOfNetwork = role === 'network'
  if (isOfNetwork && tier !== undefined && tier !== 'enterprise') {
    throw invalidRequestError(
      'tier',
      'A key of the role `network` is of the tier `enterprise`.',
      'parameter_invalid',
      'Leave `tier` out.',
    )
  }
  const isEnterprise = isOfNetwork || tier === 'enterprise'
  if (!isEnterprise && requested !== undefined) {
    throw invalidRequestError(
      'requestsPerMinute',
      '`requestsPerMinute` is for the tier `enterprise`.',
      'parameter_invalid',
      'Leave `requestsPerMinute` out, or give the key the tier `enterprise`.',
    )
  }
  if (isEnterprise && !isOfNetwork && requested === undefined) {
    throw invalidRequestError(
      'requestsPerMinute',
      'The tier `enterprise` needs `requestsPerMinute`.',
      'parameter_missing',
      'Send how many requests a minute the key may make, for instance `6000`.',
    )
  }
}

/**
 * Throws where an API key that may make `most` requests a minute would create a key that may make more requests (contract, section 3). A
 * new key of the role `network` without `requestsPerMinute` is allowed, although it has no limit.
 */
export function checkApiKeyRequestsPerMinute(
  { role, tier = 'standard', requestsPerMinute: given }: Body,
  most: number | null,
): void {
  const requested = requestsPerMinuteOfKey({ role, tier, requests_per_minute: given ?? null })
  if (most === null || requested === null || requested <= most) return
  const param = given === undefined ? 'tier' : 'requestsPerMinute'
  throw invalidRequestError(
    param,
    `\`${param}\` asks for ${requested} requests a minute: this key has ${most}, and makes no key with more.`,
    'parameter_invalid',
    `Ask for ${most} at most, or make the key from the shell: \`purser keys create\`.`,
  )
}

/** Throws where an API key would never expire, or later than `PURSER_MAX_KEY_DAYS` days from now, if that is set (Unix milliseconds). */
export function checkApiKeyExpiry(expiresAt: number | null, now: number, maxDays: number | null): void {
  if (maxDays === null) return
  const latest = now + maxDays * DAY_MS
  if (expiresAt !== null && expiresAt <= latest) return
  throw invalidRequestError(
    'expiresAt',
    `\`expiresAt\` ${expiresAt === null ? 'is missing' : 'is too late'}: a key lasts ${maxDays} days at most, ` +
      `until ${isoTimestamp(latest)}.`,
  )
}

export function checkApiKeyNetworks(networks: readonly string[] = []): void {
  const wrong = networks.findIndex((network) => !isIpRange(network))
  if (wrong < 0) return
  const param = `allowedAddresses[${wrong}]`
  throw invalidRequestError(
    param,
    `\`${param}\` must be a network in CIDR notation, for instance 203.0.113.0/24 or 2001:db8::/32.`,
    'parameter_invalid',
    'One address alone is written 203.0.113.7/32, or 2001:db8::7/128.',
  )
}
