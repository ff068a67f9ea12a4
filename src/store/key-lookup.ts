import type { Role, Tier } from '../contract/api-keys.ts'
import type { Db } from './database.ts'

/** An API key as one of its secrets finds it. */
export interface KeyRecord {
  readonly secretHash: Buffer
  /** End of this secret, where a rotation replaced it. Unix milliseconds. */
  readonly validUntil: number | null
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: Role
  readonly agentId: string | null
  readonly tier: Tier
  readonly requestsPerMinute: number | null
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

/** The key with that secret, also where it is revoked or expired. */
export const findKeyBySecretHash = (db: Db, secretHash: Buffer): Promise<KeyRecord | undefined> =>
  db
    .selectFrom('api_key_secrets as secret')
    .innerJoin('api_keys as key', 'key.id', 'secret.key_id')
    .select([
      'secret.secret_hash as secretHash',
      'secret.valid_until as validUntil',
      'key.id',
      'key.account_id as accountId',
      'key.name',
      'key.role',
      'key.agent_id as agentId',
      'key.tier',
      'key.requests_per_minute as requestsPerMinute',
      'key.expires_at as expiresAt',
      'key.revoked_at as revokedAt',
    ])
    .where('secret.secret_hash', '=', secretHash)
    .executeTakeFirst()
