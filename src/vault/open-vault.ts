import { assertPresent } from '../lib/assert.ts'
import type { RandomInt } from './card-number.ts'
import type { VaultKeys } from './sealed-card.ts'
import { createVault } from './create-vault.ts'
import { generateMasterKey, type MasterKeys } from './master-key.ts'
import type { MasterKeySource } from './key-provider.ts'
import { type KeyRing, keyRing, newKeyRing, readKeyRing, ringMasterKeyId, writeKeyRing } from './key-ring.ts'
import { newReceiptKey } from './receipt-keys.ts'
import type { Vault } from './vault.ts'

/** The name of the setting in which the database has the key ring. */
export const KEY_RING_SETTING = 'vault_key_ring'

/** The texts that the vault stores in the database, by name: rows of the table `settings`. */
export interface SettingStore {
  load(name: string): Promise<string | null>
  /** Replaces a setting's text. Returns false and changes nothing where the text is no longer `before`. */
  replace(name: string, before: string | null, after: string): Promise<boolean>
}

export interface OpenVaultOptions {
  readonly masterKeys: MasterKeySource
  readonly settings: SettingStore
  readonly bin: string
  readonly random?: RandomInt
}

/** The vault, with the rotations of the keys that all cards share. */
export interface OpenedVault {
  readonly vault: Vault
  /** Ids of the master keys that open but no longer seal. */
  olderMasterKeys(): string[]
  /**
   * Whether the audit entries of earlier versions, which had no MACs, have got them: see `KeyRing.hasAuditMacs`. True in a new
   * installation.
   */
  hasAuditMacs(): boolean
  /** Records that the audit entries of earlier versions have got MACs. */
  noteAuditMacs(): Promise<void>
  /** Wraps the key ring by the current master key, which makes other nodes load their master keys again. */
  rewrapRing(): Promise<void>
  /**
   * Adds a hash key, which is used from now on. Drops older hash keys for which `inUse` returns false, but never the key
   * that was used until now.
   */
  addHashKey(inUse: (hashKeyId: string) => boolean): Promise<void>
  /** Replaces the receipt key from now on. Only the public half of the previous receipt key stays. */
  renewReceiptKey(): Promise<void>
}

/**
 * Opens the vault at start, and creates the key ring where the database has none yet. Rejects with
 * `UnknownMasterKeyError` where the database was used with a master key that is not loaded, and with `MasterKeyUnavailable`
 * where the source fails.
 */
export async function openVault({ masterKeys, settings, bin, random }: OpenVaultOptions): Promise<OpenedVault> {
  let loaded = await load()

  async function load(): Promise<Loaded> {
    const masters = await masterKeys()
    const text = await storedRing(masters)
    return { text, keys: { masters, ring: readKeyRing(text, masters) } }
  }

  async function storedRing(masters: MasterKeys): Promise<string> {
    const stored = await settings.load(KEY_RING_SETTING)
    if (stored !== null) return stored
    // If two nodes start for the first time at once, only one of their key rings is stored, and both nodes use that one.
    await settings.replace(KEY_RING_SETTING, null, writeKeyRing(newKeyRing(), masters))
    return assertPresent(await settings.load(KEY_RING_SETTING), 'the key ring was stored')
  }

  async function changeRing(change: (loaded: Loaded) => KeyRing | null): Promise<void> {
    for (;;) {
      loaded = await load()
      const ring = change(loaded)
      if (!ring) return
      if (await settings.replace(KEY_RING_SETTING, loaded.text, writeKeyRing(ring, loaded.keys.masters))) break
    }
    loaded = await load()
  }

  const vault = createVault({
    keys: () => loaded.keys,
    refresh: async (missingKeyId) => {
      // A rotation changes the stored key ring first. While that is unchanged there are no new keys, and no key command has to run.
      const isMissing = missingKeyId !== undefined && !loaded.keys.masters.find(missingKeyId)
      if (isMissing || (await settings.load(KEY_RING_SETTING)) !== loaded.text) loaded = await load()
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
        const hashKeys = [generateMasterKey(), newest, ...older.filter(({ id }) => inUse(id))] as const
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
  /** The key ring as text, as stored in the database. */
  readonly text: string
}
