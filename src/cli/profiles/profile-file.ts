import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, closeSync, fstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../../app/operator-error.ts'

/** A node, and the API key with which commands call it. */
export interface NodeProfile {
  readonly url: string
  readonly apiKey: string
}

export interface NodeProfiles {
  /** The name of the profile that commands use where the command line names none. Null: there is no such profile. */
  readonly current: string | null
  readonly profiles: Readonly<Record<string, NodeProfile>>
}

const BY_OTHERS = 0o077
/** The most bytes that are read of the profiles' file. `purser login` makes the file, and writes far less. */
const MOST_BYTES = 1_000_000

/** The file with the profiles: in XDG_CONFIG_HOME, or in .config of the home directory. */
export const nodeProfilesFile = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'purser', 'profiles.json')

/**
 * Reads the profiles of this user. The list is empty where there is no file. Throws an OperatorError where other users could have read the
 * file.
 */
export function readNodeProfiles(file: string): NodeProfiles {
  const text = contentOf(file)
  if (text === null) return { current: null, profiles: {} }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<NodeProfiles>
    if (isProfiles(profiles)) return { current: typeof current === 'string' ? current : null, profiles }
  } catch {
    // The cause of the error is left out, because its message may repeat an API key.
  }
  throw new OperatorError(`${file} has no profiles that this command can read. Delete it, and run purser login again.`)
}

const isProfiles = (value: unknown): value is NodeProfiles['profiles'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (each: unknown) =>
      typeof each === 'object' &&
      each !== null &&
      'url' in each &&
      'apiKey' in each &&
      typeof each.url === 'string' &&
      typeof each.apiKey === 'string',
  )

function contentOf(file: string): string | null {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    const { code = 'failed' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new OperatorError(
      `The profiles in ${file} cannot be read (${code}). Name a folder of yours with XDG_CONFIG_HOME, or do without a profile: PURSER_URL and PURSER_API_KEY.`,
    )
  }
  try {
    const { mode, size } = fstatSync(descriptor)
    if ((mode & BY_OTHERS) !== 0) {
      throw new OperatorError(
        `Others can read or write the API keys in ${file}. Take that away: chmod 600 ${file}\nIf others may have read them, make new keys, and revoke these.`,
      )
    }
    if (size > MOST_BYTES) throw new OperatorError(`${file} is too large to be the file of purser login.`)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the file of profiles whole or not at all, so that only this user can read it. */
export function writeNodeProfiles(file: string, profiles: NodeProfiles): void {
  const draft = `${file}.${randomUUID()}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, file)
  } catch (error) {
    const { code = 'failed' } = error as NodeJS.ErrnoException
    throw new OperatorError(`The profiles cannot be written to ${file} (${code}).`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The profile with the given name. Throws an OperatorError where there is no such profile. */
export function nodeProfileNamed({ profiles }: NodeProfiles, name: string): NodeProfile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return profile
  const names = Object.keys(profiles)
  const advice = names.length === 0 ? `purser login --profile ${name} makes it.` : `There are: ${names.join(', ')}.`
  throw new OperatorError(`There is no profile ${JSON.stringify(name)}. ${advice}`)
}
