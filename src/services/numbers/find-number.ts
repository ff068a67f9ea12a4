import type { Db } from '../../store/connection/db.ts'
import { findCardNumberByHash, type StoredCardNumber } from '../../store/numbers/card-secrets.ts'
import type { Vault } from '../../vault/vault.ts'

/**
 * Finds a card by its number. Another node may have rotated the key of the hashes, so a number that is not found is looked up
 * again if there is a newer key.
 */
export async function findCardByNumber(
  { db, vault }: { db: Db; vault: Vault },
  accountId: string,
  pan: string,
): Promise<StoredCardNumber | undefined> {
  const before = vault.currentKeys().hashKeyId
  const number = await findCardNumberByHash(db, accountId, vault.numberHashes(pan))
  if (number !== undefined) return number
  await vault.refresh()
  if (vault.currentKeys().hashKeyId === before) return undefined
  return findCardNumberByHash(db, accountId, vault.numberHashes(pan))
}
