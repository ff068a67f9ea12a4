import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'

export interface MasterKeyUse {
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly cards: number
}

/** Counts the card numbers that are sealed under each pair of master key and hash key. */
export const countMasterKeyUses = (db: Db): Promise<MasterKeyUse[]> =>
  db
    .selectFrom('card_secrets')
    .select((row) => [
      'master_key_id as masterKeyId',
      'hash_key_id as hashKeyId',
      row.fn.countAll<number>().as('cards'),
    ])
    .where('destroyed_at', 'is', null)
    .groupBy(['master_key_id', 'hash_key_id'])
    .execute()

const RETIRED = 'retired_master_keys'

/** Whether a master key is retired, so that nothing may be sealed under it any more. */
export async function isMasterKeyRetired(tx: Tx, masterKeyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from settings where name = ${RETIRED} and ${masterKeyId} = any(string_to_array(value, ' '))`.execute(tx)
  return rows.length > 0
}

/**
 * Retires master keys: from now on no node seals under them. Resolves with the master keys that no card number needs any more. It takes a
 * lock that waits for cards that are being made; a transaction that claims a number afterwards finds the key retired.
 */
export async function markMasterKeysRetired(database: Database, masterKeyIds: readonly string[]): Promise<string[]> {
  await database.transaction(async (tx) => {
    await sql`
      insert into settings values (${RETIRED}, ${masterKeyIds.join(' ')})
      on conflict (name) do update set value = settings.value || ' ' || excluded.value`.execute(tx)
  })
  return database.transaction(async (tx) => {
    await sql`lock table card_numbers in share mode`.execute(tx)
    const used = new Set((await countMasterKeyUses(tx)).map(({ masterKeyId }) => masterKeyId))
    return masterKeyIds.filter((id) => !used.has(id))
  })
}
