import { chmod, chown, lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { asUser, canEnter, firstClosedTo, type Identity } from './identity.ts'
import { hasCode } from './system-error.ts'
import { temporaryRuntime, temporarySocket } from './temporary-folder.ts'

export const PORT = 5432
/** Of a socket address, without the closing NUL: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/** Where the parts of the embedded database are. */
export interface Directories {
  readonly root: string
  readonly cluster: string
  /** The server's HOME: whatever it reads or writes there stays here. */
  readonly home: string
  /** The binaries' copies. */
  readonly runtime: string
  readonly socket: string
  /** Whether the server's user can reach `root` by its path. */
  readonly isReachable: boolean
}

/** What is at a fixed place below the data directory. */
export function directoriesIn(dataDirectory: string): Pick<Directories, 'root' | 'cluster' | 'home'> {
  const root = join(dataDirectory, 'postgres')
  return { root, cluster: join(root, 'cluster'), home: join(root, 'home') }
}

/**
 * Makes the folders and gives them to the server's user. As root that is somebody else, who cannot pass through, say,
 * a private home directory. The binaries and the socket are then in the temporary folder, and the server is started
 * inside its data, which it calls by `serverPath`.
 */
export async function prepareDirectories(dataDirectory: string, identity: Identity): Promise<Directories> {
  await openDataDirectory(dataDirectory)
  const fixed = directoriesIn(await realpath(dataDirectory))
  await ownDirectory(fixed.root, identity)
  await ownDirectory(fixed.home, identity)
  const isReachable = await canEnter(fixed.root, identity)
  if (!isReachable) await assertWayAround(fixed.root, identity)
  const runtime = isReachable ? join(fixed.root, 'runtime') : await temporaryRuntime()
  const beside = join(fixed.root, 'socket')
  if (!isReachable || !fitsSocket(beside)) {
    return { ...fixed, runtime, isReachable, socket: await temporarySocket(fixed.root, identity) }
  }
  await ownDirectory(beside, identity)
  return { ...fixed, runtime, isReachable, socket: beside }
}

/** How the server is to call a directory that it is started in. */
export const serverPath = ({ isReachable }: Directories, path: string): string => (isReachable ? path : CURRENT)

/** A link that the kernel follows without asking for the way. */
const CURRENT = '/proc/self/cwd'

async function assertWayAround(root: string, identity: Identity): Promise<void> {
  const closed = await firstClosedTo(root, identity)
  if (process.platform === 'linux' && (await canEnter(tmpdir(), identity))) return
  throw new OperatorError(
    `PostgreSQL runs as the user ${identity.name}, who may not enter ${closed}. ` +
      'Choose a PURSER_DATA_DIR that others may pass through, for instance PURSER_DATA_DIR=/var/lib/purser, ' +
      `or allow it with: chmod o+x ${closed}`,
  )
}

/** The data directory is ours: as root, the server's user must be able to pass through it, though not to list it. */
async function openDataDirectory(path: string): Promise<void> {
  try {
    await makeDirectory(path)
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

/** With its parents. Not by `recursive`: Node then never gives up below /proc, where nothing can be made. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await makeOne(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeDirectory(dirname(path))
    await makeOne(path)
  }
}

/** Where somebody made it first, it is there. */
const makeOne = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })

/** Below the data directory, where nobody else can have put anything. */
export async function ownDirectory(path: string, identity: Identity): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (asUser(identity).uid !== undefined) await chown(path, identity.uid, identity.gid)
}

const fitsSocket = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES
