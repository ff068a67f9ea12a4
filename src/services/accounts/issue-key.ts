import type { ApiKeyRole, ApiKeyTier } from '../../contract/resources/api-keys.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import { timeOfId } from '../../lib/ids.ts'
import { insertApiKey, insertApiKeyTokenBinding, insertApiKeySecret } from '../../store/accounts/api-keys.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { ApiKeyTokenBinding } from '../../store/rows/key-tables.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import { apiKeyMac, type RowMacProver } from '../keys/key-proof.ts'
import {
  apiKeySecretHashOfName,
  hashApiKeySecret,
  newApiKeySecret,
  apiKeyTokenBindingName,
} from '../keys/key-secret.ts'

export interface NewApiKeyRequest {
  readonly accountId: string
  readonly name: string
  readonly role: ApiKeyRole
  /** The agent that the API key is for. Set if and only if the role is `agent`. */
  readonly agentId?: string | null
  readonly tier?: ApiKeyTier
  readonly requestsPerMinute?: number | null
  /** The IP addresses, in CIDR notation, from which the API key may be used. Absent: it may be used from anywhere. */
  readonly allowedAddresses?: string[] | null
  /** Whether the tools of the MCP server show card numbers to this API key. Absent: never. */
  readonly mcpCardDetails?: ApiKeyRow['mcp_card_details']
  /** The person or client whose access tokens act as the API key at `/mcp`. Absent: nobody's. */
  readonly mcpToken?: ApiKeyTokenBinding | null
  /** When the API key expires, in Unix milliseconds. Null or absent: it never expires. */
  readonly expiresAt?: number | null
  /** The secret that the operator chose for the first admin key. Absent: a new secret is drawn. */
  readonly secret?: string
  /** Id of the key or the person who makes this API key. Absent: the service itself makes it. */
  readonly madeBy?: string
  readonly vault: RowMacProver
}

/**
 * Makes an API key. Its secret is returned only here; only its hash is stored. A key of the role `network` gets the tier `enterprise` by
 * default.
 */
export async function issueApiKey(
  writing: AuditedTx,
  request: NewApiKeyRequest,
): Promise<{ key: ApiKeyRow; secret: string }> {
  const secret = request.secret ?? newApiKeySecret()
  const id = writing.ids('key')
  const key: ApiKeyRow = {
    id,
    account_id: request.accountId,
    name: request.name,
    role: request.role,
    agent_id: request.agentId ?? null,
    tier: request.tier ?? (request.role === 'network' ? 'enterprise' : 'standard'),
    requests_per_minute: request.requestsPerMinute ?? null,
    allowed_addresses: request.allowedAddresses ?? null,
    mcp_card_details: request.mcpCardDetails ?? null,
    mcp_token: request.mcpToken ?? null,
    expires_at: request.expiresAt ?? null,
    revoked_at: null,
    created_at: timeOfId(id),
    made_by: request.madeBy === undefined ? [] : [request.madeBy],
  }
  await insertApiKey(writing, key)
  await storeApiKeySecret(writing.tx, { key, secret, vault: request.vault })
  if (key.mcp_token !== null) await bindTokens(writing.tx, { key, tokens: key.mcp_token, vault: request.vault })
  return { key, secret }
}

/** Stores a new secret of an API key, valid without an end: the secret's hash, and the MAC that binds it to the key. */
export async function storeApiKeySecret(
  tx: Tx,
  { key, secret, vault }: { key: ApiKeyRow; secret: string; vault: RowMacProver },
): Promise<void> {
  const row = { secret_hash: hashApiKeySecret(secret), key_id: key.id, valid_until: null }
  await insertApiKeySecret(tx, { ...row, mac: apiKeyMac(vault, key, row) })
}

/** Stores which access tokens act as an API key. Throws where they act as another key already. */
async function bindTokens(
  tx: Tx,
  { key, tokens, vault }: { key: ApiKeyRow; tokens: ApiKeyTokenBinding; vault: RowMacProver },
): Promise<void> {
  const row = { secret_hash: apiKeySecretHashOfName(apiKeyTokenBindingName(tokens)), key_id: key.id, valid_until: null }
  if (await insertApiKeyTokenBinding(tx, { ...row, mac: apiKeyMac(vault, key, row) })) return
  throw invalidRequestError(
    'mcpToken',
    'The access tokens of this `subject` and `clientId` act as another key already.',
    'parameter_invalid',
    'Revoke that key first: `GET /api-keys` shows it with its `mcpToken`.',
  )
}
