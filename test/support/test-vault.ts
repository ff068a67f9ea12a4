import type { Database } from '../../src/store/connection/database.ts'
import { loadStoredSetting, replaceStoredSetting } from '../../src/store/nodes/settings.ts'
import { masterKeysFromValue } from '../../src/vault/key-provider.ts'
import { type OpenedVault, openVault } from '../../src/vault/open-vault.ts'
import type { Vault } from '../../src/vault/vault.ts'

const own = new WeakMap<Database, Vault>()

/** Opens the vault in the same way as every process that works on a test's database. */
export const openTestVault = async (database: Database): Promise<Vault> =>
  own.get(database) ?? (await openedTestVault(database)).vault

/** Sets the vault of a database that has its own master keys. */
export const setDatabaseVault = (database: Database, vault: Vault): unknown => own.set(database, vault)

/** Opens the vault of a test's database with the functions that rotate its keys. */
export const openedTestVault = (database: Database): Promise<OpenedVault> =>
  openVault({
    masterKeys: masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    settings: {
      load: (name) => loadStoredSetting(database.db, name),
      replace: (name, before, after) => replaceStoredSetting(database, name, { before, after }),
    },
    bin: '400000',
  })
