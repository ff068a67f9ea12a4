import { execFile } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type MasterKeys, masterKeys, type MasterKey, parseMasterKey } from './master-key.ts'

const COMMAND_TIMEOUT_MS = 30_000
const COMMAND_OUTPUT_BYTES = 64 * 1024

/**
 * A source of master keys. It is called at start, and again when a sealed value names a key that is not loaded. It
 * rejects with `MasterKeyUnavailable`.
 */
export type MasterKeySource = () => Promise<MasterKeys>

/** The error where master keys could not be loaded. The message names their source, never a key. */
export class MasterKeyUnavailable extends Error {
  override name = 'MasterKeyUnavailable'
}

/**
 * Master keys from a setting: base64, separated by commas or line ends. The first key seals, all keys can open. Throws
 * `MasterKeyUnavailable` where the value is malformed.
 */
export function masterKeysFromValue(value: string, source: string): MasterKeySource {
  const keys = parseKeys(value, source)
  return () => Promise.resolve(keys)
}

/**
 * Master keys from a file, one on each line; the first one is current. The file is read on each call, because a
 * rotation adds a line.
 */
export function masterKeysFromFile(path: string): MasterKeySource {
  const source = `file ${path}`
  return async () => {
    const file = await open(path).catch(unavailable(source))
    try {
      await assertPrivate(file, path)
      return parseKeys(await file.readFile('utf8').catch(unavailable(source)), source)
    } finally {
      await file.close()
    }
  }
}

const BY_OTHERS = 0o077
const READ_BY_GROUP = 0o040

/**
 * Throws `MasterKeyUnavailable` for a key file that other users can read or write. Where the file belongs to another user,
 * its group may read it, because mounted secrets belong to root and are readable by the service's group.
 */
async function assertPrivate(file: FileHandle, path: string): Promise<void> {
  const { uid, mode } = await file.stat()
  const own = process.getuid?.()
  const allowed = own === 0 || own === uid ? 0 : READ_BY_GROUP
  if ((mode & BY_OTHERS & ~allowed) === 0) return
  throw new MasterKeyUnavailable(`file ${path}: others can read or write it. Take that away with: chmod 600 ${path}`)
}

/**
 * Master keys from a command's output, for a KMS or a secret manager: `aws kms decrypt ...`, `vault kv get ...`. The
 * command runs in a shell for at most 30 seconds, and its output is never logged.
 */
export function masterKeysFromCommand(command: string): MasterKeySource {
  const run = promisify(execFile)
  return async () => {
    const { stdout } = await run('/bin/sh', ['-c', command], {
      timeout: COMMAND_TIMEOUT_MS,
      maxBuffer: COMMAND_OUTPUT_BYTES,
    }).catch(unavailable('key command'))
    return parseKeys(stdout, 'key command')
  }
}

function parseKeys(text: string, source: string): MasterKeys {
  const encodedKeys = text.split(/[\s,]+/).filter((encoded) => encoded !== '')
  const keys = encodedKeys.map((encoded, i) => {
    const key = parseMasterKey(encoded)
    if (!key)
      throw new MasterKeyUnavailable(`${source}: key ${i + 1} is not 32 bytes in base64 (openssl rand -base64 32).`)
    return key
  })
  if (!isNonEmpty(keys)) throw new MasterKeyUnavailable(`${source}: there is no key (openssl rand -base64 32).`)
  return masterKeys(keys)
}

const isNonEmpty = (keys: MasterKey[]): keys is [MasterKey, ...MasterKey[]] => keys.length > 0

/** Throws `MasterKeyUnavailable` with only the code of its cause, because a failed command's error contains the command's output. */
function unavailable(source: string) {
  return (cause: NodeJS.ErrnoException): never => {
    throw new MasterKeyUnavailable(`${source}: cannot be read (${cause.code ?? 'failed'}).`)
  }
}
