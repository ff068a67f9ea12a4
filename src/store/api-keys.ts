import { keyChange } from './audit/audited-rows.ts'
import type { Writing } from './audit/trail.ts'
import type { Db, Tx } from './database.ts'
import { timestamp } from '../lib/clock.ts'
import { matching } from './filters.ts'
import { newestFirst, type PageRequest } from './keyset.ts'
import { inAccount } from './scope.ts'
import type { ApiKeyRow } from './tables.ts'

export const listApiKeys = (db: Db, accountId: string, page: PageRequest): Promise<ApiKeyRow[]> =>
  newestFirst(
    db.selectFrom('api_keys').selectAll(),
    matching<ApiKeyRow>([['account_id']], { account_id: accountId }),
    page,
  ).execute()

export const findApiKey = (db: Db, accountId: string, id: string): Promise<ApiKeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id).where(inAccount(accountId)).executeTakeFirst()

/** The key, locked, so that of two rotations at once the second sees the first. */
export const lockApiKey = (tx: Tx, accountId: string, id: string): Promise<ApiKeyRow | undefined> =>
  tx.selectFrom('api_keys').selectAll().where('id', '=', id).where(inAccount(accountId)).forUpdate().executeTakeFirst()

export async function insertApiKey({ tx, audit }: Writing, key: ApiKeyRow, secretHash: Buffer): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute()
  audit.record(keyChange(null, key))
  await insertSecret(tx, key.id, secretHash)
}

/** Gives a key a new secret. All older ones end at `validUntil`, or earlier where they already had an end. */
export async function rotateSecret(
  { tx, audit }: Writing,
  key: ApiKeyRow,
  { secretHash, validUntil }: { secretHash: Buffer; validUntil: number },
): Promise<void> {
  await tx
    .updateTable('api_key_secrets')
    .set((eb) => ({ valid_until: eb.fn<number>('least', ['valid_until', eb.val(validUntil)]) }))
    .where('key_id', '=', key.id)
    .execute()
  await insertSecret(tx, key.id, secretHash)
  const changes = [{ path: 'earlierSecretsValidUntil', before: null, after: timestamp(validUntil) }]
  audit.record({ ...keyChange(key, key), changes })
}

export async function revokeApiKey({ tx, audit }: Writing, key: ApiKeyRow, now: number): Promise<ApiKeyRow> {
  await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', key.id).execute()
  const revoked = { ...key, revoked_at: now }
  audit.record(keyChange(key, revoked))
  return revoked
}

/** A deleted agent's keys end with it. */
export async function revokeKeysOfAgent({ tx, audit }: Writing, agentId: string, now: number): Promise<void> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()
  for (const key of revoked) audit.record(keyChange({ ...key, revoked_at: null }, key))
}

async function insertSecret(tx: Tx, keyId: string, secretHash: Buffer): Promise<void> {
  await tx.insertInto('api_key_secrets').values({ secret_hash: secretHash, key_id: keyId, valid_until: null }).execute()
}
