import { type RotationReport, rotateVault } from '../services/vault-rotation.ts'
import { addKeyToFile } from '../vault/key-file.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import type { Logger } from './logger.ts'
import { explainKeyError, keyFileIn, masterKeySource } from './master-keys.ts'
import type { Settings } from './options.ts'
import { assertOneMasterKey } from './read-settings.ts'

export interface RotateKeysOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Also the key that numbers are found by. */
  readonly hashKey: boolean
  readonly onProgress: (renewedCards: number) => void
}

/**
 * Puts every card under a new master key while the service runs (contract, section 7). The generated key file gets its
 * new key here; where the operator keeps the keys, the current one is the new one.
 */
export async function rotateKeys({ settings, logger, ...rest }: RotateKeysOptions): Promise<RotationReport> {
  assertOneMasterKey(settings)
  const { masterKey, masterKeyFile, masterKeyCommand } = settings
  const isKeptByOperator = (masterKey ?? masterKeyFile ?? masterKeyCommand) !== null
  const masterKeys = await masterKeySource(settings)
  return withBorrowedDatabase(settings, logger, async (database) => {
    const opened = await openDatabaseVault(database, { masterKeys, settings }).catch(explainKeyError)
    const newMasterKey = isKeptByOperator ? undefined : () => addKeyToFile(keyFileIn(settings.dataDirectory))
    return rotateVault({ database, opened, newMasterKey, ...rest })
  })
}
