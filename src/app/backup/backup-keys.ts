import { readKeyRing } from '../../vault/key-ring.ts'
import { MasterKeyUnavailable } from '../../vault/key-provider.ts'
import { type MasterKeys, UnknownMasterKeyError } from '../../vault/master-key.ts'
import { BrokenSealError } from '../../vault/sealed-box.ts'
import { existingMasterKeys } from '../master-keys.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import type { BackupHeader } from './backup-header.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

/** Whether the master keys that were given open a backup. `not given`: no setting has a key, and the data directory has none. */
export type BackupKeyCheck = 'opens' | 'not given'

/**
 * Opens the backup's key ring with the master keys of the settings. Rejects with an OperatorError if a key is missing, and with
 * `DamagedBackupError` if the ring was changed.
 */
export async function checkBackupKeys(
  settings: Settings,
  { keyRing, masterKeys }: Pick<BackupHeader, 'keyRing' | 'masterKeys'>,
): Promise<BackupKeyCheck> {
  const source = await existingMasterKeys(settings)
  if (source === null) return 'not given'
  const keys = await source().catch((error: unknown) => {
    throw error instanceof MasterKeyUnavailable ? new OperatorError(error.message) : error
  })
  const missing = masterKeys.find((id) => keys.find(id) === undefined)
  if (missing !== undefined) throw missingKey(missing, keys)
  try {
    if (keyRing !== null) readKeyRing(keyRing, keys)
  } catch (error) {
    if (error instanceof UnknownMasterKeyError) throw missingKey(error.keyId, keys)
    if (error instanceof BrokenSealError) throw new DamagedBackupError('its key ring was changed')
    throw error
  }
  return 'opens'
}

const missingKey = (id: string, keys: MasterKeys): OperatorError =>
  new OperatorError(
    `The backup needs the master key ${id}. The keys that were given are ${[keys.current.id, ...keys.older].join(', ')}. ` +
      'Give that key by PURSER_MASTER_KEY_FILE, after a rotation beside the others.',
  )
