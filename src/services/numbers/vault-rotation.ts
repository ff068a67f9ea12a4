import {
  type CardSecret,
  lockCardSecrets,
  type RenewedCardSecret,
  saveRenewedCardSecrets,
  sealedCardNumberOfSecret,
} from '../../store/numbers/card-secrets.ts'
import { countMasterKeyUses, type MasterKeyUse, markMasterKeysRetired } from '../../store/numbers/master-key-use.ts'
import type { Database } from '../../store/connection/database.ts'
import type { OpenedVault } from '../../vault/open-vault.ts'
import type { Vault } from '../../vault/vault.ts'

const BATCH = 200
/** The most passes over all cards. One pass may not be enough: a node without the new keys still seals new cards under the old ones. */
const MAX_PASSES = 5

export interface VaultRotation {
  readonly database: Database
  readonly opened: OpenedVault
  /**
   * Makes a new master key, under which everything is sealed from then on. Absent: the operator keeps the master keys, and has already
   * given a new master key as the first.
   */
  readonly newMasterKey?: (() => Promise<void>) | undefined
  /** Whether to rotate also the key of the hashes by which numbers are looked up. */
  readonly hashKey: boolean
  /** Whether to encrypt every number again under a new data key, so that stolen old data keys are worthless. */
  readonly reencrypt?: boolean
  /**
   * Stops the rotation between two batches; `rotateVault` rejects. Renewed cards stay renewed, and the next rotation continues from there.
   */
  readonly signal?: AbortSignal
  /** Called after each batch of renewed cards. `cards`: the number of cards to renew in all. */
  readonly onProgress?: (renewedCards: number, cards: number) => void
}

export interface VaultRotationReport {
  readonly renewedCards: number
  /** How many cards are still sealed under older keys of the vault. Above 0 only where a node keeps using them. */
  readonly remainingCards: number
  readonly masterKeyId: string
  readonly hashKeyId: string
}

/**
 * Seals every card number under the current keys while the service runs (contract, section 7). A number can be opened under
 * the old and the new keys meanwhile. An interrupted rotation is finished before a new key is made.
 */
export async function rotateVaultKeys(rotation: VaultRotation): Promise<VaultRotationReport> {
  const { database, opened } = rotation
  const { vault } = opened
  await beginRotation(rotation)
  const cards = await (rotation.reencrypt === true ? sealedCards(database) : outdated(database, vault))
  let renewedCards = 0
  const passOver = async (which: Which) => {
    let after: string | null = ''
    while (after !== null) {
      rotation.signal?.throwIfAborted()
      const batch = await renewBatch(rotation, after, which)
      after = batch.last
      renewedCards += batch.renewed
      if (batch.renewed > 0) rotation.onProgress?.(renewedCards, cards)
    }
  }
  if (rotation.reencrypt === true) await passOver('all')
  for (let pass = 0; pass < MAX_PASSES && (await outdated(database, vault)) > 0; pass += 1) await passOver('outdated')
  return { renewedCards, remainingCards: await outdated(database, vault), ...vault.currentKeys() }
}

async function beginRotation({ database, opened, newMasterKey, hashKey }: VaultRotation): Promise<void> {
  const unfinished = (await outdated(database, opened.vault)) > 0
  if (newMasterKey && !unfinished) await newMasterKey()
  await opened.rewrapRing()
  if (!hashKey || unfinished) return
  const use = await countMasterKeyUses(database.db)
  await opened.addHashKey((id) => use.some(({ hashKeyId }) => hashKeyId === id))
}

type Which = 'all' | 'outdated'

function renewBatch({ database, opened: { vault }, reencrypt = false }: VaultRotation, after: string, which: Which) {
  return database.transaction(async (tx) => {
    const secrets = await lockCardSecrets(tx, after, BATCH)
    const { masterKeyId, hashKeyId } = vault.currentKeys()
    const isOld = (secret: CardSecret) => secret.master_key_id !== masterKeyId || secret.hash_key_id !== hashKeyId
    const old = which === 'all' ? secrets : secrets.filter(isOld)
    await saveRenewedCardSecrets(
      tx,
      old.flatMap((secret) => renewed(secret, reencrypt ? vault.reseal : vault.renew)),
    )
    return { last: secrets.at(-1)?.card_id ?? null, renewed: old.length }
  })
}

function renewed(secret: CardSecret, renew: Vault['renew']): RenewedCardSecret[] {
  const sealed = sealedCardNumberOfSecret(secret)
  const card = { accountId: secret.account_id, cardId: secret.card_id }
  return sealed ? [{ cardId: secret.card_id, formerHash: sealed.numberHash, ...renew(card, sealed) }] : []
}

const sealedCards = async (database: Database): Promise<number> =>
  (await countMasterKeyUses(database.db)).reduce((sum, use) => sum + use.cards, 0)

/** The number of cards that are not sealed under the current keys. */
async function outdated(database: Database, vault: Vault): Promise<number> {
  const current = vault.currentKeys()
  return (await countMasterKeyUses(database.db))
    .filter((use) => !isCurrent(use, current))
    .reduce((sum, use) => sum + use.cards, 0)
}

const isCurrent = (use: MasterKeyUse, current: { masterKeyId: string; hashKeyId: string }): boolean =>
  use.masterKeyId === current.masterKeyId && use.hashKeyId === current.hashKeyId

/**
 * Retires all master keys except the one under which the vault seals now. Resolves with the ids of the keys that the operator can delete,
 * because neither a card number nor one of the vault's other keys is sealed under them any more.
 */
export async function retireMasterKeys({
  database,
  opened,
}: Pick<VaultRotation, 'database' | 'opened'>): Promise<string[]> {
  await opened.rewrapRing()
  const older = opened.olderMasterKeys()
  return older.length === 0 ? [] : markMasterKeysRetired(database, older)
}
