import type { Database } from '../../store/connection/database.ts'
import { loadStoredSetting } from '../../store/nodes/settings.ts'
import { newestCardNumber } from '../../store/numbers/newest-card-number.ts'
import { KEY_RING_SETTING, openVault } from '../../vault/open-vault.ts'
import { existingMasterKeys, explainMasterKeyError, masterKeyFileIn } from '../master-keys.ts'
import type { Settings } from '../settings/options.ts'
import { assertOneMasterKey } from '../settings/servable.ts'

/**
 * Finds out whether the master key of the settings opens the key ring and one of the newest card numbers of the database. Null: it does, or
 * the database has no key ring yet, or the settings give no master key, which `assertServableSettings` reports. Otherwise the problem in one
 * sentence, without any secret. Nothing is stored.
 */
export async function masterKeyProblem({ db }: Pick<Database, 'db'>, settings: Settings): Promise<string | null> {
  if ((await loadStoredSetting(db, KEY_RING_SETTING)) === null || !hasOneMasterKey(settings)) return null
  try {
    const masterKeys = await existingMasterKeys(settings)
    if (masterKeys === null) return `${masterKeyFileIn(settings.dataDirectory)} is missing.`
    const { vault } = await openVault({
      masterKeys,
      settings: { load: (name) => loadStoredSetting(db, name), replace: () => Promise.resolve(false) },
      bin: settings.cardBin,
    }).catch(explainMasterKeyError)
    const number = await newestCardNumber(db)
    if (number !== null) vault.open(number, number.sealed)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function hasOneMasterKey(settings: Settings): boolean {
  try {
    assertOneMasterKey(settings)
    return true
  } catch {
    return false
  }
}
