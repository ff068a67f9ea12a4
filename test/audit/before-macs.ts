import type { TestDatabase } from '../support/postgres/test-database.ts'
import { masterKeysFromValue } from '../../src/vault/key-provider.ts'
import { readKeyRing, writeKeyRing } from '../../src/vault/key-ring.ts'
import { signAuditHead } from '../../src/store/audit/signed-head.ts'
import { openTestVault } from '../support/test-vault.ts'

const RING = 'vault_key_ring'

/** What a node of the version before 0009_audit_macs sends to append an entry. */
export const OLD_INSERT = `insert into audit_entries (bucket, account_id, sequence, id, actor_type, actor_id, actor_name, request_id, operation,
    resource_type, resource_id, customer_id, changes, previous_hash, hash)
  select bucket, account_id, sequence + 1, overlay(id placing case when substr(id, 20, 1) = 'z' then 'y' else 'z' end from 20 for 1), actor_type, actor_id,
  actor_name, request_id, operation,
    resource_type, resource_id, customer_id, changes, hash, hash
  from audit_entries where account_id = $1 order by sequence desc limit 1`

/** Makes of a database what the version before 0009_audit_macs has left: no MACs, and a signed head of one entry. */
export async function withoutMacs({ database }: TestDatabase, accountId: string, signed: number): Promise<void> {
  const { pool } = database
  const vault = await openTestVault(database)
  const {
    rows: [entry],
  } = await pool.query<{ bucket: number; hash: string }>(
    'select bucket, hash from audit_entries where account_id = $1 and sequence = $2',
    [accountId, signed],
  )
  await pool.query('delete from signed_heads')
  for (const table of ['audit_entries', 'audit_heads', 'signed_heads']) {
    await pool.query(`alter table ${table} drop column mac`)
  }
  await pool.query('alter table audit_heads drop column macs_from, drop column signed_sequence')
  await pool.query('alter table signed_heads drop column previous_sequence')
  await pool.query('alter table accounts drop column time_zone, drop column currency')
  await pool.query('alter table api_keys drop column mcp_token')
  await pool.query('alter table invitations drop column created_by, drop column accepted_by')
  await pool.query('alter table intents drop column revoked_by, drop column revocation_reason, drop column corrections')
  await pool.query('alter table change_requests drop column once')
  await pool.query('alter table intents drop column approval_reasons, drop column auto_approved_at')
  await pool.query('alter table transaction_metadata drop column memo, drop column coding, drop column documents')
  await pool.query('alter table cards drop column parent_card_id, drop column intent_id')
  for (const table of ['intents', 'transactions']) await pool.query(`alter table ${table} drop column one_time_card_id`)
  const posted = ['authorized', 'held', 'captured', 'refunded'].map((money) => `drop column ${money}_amount`)
  await pool.query(`alter table spend_sums ${posted.join(', ')}`)
  await pool.query('alter table spend_folds drop column posted_sequence')
  await pool.query('drop index transaction_steps_by_account')
  await pool.query('alter table transactions drop column merchant_key')
  await pool.query('drop index access_events_released')
  for (const table of ['customers', 'cards']) await pool.query(`alter table ${table} drop column currency`)
  await pool.query(
    'alter table transactions drop column merchant_amount, drop column merchant_currency, drop column subscription_id',
  )
  await pool.query(
    'drop table api_key_requests, nodes, command_runs, challenges, subscriptions, bought_merchants, message_hours, transaction_documents',
  )
  for (const table of ['customers', 'agents', 'cards', 'transactions']) {
    await pool.query(`alter table ${table} drop column cost_center`)
  }
  await pool.query('drop index approvals_pending, transaction_steps_raising')
  await pool.query(`delete from kysely_migration where name >= '0009_audit_macs'`)
  const head = { account_id: accountId, sequence: signed, hash: entry?.hash ?? '' }
  const now = Date.UTC(2026, 0)
  await pool.query('insert into signed_heads values ($1, $2, $3, $4, $5, $6)', [
    entry?.bucket,
    accountId,
    signed,
    head.hash,
    now,
    signAuditHead(vault, head, now).signature,
  ])
  await unmark(database.pool)
}

/** The shared keys as they were stored before audit trails were taken over. */
async function unmark(pool: TestDatabase['database']['pool']): Promise<void> {
  const masters = await masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key')()
  const { rows } = await pool.query<{ value: string }>('select value from settings where name = $1', [RING])
  const ring = { ...readKeyRing(rows[0]?.value ?? '', masters), hasAuditMacs: false }
  const { hasAuditMacs: _mark, ...stored } = JSON.parse(writeKeyRing(ring, masters)) as Record<string, unknown>
  await pool.query('update settings set value = $2 where name = $1', [RING, JSON.stringify(stored)])
}
