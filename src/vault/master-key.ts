import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const BASE64_OF_KEY = /^[A-Za-z0-9+/_-]{43}=?$/

/** A 256-bit key and its id: the first 8 hex digits of its SHA-256. Printing a `KeyObject` shows no bytes. */
export interface NamedKey {
  readonly id: string
  readonly key: KeyObject
}

export function namedKey(bytes: Buffer): NamedKey {
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) }
}

export const generateKey = (): NamedKey => namedKey(randomBytes(KEY_BYTES))

/**
 * Reads a key from base64 text, standard or URL-safe; null where the text is not 32 bytes. Errors never contain the
 * text.
 */
export function parseKey(text: string): NamedKey | null {
  return BASE64_OF_KEY.test(text) ? namedKey(Buffer.from(text, 'base64')) : null
}

/** The master keys of a process. One of them, the current key, seals; all of them can open. */
export interface MasterKeys {
  readonly current: NamedKey
  /** Ids of the master keys that open but no longer seal. */
  readonly older: readonly string[]
  find(id: string): NamedKey | undefined
}

export function masterKeys(keys: readonly [NamedKey, ...NamedKey[]]): MasterKeys {
  const byId = new Map(keys.map((key) => [key.id, key]))
  const older = [...byId.keys()].filter((id) => id !== keys[0].id)
  return { current: keys[0], older, find: (id) => byId.get(id) }
}

/** The error of a sealed value that names a master key which is not loaded. */
export class UnknownMasterKey extends Error {
  override name = 'UnknownMasterKey'
  readonly keyId: string
  constructor(keyId: string) {
    super(`The master key ${keyId} is not loaded: give it beside the current one, as an older key.`)
    this.keyId = keyId
  }
}

export function masterKey(keys: MasterKeys, id: string): NamedKey {
  const key = keys.find(id)
  if (!key) throw new UnknownMasterKey(id)
  return key
}
