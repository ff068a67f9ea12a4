import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

export const MASTER_KEY_BYTES = 32
const BASE64_OF_KEY = /^[A-Za-z0-9+/_-]{43}=?$/

/** A 256-bit key and its id: the first 8 hex digits of its SHA-256. Printing a `KeyObject` shows no bytes. */
export interface MasterKey {
  readonly id: string
  readonly key: KeyObject
}

export function masterKeyOfBytes(bytes: Buffer): MasterKey {
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) }
}

export const generateMasterKey = (): MasterKey => masterKeyOfBytes(randomBytes(MASTER_KEY_BYTES))

/** Reads a master key from base64 text, standard or URL-safe; null where the text is not 32 bytes. Errors never contain the text. */
export function parseMasterKey(text: string): MasterKey | null {
  return BASE64_OF_KEY.test(text) ? masterKeyOfBytes(Buffer.from(text, 'base64')) : null
}

/** The master keys of a process. One of them, the current key, seals; all of them can open. */
export interface MasterKeys {
  readonly current: MasterKey
  /** Ids of the master keys that open but no longer seal. */
  readonly older: readonly string[]
  find(id: string): MasterKey | undefined
}

export function masterKeys(keys: readonly [MasterKey, ...MasterKey[]]): MasterKeys {
  const byId = new Map(keys.map((key) => [key.id, key]))
  const older = [...byId.keys()].filter((id) => id !== keys[0].id)
  return { current: keys[0], older, find: (id) => byId.get(id) }
}

/** The error of a sealed value that names a master key which is not loaded. */
export class UnknownMasterKeyError extends Error {
  override name = 'UnknownMasterKeyError'
  readonly keyId: string
  constructor(keyId: string) {
    super(`The master key ${keyId} is not loaded: give it beside the current one, as an older key.`)
    this.keyId = keyId
  }
}

export function masterKey(keys: MasterKeys, id: string): MasterKey {
  const key = keys.find(id)
  if (!key) throw new UnknownMasterKeyError(id)
  return key
}
