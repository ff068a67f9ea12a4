import { execFile } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type MasterKeys, masterKeys, type NamedKey, parseKey } from './master-key.ts'

const COMMAND_TIMEOUT_MS = 30_000
const COMMAND_OUTPUT_BYTES = 64 * 1024

/** Where master keys come from. Asked at start and when a value names a key that is not known yet. */
export type MasterKeySource = () => Promise<MasterKeys>

/** The keys could not be had. The message names the place, never a key. */
export class MasterKeyUnavailable extends Error {
  override name = 'MasterKeyUnavailable'
}

/** Keys as a setting's value: base64, several parted by commas or line ends; the first seals, all open. */
export function keysFromValue(value: string, place: string): MasterKeySource {
  const keys = parseKeys(value, place)
  return () => Promise.resolve(keys)
}

/** Keys in a file, one on each line, the first is the current one. Read anew each time: a rotation adds a line. */
export function keysFromFile(path: string): MasterKeySource {
  const place = `file ${path}`
  return async () => {
    const file = await open(path).catch(unavailable(place))
    try {
      await assertPrivate(file, path)
      return parseKeys(await file.readFile('utf8').catch(unavailable(place)), place)
    } finally {
      await file.close()
    }
  }
}

const BY_OTHERS = 0o077
const READ_BY_GROUP = 0o040

/** A secret that is mounted for us belongs to root and is read by our group: there is no other way to it. */
async function assertPrivate(file: FileHandle, path: string): Promise<void> {
  const { uid, mode } = await file.stat()
  const own = process.getuid?.()
  const allowed = own === 0 || own === uid ? 0 : READ_BY_GROUP
  if ((mode & BY_OTHERS & ~allowed) === 0) return
  throw new MasterKeyUnavailable(`file ${path}: others can read or write it. Take that away with: chmod 600 ${path}`)
}

/**
 * Keys as a command prints them, for a KMS or a secret manager: `aws kms decrypt ...`, `vault kv get ...`. It is given
 * to the shell, has 30 seconds, and what it prints is never logged.
 */
export function keysFromCommand(command: string): MasterKeySource {
  const run = promisify(execFile)
  return async () => {
    const { stdout } = await run('/bin/sh', ['-c', command], {
      timeout: COMMAND_TIMEOUT_MS,
      maxBuffer: COMMAND_OUTPUT_BYTES,
    }).catch(unavailable('key command'))
    return parseKeys(stdout, 'key command')
  }
}

function parseKeys(text: string, place: string): MasterKeys {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const keys = parts.map((part, i) => {
    const key = parseKey(part)
    if (!key)
      throw new MasterKeyUnavailable(`${place}: key ${i + 1} is not 32 bytes in base64 (openssl rand -base64 32).`)
    return key
  })
  if (!isNonEmpty(keys)) throw new MasterKeyUnavailable(`${place}: there is no key (openssl rand -base64 32).`)
  return masterKeys(keys)
}

const isNonEmpty = (keys: NamedKey[]): keys is [NamedKey, ...NamedKey[]] => keys.length > 0

/** Names the cause by its code alone: a failed command's error carries its output. */
function unavailable(place: string) {
  return (cause: NodeJS.ErrnoException): never => {
    throw new MasterKeyUnavailable(`${place}: cannot be read (${cause.code ?? 'failed'}).`)
  }
}
