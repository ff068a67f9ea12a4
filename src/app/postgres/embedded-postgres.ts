import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import { initializePostgresCluster } from './cluster.ts'
import { postgresSocketConnection, type PostgresSocketConnection } from './connection.ts'
import { prepareWritableDataDirectory } from './data-directory.ts'
import { postgresDirectoriesIn, scriptFolderOf } from './directories.ts'
import { ownSystemUser, postgresSystemUser } from './identity.ts'
import { holdPostgresLease, postgresLeaseState } from './lease.ts'
import { readPostgresLockFile } from './lock-file.ts'
import { preparePostgresDirectories } from './prepare-directories.ts'
import { installPostgresRuntime } from './runtime.ts'
import { postgresBecomesReady, type PostgresLaunch, type PostgresProcess, spawnPostgres } from './server-process.ts'
import { writePostgresSettings } from './settings.ts'
import { removeTemporarySocketFolder } from './temporary-folder.ts'
import { FailedScriptError, scriptSucceedsAsUser } from './run-as-user.ts'

export interface EmbeddedPostgres {
  /** A connection to the database `postgres` of the running PostgreSQL. */
  readonly connection: PostgresSocketConnection
  /** Stops PostgreSQL fast. Close the connection pools before: their open transactions are rolled back. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string
  /** False: PostgreSQL runs without fsync, for databases that are thrown away. */
  readonly durable: boolean
  /** How many connections the service opens at most. Absent: PostgreSQL permits enough for one process. */
  readonly serviceConnections?: number
  /** Called with each line of PostgreSQL's log. */
  readonly onLine: (line: string) => void
}

/**
 * Starts PostgreSQL below the data directory. It makes the database at the first start, and starts PostgreSQL again when PostgreSQL ends by
 * itself. Rejects with an `OperatorError` that says why PostgreSQL cannot start: the directory is in use, not reachable, or belongs to
 * somebody else.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { launch, connection } = await prepareWritableDataDirectory(options.dataDirectory, () => prepare(options))
  let server = await startServer(launch, connection)
  const lease = await holdPostgresLease(connection)
  const stopping = new AbortController()

  const supervise = async () => {
    while (!stopping.signal.aborted) {
      await server.ended
      if (stopping.signal.aborted) return
      options.onLine('FATAL:  PostgreSQL ended by itself: starting it again')
      await server.stop()
      const next = await startServer(launch, connection).catch((error: Error) => options.onLine(error.message))
      if (next) server = next
      else await delay(RESTART_MS)
    }
    await server.stop() // the server was started again while stop() waited for the old one
  }
  const supervised = supervise()

  return {
    connection,
    stop: async () => {
      stopping.abort()
      await lease.release()
      await server.stop()
      await supervised
      await removeTemporarySocketFolder(connection.host)
    },
  }
}

const RESTART_MS = 500

async function prepare(
  options: EmbeddedPostgresOptions,
): Promise<{ launch: PostgresLaunch; connection: PostgresSocketConnection }> {
  const { dataDirectory, durable, serviceConnections = 0, onLine } = options
  const { root } = postgresDirectoriesIn(dataDirectory)
  const identity = await postgresSystemUser(dataDirectory, root)
  try {
    const directories = await preparePostgresDirectories(dataDirectory, identity)
    const runtime = await installPostgresRuntime(directories.runtime)
    await initializePostgresCluster(directories, { runtime, identity, durable })
    const settings = { socketDirectory: directories.socket, durable, serviceConnections }
    await writePostgresSettings(scriptFolderOf(directories, identity), settings, ownSystemUser())
    return {
      launch: { runtime, directories, identity, onLine },
      connection: postgresSocketConnection(directories.socket),
    }
  } catch (error) {
    if (!(error instanceof FailedScriptError)) throw error
    throw new OperatorError(`The user ${identity.name} cannot prepare the database in ${root}:\n${error.message}`)
  }
}

/**
 * How many milliseconds a start waits for an older PostgreSQL to end. After `kill -9` of everything, PostgreSQL refuses to start until the
 * last of its old processes is gone.
 */
const TAKEOVER_MS = 8000
const RETRY_MS = 100
/**
 * The Purser process that owned a PostgreSQL stays visible for a moment after it was killed. An owner that is visible for longer than this
 * many milliseconds is alive.
 */
const OWNED_FOR_MS = 1000
const REFUSED_BY_LOCK = /lock file "postmaster\.pid" already exists|shared memory block .* is still in use|is in use/

async function startServer(launch: PostgresLaunch, connection: PostgresSocketConnection): Promise<PostgresProcess> {
  const { cluster } = launch.directories
  const deadline = Date.now() + TAKEOVER_MS
  const onLine = (line: string) => {
    if (!REFUSED_BY_LOCK.test(line)) launch.onLine(line) // this refusal is expected, and the loop below tries again
  }
  let ownedSince: number | null = null
  for (;;) {
    const server = spawnPostgres({ ...launch, onLine })
    if (await postgresBecomesReady(server, cluster)) return server
    const { lines } = await server.ended
    if (!lines.some((line) => REFUSED_BY_LOCK.test(line))) throw startFailure(launch, lines)

    const state = await postgresLeaseState(connection)
    if (state === 'orphan') await stopOrphan(launch)
    ownedSince = state === 'owned' ? (ownedSince ?? Date.now()) : null
    if (ownedSince !== null && Date.now() - ownedSince >= OWNED_FOR_MS) throw await inUse(launch)
    if (Date.now() > deadline) throw await inUse(launch)
    await delay(RETRY_MS)
  }
}

/**
 * Stops a PostgreSQL whose owner (a Purser process) and parent were both killed, because nobody else will ever stop it. The signal is sent
 * with the rights of PostgreSQL's user: that user wrote the process id into the lock file, and might have written the id of any process.
 */
async function stopOrphan({ directories, identity }: PostgresLaunch): Promise<void> {
  const lock = await readPostgresLockFile(directories.cluster)
  if (lock !== null) await scriptSucceedsAsUser(identity, 'kill -INT "$1"', [String(lock.pid)])
}

async function inUse(launch: PostgresLaunch): Promise<OperatorError> {
  const pid = (await readPostgresLockFile(launch.directories.cluster))?.pid
  return new OperatorError(
    `The data directory is in use: another Purser runs on ${launch.directories.root}` +
      `${pid === undefined ? '' : ` (PostgreSQL is process ${pid})`}. ` +
      'Stop it first, or give this one a directory of its own, for instance PURSER_DATA_DIR=./.purser-2',
  )
}

const startFailure = (launch: PostgresLaunch, lines: string[]): Error =>
  new OperatorError(
    `The embedded PostgreSQL in ${launch.directories.root} does not start. It said:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  )
