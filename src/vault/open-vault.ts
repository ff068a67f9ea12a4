import { present } from '../lib/assert.ts'
import type { RandomInt } from './card-number.ts'
import type { VaultKeys } from './card-boxes.ts'
import { createVault } from './create-vault.ts'
import { generateKey, type MasterKeys } from './master-key.ts'
import type { MasterKeySource } from './key-provider.ts'
import { type KeyRing, keyRing, newKeyRing, readKeyRing, ringMasterKeyId, writeKeyRing } from './key-ring.ts'
import { newReceiptKey } from './receipt-keys.ts'
import type { Vault } from './vault.ts'

const RING = 'vault_key_ring'

/** Named texts kept in the database. */
export interface SettingStore {
  load(name: string): Promise<string | null>
  /** Compare and set: false, and no change, where the text is no longer `before`. */
  replace(name: string, before: string | null, after: string): Promise<boolean>
}

export interface OpenVaultOptions {
  readonly masterKeys: MasterKeySource
  readonly settings: SettingStore
  readonly bin: string
  readonly random?: RandomInt
}

/** The vault and what a rotation does to the keys that all cards share. */
export interface OpenedVault {
  readonly vault: Vault
  /** The ids of the master keys that open and do not seal any more. */
  olderMasterKeys(): string[]
  /** Whether audit trails of before there were MACs are taken over already. A new installation has none. */
  hasAuditMacs(): boolean
  /** They are from now on. */
  noteAuditMacs(): Promise<void>
  /** Wraps the shared keys by the current master key, which tells other nodes to load their master keys anew. */
  rewrapRing(): Promise<void>
  /** A new hash key, used from now on. Drops those that `inUse` denies; the newest of before is always kept. */
  addHashKey(inUse: (hashKeyId: string) => boolean): Promise<void>
  /** A new key for receipts, used from now on. Of the one before only the public half stays. */
  renewReceiptKey(): Promise<void>
}

/**
 * Opens the vault at start, making its shared keys where the database has none yet. Throws `UnknownMasterKey` where
 * the database was used with a master key that is not among the given ones.
 */
export async function openVault({ masterKeys, settings, bin, random }: OpenVaultOptions): Promise<OpenedVault> {
  let loaded = await load()

  async function load(): Promise<Loaded> {
    const masters = await masterKeys()
    const text = await storedRing(masters)
    return { text, keys: { masters, ring: readKeyRing(text, masters) } }
  }

  async function storedRing(masters: MasterKeys): Promise<string> {
    const stored = await settings.load(RING)
    if (stored !== null) return stored
    // Two first starts race: the loser's ring is not stored, and the loser uses the winner's.
    await settings.replace(RING, null, writeKeyRing(newKeyRing(), masters))
    return present(await settings.load(RING), 'the key ring was stored')
  }

  async function changeRing(change: (loaded: Loaded) => KeyRing | null): Promise<void> {
    for (;;) {
      loaded = await load()
      const ring = change(loaded)
      if (!ring) return
      if (await settings.replace(RING, loaded.text, writeKeyRing(ring, loaded.keys.masters))) break
    }
    loaded = await load()
  }

  const vault = createVault({
    keys: () => loaded.keys,
    refresh: async (missingKeyId) => {
      // A rotation changes the ring first. While it is the same there is nothing new, and no key command is run.
      const isMissing = missingKeyId !== undefined && !loaded.keys.masters.find(missingKeyId)
      if (isMissing || (await settings.load(RING)) !== loaded.text) loaded = await load()
    },
    bin,
    ...(random ? { random } : {}),
  })

  return {
    vault,
    olderMasterKeys: () => [...loaded.keys.masters.older],
    hasAuditMacs: () => loaded.keys.ring.hasAuditMacs,
    noteAuditMacs: () =>
      changeRing(({ keys: { ring } }) => (ring.hasAuditMacs ? null : keyRing({ ...ring, hasAuditMacs: true }))),
    rewrapRing: () =>
      changeRing(({ text, keys }) => (ringMasterKeyId(text) === keys.masters.current.id ? null : keys.ring)),
    addHashKey: (inUse) =>
      changeRing(({ keys: { ring } }) => {
        const [newest, ...older] = ring.hashKeys
        const hashKeys = [generateKey(), newest, ...older.filter(({ id }) => inUse(id))] as const
        return keyRing({ ...ring, hashKeys })
      }),
    renewReceiptKey: () =>
      changeRing(({ keys: { ring } }) => {
        const formerReceiptKeys = [ring.receiptKey.publicKey, ...ring.formerReceiptKeys]
        return keyRing({ ...ring, receiptKey: newReceiptKey(), formerReceiptKeys })
      }),
  }
}

interface Loaded {
  readonly keys: VaultKeys
  /** The ring as the database keeps it. */
  readonly text: string
}
