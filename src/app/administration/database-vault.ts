import type { Database } from '../../store/connection/database.ts'
import { loadSetting, replaceSetting } from '../../store/nodes/settings.ts'
import type { MasterKeySource } from '../../vault/key-provider.ts'
import { openVault, type OpenedVault } from '../../vault/open-vault.ts'
import type { Settings } from '../settings/options.ts'

/** The vault whose shared keys are in this database. */
export const openDatabaseVault = (
  database: Database,
  { masterKeys, settings }: { masterKeys: MasterKeySource; settings: Settings },
): Promise<OpenedVault> =>
  openVault({
    masterKeys,
    settings: {
      load: (name) => loadSetting(database.db, name),
      replace: (name, before, after) => replaceSetting(database, name, { before, after }),
    },
    bin: settings.cardBin,
  })
