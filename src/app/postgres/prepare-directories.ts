import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { makePostgresFolder, makeDataDirectory } from './data-directory.ts'
import { type PostgresDirectories, postgresDirectoriesIn, POSTGRES_PORT, scriptFolderOf } from './directories.ts'
import { type SystemUser, isRootProcess } from './identity.ts'
import { firstPathNameUserCouldReplace } from './replaceable.ts'
import { temporaryPostgresRuntime, makeTemporarySocketFolder } from './temporary-folder.ts'
import { runScriptAsUser, runScriptInFolder, scriptSucceedsAsUser } from './run-as-user.ts'

/** The longest path of a Unix socket in bytes, without the closing NUL: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/**
 * Makes the folders of the embedded database. Where Purser was started as root, everything below `root` belongs to another user, who for
 * instance may not pass through a private home directory. The binaries and the socket are then in the temporary folder, and PostgreSQL is
 * started inside its data directory, which it reaches by `postgresServerPath`.
 */
export async function preparePostgresDirectories(
  dataDirectory: string,
  identity: SystemUser,
): Promise<PostgresDirectories> {
  const isOurs = await makeDataDirectory(dataDirectory, identity)
  const realDirectory = await realpath(dataDirectory)
  const fixed = postgresDirectoriesIn(realDirectory)
  if (isOurs) await makePostgresFolder(fixed.root, identity)
  else await runScriptAsUser(identity, 'umask 077; mkdir -p "$1"', [fixed.root])
  const isReachable = await canEnter(fixed.root, identity)
  if (!isReachable) await assertWayAround(fixed.root, { identity, isOurs })

  const isRuntimeBeside = isOurs && isReachable
  const beside = join(fixed.root, 'socket')
  const isSocketBeside = isReachable && fitsSocket(beside)
  if (!isRuntimeBeside || !isSocketBeside) await assertSafeTemporaryFolder(identity)
  await runScriptInFolder(scriptFolderOf({ ...fixed, isReachable }, identity), 'mkdir -p "$@"', ['home', 'socket'])
  return {
    ...fixed,
    isReachable,
    runtime: isRuntimeBeside ? join(realDirectory, 'runtime') : temporaryPostgresRuntime(),
    socket: isSocketBeside ? beside : await makeTemporarySocketFolder(fixed.root, identity),
  }
}

async function assertWayAround(
  root: string,
  { identity, isOurs }: { identity: SystemUser; isOurs: boolean },
): Promise<void> {
  if (isOurs && process.platform === 'linux' && (await canEnter(tmpdir(), identity))) return
  const closed = await firstClosedTo(root, identity)
  throw new OperatorError(
    `PostgreSQL runs as the user ${identity.name}, who may not enter ${closed}. ` +
      'Choose a PURSER_DATA_DIR that this user can reach, for instance PURSER_DATA_DIR=/var/lib/purser, ' +
      `or allow it with: chmod o+x ${closed}`,
  )
}

async function assertSafeTemporaryFolder(identity: SystemUser): Promise<void> {
  const replaceable = isRootProcess() ? await firstPathNameUserCouldReplace(tmpdir(), identity) : null
  if (replaceable === null) return
  throw new OperatorError(
    `TMPDIR=${tmpdir()} is not safe: PostgreSQL runs as the user ${identity.name}, who could replace ` +
      `${replaceable} by something else, and Purser would work on that as root. Start Purser with TMPDIR=/tmp`,
  )
}

/** The outermost folder of a path that PostgreSQL's user cannot enter. */
async function firstClosedTo(directory: string, identity: SystemUser): Promise<string> {
  let closed = directory
  while (closed !== dirname(closed) && !(await canEnter(dirname(closed), identity))) closed = dirname(closed)
  return closed
}

/**
 * Whether a user can enter a folder. The user tries it, because file modes alone do not tell: access lists and mounts have an effect, too.
 */
const canEnter = (directory: string, identity: SystemUser): Promise<boolean> =>
  scriptSucceedsAsUser(identity, 'cd "$1"', [directory])

const fitsSocket = (directory: string): boolean =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${POSTGRES_PORT}`)) <= SOCKET_PATH_BYTES
