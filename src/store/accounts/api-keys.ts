import { sql } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { apiKeyAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { ApiKeySecretRow } from '../rows/key-tables.ts'
import type { ApiKeyRow } from '../rows/tables.ts'

/** An API key, with the time of its last use in Unix milliseconds, exact to the minute. Null: it was never used. */
export type UsedApiKey = ApiKeyRow & { readonly last_used_at: number | null }

const usedKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .leftJoin('api_key_uses', 'api_key_uses.key_id', 'api_keys.id')
    .selectAll('api_keys')
    .select('last_used_at')

export const listApiKeys = (db: Db, accountId: string, page: ListPageRequest): Promise<UsedApiKey[]> =>
  listRowsNewestFirst(
    usedKeys(db),
    indexedListFilter<ApiKeyRow>([['account_id']], { account_id: accountId }),
    page,
  ).execute()

export const findApiKey = (db: Db, accountId: string, id: string): Promise<UsedApiKey | undefined> =>
  usedKeys(db).where('id', '=', id).where(isInAccountSql(accountId)).executeTakeFirst()

/**
 * Reads an API key and locks it, so that the second of two rotations sees what the first has changed.
 */
export const lockApiKey = (tx: Tx, accountId: string, id: string): Promise<UsedApiKey | undefined> =>
  usedKeys(tx).where('id', '=', id).where(isInAccountSql(accountId)).forUpdate('api_keys').executeTakeFirst()

export async function insertApiKey({ tx, audit }: AuditedTx, key: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute()
  audit.record(apiKeyAuditChange(null, key))
}

export async function insertApiKeySecret(tx: Tx, secret: ApiKeySecretRow): Promise<void> {
  await tx.insertInto('api_key_secrets').values(secret).execute()
}

/** Adds the binding of access tokens to an API key. Resolves to false if a key is bound to the tokens already. */
export async function insertApiKeyTokenBinding(tx: Tx, binding: ApiKeySecretRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('api_key_secrets')
    .values(binding)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_id')
    .execute()
  return inserted.length === 1
}

/**
 * Reads the secrets of an API key that are still valid: the newest, which has no end, and, for a while after a rotation, the one before it.
 */
export const validApiKeySecrets = (tx: Tx, keyId: string, now: number): Promise<ApiKeySecretRow[]> =>
  tx
    .selectFrom('api_key_secrets')
    .selectAll()
    .where('key_id', '=', keyId)
    .where((secret) => secret.or([secret('valid_until', 'is', null), secret('valid_until', '>', now)]))
    .execute()

/** Sets when a secret of an API key stops being valid. */
export async function endApiKeySecret(
  { tx, audit }: AuditedTx,
  key: ApiKeyRow,
  { secret_hash, valid_until, mac }: ApiKeySecretRow & { readonly valid_until: number },
): Promise<void> {
  await tx.updateTable('api_key_secrets').set({ valid_until, mac }).where('secret_hash', '=', secret_hash).execute()
  const changes = [{ path: 'secretValidUntil', before: null, after: isoTimestamp(valid_until) }]
  audit.record({ ...apiKeyAuditChange(null, key), changes })
}

/** Revokes an API key, and deletes its secrets, so that nobody can revive the key by changing its row. */
export async function revokeApiKeyRow({ tx, audit }: AuditedTx, key: UsedApiKey, now: number): Promise<UsedApiKey> {
  const revoked = { ...key, revoked_at: now }
  await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', key.id).execute()
  await tx.deleteFrom('api_key_secrets').where('key_id', '=', key.id).execute()
  audit.record(apiKeyAuditChange(key, revoked))
  return revoked
}

/** Adds `maker`, a person or key that has rotated an API key, to the key's makers: whoever rotates a key knows its newest secret. */
export async function addApiKeyMaker(tx: Tx, { id, account_id, made_by }: ApiKeyRow, maker: string): Promise<void> {
  if (maker === id) return
  const makers = new Set(made_by ?? (await auditedMakers(tx, account_id, [id]))).add(maker)
  await tx
    .updateTable('api_keys')
    .set({ made_by: [...makers] })
    .where('id', '=', id)
    .execute()
}

/** Finds the keys and people that have made an API key or one of its secrets, themselves or by keys that they had made before. */
export async function findApiKeyMakers(db: Db, accountId: string, keyId: string): Promise<ReadonlySet<string>> {
  const makers = new Set<string>()
  let keys: readonly string[] = [keyId]
  while (keys.length > 0) {
    const newMakers = (await directMakers(db, accountId, keys)).filter((id) => !makers.has(id))
    for (const id of newMakers) makers.add(id)
    keys = newMakers.filter((id) => id.startsWith('key_'))
  }
  return makers
}

async function directMakers(db: Db, accountId: string, keyIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'made_by'])
    .where('id', 'in', keyIds)
    .where(isInAccountSql(accountId))
    .execute()
  const known = rows.flatMap(({ made_by }) => made_by ?? [])
  const unknown = rows.flatMap(({ id, made_by }) => (made_by === null ? [id] : []))
  return unknown.length === 0 ? known : [...known, ...(await auditedMakers(db, accountId, unknown))]
}

/** Reads the makers of API keys from the audit trail, for keys that are older than the column `made_by`. */
async function auditedMakers(db: Db, accountId: string, keyIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('actor_id')
    .distinct()
    .where('bucket', '=', bucketOfId(accountId))
    .where('account_id', '=', accountId)
    .where(
      sql<string>`account_id || ' ' || resource_id`,
      'in',
      keyIds.map((id) => `${accountId} ${id}`),
    )
    .where('operation', 'in', ['createApiKey', 'rotateApiKey'])
    .execute()
  return rows.map(({ actor_id }) => actor_id)
}

export async function revokeApiKeysOfAgent({ tx, audit }: AuditedTx, agentId: string, now: number): Promise<void> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()
  for (const key of revoked) {
    await tx.deleteFrom('api_key_secrets').where('key_id', '=', key.id).execute()
    audit.record(apiKeyAuditChange({ ...key, revoked_at: null }, key))
  }
}
