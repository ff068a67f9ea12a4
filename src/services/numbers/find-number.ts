import type { Db } from '../../store/connection/db.ts'
import { findCardNumberByHash, type StoredNumber } from '../../store/numbers/card-secrets.ts'
import type { Vault } from '../../vault/vault.ts'

/**
 * Finds a card by its number. While the hash key is rotated on another node, cards are found under a key that this node
 * may not know yet: a number that is not found is looked for again if there is a newer key.
 */
export async function findNumber(
  { db, vault }: { db: Db; vault: Vault },
  accountId: string,
  pan: string,
): Promise<StoredNumber | undefined> {
  const before = vault.currentKeys().hashKeyId
  const found = await findCardNumberByHash(db, accountId, vault.numberHashes(pan))
  if (found !== undefined) return found
  await vault.refresh()
  if (vault.currentKeys().hashKeyId === before) return undefined
  return findCardNumberByHash(db, accountId, vault.numberHashes(pan))
}
