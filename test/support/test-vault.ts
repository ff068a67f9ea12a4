import type { Database } from '../../src/store/connection/database.ts'
import { loadSetting, replaceSetting } from '../../src/store/nodes/settings.ts'
import { keysFromValue } from '../../src/vault/key-provider.ts'
import { type OpenedVault, openVault } from '../../src/vault/open-vault.ts'
import type { Vault } from '../../src/vault/vault.ts'

const own = new WeakMap<Database, Vault>()

/** The vault that every process on a test's database opens alike. */
export const openTestVault = async (database: Database): Promise<Vault> =>
  own.get(database) ?? (await openedTestVault(database)).vault

/** For tests whose database has master keys of its own. */
export const useVault = (database: Database, vault: Vault): unknown => own.set(database, vault)

/** With what the shell does to its keys. */
export const openedTestVault = (database: Database): Promise<OpenedVault> =>
  openVault({
    masterKeys: keysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    settings: {
      load: (name) => loadSetting(database.db, name),
      replace: (name, before, after) => replaceSetting(database, name, { before, after }),
    },
    bin: '400000',
  })
