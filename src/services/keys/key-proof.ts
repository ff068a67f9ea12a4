import { timingSafeEqual } from 'node:crypto'
import type { ApiKeySecretRow } from '../../store/rows/key-tables.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import type { Vault } from '../../vault/vault.ts'

/** The part of the vault that makes MACs. */
export type RowMacProver = Pick<Vault, 'rowMac'>

type Secret = Pick<ApiKeySecretRow, 'secret_hash' | 'valid_until'>

/**
 * The MAC of the row of an API key's secret. It covers the secret's hash, the time until which the secret is valid, and everything that the
 * key may do. An attacker who can write to the database but has no key of the vault can neither make a key nor change the account, role,
 * agent, limits or expiry of one.
 */
export const apiKeyMac = (vault: RowMacProver, key: ApiKeyRow, secret: Secret): Buffer =>
  vault.rowMac(
    'api_key_secret',
    secret.secret_hash.toString('base64'),
    JSON.stringify([
      secret.valid_until,
      key.id,
      key.account_id,
      key.role,
      key.agent_id,
      key.tier,
      key.requests_per_minute,
      key.allowed_addresses,
      key.mcp_card_details,
      key.expires_at,
      // The row of an API key without a binding of access tokens has the same MAC as before bindings were added.
      ...(key.mcp_token === null ? [] : [key.mcp_token.issuer, key.mcp_token.subject, key.mcp_token.clientId]),
    ]),
  )

/**
 * Whether the MAC of an API key's secret is valid. Then the service itself wrote the rows of the key and of the secret, and the secret
 * belongs to this key.
 */
export function isApiKeySecretProven(
  vault: RowMacProver,
  key: ApiKeyRow,
  secret: Secret & { readonly mac: Buffer },
): boolean {
  const expected = apiKeyMac(vault, key, secret)
  return secret.mac.length === expected.length && timingSafeEqual(secret.mac, expected)
}
