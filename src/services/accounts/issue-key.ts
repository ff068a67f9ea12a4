import type { Role, Tier } from '../../contract/resources/api-keys.ts'
import { timeOf } from '../../lib/ids.ts'
import { insertApiKey, insertSecret } from '../../store/accounts/api-keys.ts'
import type { Writing } from '../../store/audit/trail.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { ApiKeyRow } from '../../store/rows/tables.ts'
import { keyMac, type Prover } from './key-proof.ts'
import { hashSecret, newSecret } from './key-secret.ts'

export interface KeyRequest {
  readonly accountId: string
  readonly name: string
  readonly role: Role
  /** Exactly for the role `agent`. */
  readonly agentId?: string | null
  readonly tier?: Tier
  readonly requestsPerMinute?: number | null
  /** In CIDR notation; absent: from anywhere. */
  readonly allowedAddresses?: string[] | null
  /** Whether tools show it card numbers; absent: never. */
  readonly mcpCardDetails?: ApiKeyRow['mcp_card_details']
  /** Unix milliseconds. */
  readonly expiresAt?: number | null
  /** The first admin key's, where the operator chose it. */
  readonly secret?: string
  /** The key or the person who makes it. Absent: the service itself. */
  readonly madeBy?: string
  readonly vault: Prover
}

/** Makes an API key. Its secret leaves only here; its hash is stored. Network keys are `enterprise` by default. */
export async function issueKey(writing: Writing, request: KeyRequest): Promise<{ key: ApiKeyRow; secret: string }> {
  const secret = request.secret ?? newSecret()
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
    expires_at: request.expiresAt ?? null,
    revoked_at: null,
    created_at: timeOf(id),
    made_by: request.madeBy === undefined ? [] : [request.madeBy],
  }
  await insertApiKey(writing, key)
  await giveSecret(writing.tx, { key, secret, vault: request.vault })
  return { key, secret }
}

/** Stores another secret of a key: its hash, without an end, and the proof that it is the key's. */
export async function giveSecret(
  tx: Tx,
  { key, secret, vault }: { key: ApiKeyRow; secret: string; vault: Prover },
): Promise<void> {
  const row = { secret_hash: hashSecret(secret), key_id: key.id, valid_until: null }
  await insertSecret(tx, { ...row, mac: keyMac(vault, key, row) })
}
