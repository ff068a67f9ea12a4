import { timingSafeEqual } from 'node:crypto'
import type { ApiKeyRow, ApiKeySecretRow } from '../../store/rows/tables.ts'
import type { Vault } from '../../vault/vault.ts'

/** What a MAC is made with. */
export type Prover = Pick<Vault, 'rowMac'>

type Secret = Pick<ApiKeySecretRow, 'secret_hash' | 'valid_until'>

/**
 * The MAC of a secret's row: over the secret's hash and end, and over all that the key may do. Whoever can write to the database, and
 * has no key of the vault, can neither make a key nor give one another account, role or agent, or more requests, addresses, numbers or time.
 */
export const keyMac = (vault: Prover, key: ApiKeyRow, secret: Secret): Buffer =>
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
    ]),
  )

/** Whether the service itself wrote these rows, and together. */
export function isProven(vault: Prover, key: ApiKeyRow, secret: Secret & { readonly mac: Buffer }): boolean {
  const expected = keyMac(vault, key, secret)
  return secret.mac.length === expected.length && timingSafeEqual(secret.mac, expected)
}
