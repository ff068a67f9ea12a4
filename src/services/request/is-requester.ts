import { apiKeyMakers } from '../../store/accounts/api-keys.ts'
import type { WriteContext } from './context.ts'

/**
 * Whether the caller, or somebody who made the caller's API key, made the request that is to be decided. `asker`: the id of the person or
 * key that made it.
 */
export async function isRequester(
  { tx, principal }: Pick<WriteContext, 'tx' | 'principal'>,
  asker: string,
): Promise<boolean> {
  if (asker === principal.id) return true
  return principal.type === 'key' && (await apiKeyMakers(tx, principal.accountId, principal.id)).has(asker)
}
