import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { asUser, assertReachable, type Identity } from './identity.ts'
import { hasCode } from './system-error.ts'

export const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
const SHORT_NAME = 'purser-socket-'
/** Of a socket address, without the closing NUL: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/** Where the parts of the embedded database are, below the data directory. */
export interface Directories {
  readonly root: string
  readonly cluster: string
  readonly runtime: string
  /** Configuration, written at every start. */
  readonly settings: string
  /** The server's HOME: whatever it reads or writes there stays here. */
  readonly home: string
}

export function directoriesIn(dataDirectory: string): Directories {
  const root = join(dataDirectory, 'postgres')
  const at = (name: string) => join(root, name)
  return { root, cluster: at('cluster'), runtime: at('runtime'), settings: at('settings'), home: at('home') }
}

/** Makes the folders and gives them to the server's user, who must be able to reach them. */
export async function prepareDirectories(dataDirectory: string, identity: Identity): Promise<Directories> {
  await openDataDirectory(dataDirectory)
  const directories = directoriesIn(await realpath(dataDirectory))
  for (const path of [directories.root, directories.settings, directories.home]) await ownDirectory(path, identity)
  await assertReachable(directories.root, identity)
  return directories
}

/** The data directory is ours: as root, the server's user must be able to pass through it, though not to list it. */
async function openDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const content = await readdir(path)
    const ours = content.length === 0 || content.includes('postgres')
    if (ours && process.getuid?.() === 0) await chmod(path, ((await lstat(path)).mode & 0o777) | 0o011)
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOENT')) throw error
    throw new OperatorError(
      `PURSER_DATA_DIR=${path} cannot be used: ${(error as Error).message}. ` +
        'Give a directory that Purser may write to, for instance PURSER_DATA_DIR=/var/lib/purser',
    )
  }
}

async function ownDirectory(path: string, identity: Identity): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (asUser(identity).uid !== undefined) await chown(path, identity.uid, identity.gid)
}

/** Where the server's socket is: beside the database, or in the temporary folder where that path is too long for a socket. */
export async function socketDirectory(directories: Directories, identity: Identity): Promise<string> {
  const path = socketPath(directories)
  await ownDirectory(path, identity)
  const found = await lstat(path)
  if (found.isDirectory() && found.uid === identity.uid && (found.mode & 0o077) === 0) return path
  throw new OperatorError(`${path} is needed for the database's socket, but belongs to somebody else. Remove it.`)
}

/** After the server has ended: nothing is left behind in the temporary folder. One that is in use again stays. */
export async function removeSocketDirectory(path: string): Promise<void> {
  if (path.startsWith(tmpdir()) && basename(path).startsWith(SHORT_NAME)) await rmdir(path).catch(() => undefined)
}

export function socketPath(directories: Directories): string {
  const beside = join(directories.root, 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return beside
  const digest = createHash('sha256').update(directories.root).digest('hex').slice(0, 16)
  return join(tmpdir(), `${SHORT_NAME}${digest}`)
}
