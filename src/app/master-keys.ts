import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureKeyFile } from '../vault/key-file.ts'
import {
  masterKeysFromCommand,
  masterKeysFromFile,
  masterKeysFromValue,
  type MasterKeySource,
  MasterKeyUnavailable,
} from '../vault/key-provider.ts'
import { parseMasterKey, UnknownMasterKeyError } from '../vault/master-key.ts'
import { OperatorError } from './operator-error.ts'
import { settingOptions, type Settings } from './settings/options.ts'

const KEY_FILE = 'master.key'

/** The path of the master key file that Purser generates where it runs on the embedded database. */
export const masterKeyFileIn = (dataDirectory: string): string => join(dataDirectory, KEY_FILE)

/** Finds the source of the master key. For the embedded database, the key is made at the first start. */
export async function masterKeySource(settings: Settings): Promise<MasterKeySource> {
  const source = givenSource(settings)
  if (source !== null) return withoutExample(source)
  const path = masterKeyFileIn(settings.dataDirectory)
  await ensureKeyFile(path)
  return withoutExample(masterKeysFromFile(path))
}

/** Finds the source of the master key, and makes no key. Null: no setting gives a key, and the data directory has none. */
export async function existingMasterKeys(settings: Settings): Promise<MasterKeySource | null> {
  const source = givenSource(settings)
  if (source !== null) return withoutExample(source)
  const path = masterKeyFileIn(settings.dataDirectory)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  return exists ? withoutExample(masterKeysFromFile(path)) : null
}

function withoutExample(source: MasterKeySource): MasterKeySource {
  return async () => {
    const keys = await source()
    if (DOCUMENTED_ID !== undefined && keys.find(DOCUMENTED_ID)) {
      throw new MasterKeyUnavailable(
        'PURSER_MASTER_KEY is the example of the documentation, which everybody knows. Make one: openssl rand -base64 32',
      )
    }
    return keys
  }
}

const DOCUMENTED_ID = parseMasterKey(settingOptions.masterKey.example)?.id

function givenSource({ masterKey, masterKeyFile, masterKeyCommand }: Settings): MasterKeySource | null {
  if (masterKey !== null) return masterKeysFromValue(masterKey, 'PURSER_MASTER_KEY')
  if (masterKeyFile !== null) return masterKeysFromFile(masterKeyFile)
  return masterKeyCommand === null ? null : masterKeysFromCommand(masterKeyCommand)
}

/**
 * Throws an OperatorError in place of an error about the master key: only the operator can give a missing key, or the right key for this
 * database.
 */
export function explainMasterKeyError(error: unknown): never {
  if (error instanceof MasterKeyUnavailable) throw new OperatorError(error.message)
  if (!(error instanceof UnknownMasterKeyError)) throw error
  throw new OperatorError(
    `PURSER_MASTER_KEY is not the key of this database: it was used with the key ${error.keyId}. Give that key; after a ` +
      'change of keys, give the new and the old one: PURSER_MASTER_KEY=<new>,<old>',
  )
}
