import type { Database } from '../../src/store/database.ts'
import { loadSetting, replaceSetting } from '../../src/store/settings.ts'
import { keysFromValue } from '../../src/vault/key-provider.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import type { Vault } from '../../src/vault/vault.ts'

/** The vault that every process on a test's database opens alike. */
export async function openTestVault(database: Database): Promise<Vault> {
  const { vault } = await openVault({
    masterKeys: keysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    settings: {
      load: (name) => loadSetting(database.db, name),
      replace: (name, before, after) => replaceSetting(database, name, { before, after }),
    },
    bin: '400000',
  })
  return vault
}
