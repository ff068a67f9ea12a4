import type { Db } from '../connection/db.ts'
import type { ApiKeySecretRow } from '../rows/key-tables.ts'
import type { ApiKeyRow } from '../rows/tables.ts'

/** A secret of an API key, with the key. */
export interface ApiKeyRowWithSecret {
  readonly secret: Pick<ApiKeySecretRow, 'secret_hash' | 'valid_until' | 'mac'>
  readonly key: ApiKeyRow
}

/** Finds the API key with this secret, even if the key has expired. A revoked key has no secrets. */
export async function findApiKeyBySecretHash(db: Db, secretHash: Buffer): Promise<ApiKeyRowWithSecret | undefined> {
  const row = await db
    .selectFrom('api_key_secrets')
    .innerJoin('api_keys', 'api_keys.id', 'api_key_secrets.key_id')
    .selectAll('api_keys')
    .select(['secret_hash', 'valid_until', 'mac'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { secret_hash, valid_until, mac, ...key } = row
  return { secret: { secret_hash, valid_until, mac }, key }
}
