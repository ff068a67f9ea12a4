import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type PostgresDirectories, postgresServerPath, scriptFolderOf } from './directories.ts'
import { spawnOptionsOfUser, type SystemUser } from './identity.ts'
import { readPostgresLockFile } from './lock-file.ts'
import { ENTER_FOLDER_SCRIPT, POSTGRES_USER_ENVIRONMENT } from './run-as-user.ts'

/**
 * PostgreSQL's parent process. Its standard input is a pipe from Purser. When the pipe closes, because Purser closed it or was killed, the
 * parent tells PostgreSQL to shut down fast. Without this parent, SIGKILL of Purser would leave PostgreSQL running alone.
 * PG_GRANDPARENT_PID tells PostgreSQL the id of Purser's process: a lock file that a killed server left behind may contain this very id,
 * and PostgreSQL would otherwise take Purser for the server that holds the lock.
 */
const PARENT = `
${ENTER_FOLDER_SCRIPT}; cd -P cluster || exit
trap '' HUP INT TERM
PG_GRANDPARENT_PID=$PPID; export PG_GRANDPARENT_PID
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read -r _ <&3; kill -INT "$server") >/dev/null 2>&1 & watcher=$!
echo "$server"
exec 3<&-
wait "$server"
kill -KILL "$watcher" 2>/dev/null
`

export interface PostgresProcess {
  /** The id of PostgreSQL's own process. Null where it could not be started. */
  readonly pid: Promise<number | null>
  /** Resolves when PostgreSQL has ended, with the last lines that it wrote. */
  readonly ended: Promise<{ lines: string[] }>
  /** Shuts PostgreSQL down fast: open transactions are rolled back, the data is written, and the next start needs no recovery. */
  stop(): Promise<void>
}

export interface PostgresLaunch {
  readonly runtime: string
  readonly directories: PostgresDirectories
  readonly identity: SystemUser
  readonly onLine: (line: string) => void
}

const LINES_KEPT = 20

const KEPT_BYTES = String(8 * 1024 * 1024)
/**
 * Settings of glibc's malloc. Each process of PostgreSQL keeps up to 8 MiB that a statement has freed. By default it gives back everything
 * above 128 KiB, and the next statement takes it page by page from the kernel again.
 */
const KEEP_FREED_MEMORY = { MALLOC_TRIM_THRESHOLD_: KEPT_BYTES, MALLOC_MMAP_THRESHOLD_: KEPT_BYTES }

/** Starts PostgreSQL in a session of its own, so that Ctrl-C at the terminal reaches only Purser, which then stops PostgreSQL. */
export function spawnPostgres(launch: PostgresLaunch): PostgresProcess {
  const { directories, identity } = launch
  const { cwd, path } = scriptFolderOf(directories, identity)
  const server = [join(launch.runtime, 'bin', 'postgres'), '-D', postgresServerPath(directories, 'cluster')]
  const parent = spawn('/bin/sh', ['-c', PARENT, 'purser-postgres', path, ...server], {
    cwd,
    env: { ...POSTGRES_USER_ENVIRONMENT, ...KEEP_FREED_MEMORY, HOME: directories.home },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...spawnOptionsOfUser(identity),
  })
  parent.stdin.on('error', () => undefined) // the parent ended before the pipe was closed
  const lines: string[] = []
  createInterface({ input: parent.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > LINES_KEPT) lines.shift()
    launch.onLine(line)
  })
  const ended = endOf(parent, lines)
  return {
    pid: processId(parent),
    ended,
    stop: async () => {
      parent.stdin.end()
      await ended
    },
  }
}

async function processId(parent: ChildProcess): Promise<number | null> {
  for await (const line of createInterface({ input: parent.stdout as Readable })) return Number(line)
  return null
}

async function endOf(parent: ChildProcess, lines: string[]): Promise<{ lines: string[] }> {
  try {
    await once(parent, 'close') // not 'exit', because PostgreSQL's last lines, which say why it ended, may come after that event
  } catch (error) {
    lines.push((error as Error).message)
  }
  return { lines }
}

const POLL_MS = 10

/** Resolves to true when PostgreSQL takes connections, and to false when it has ended instead. */
export async function postgresBecomesReady(server: PostgresProcess, cluster: string): Promise<boolean> {
  const over = new AbortController()
  void server.ended.then(() => over.abort())
  const pid = await server.pid
  while (!over.signal.aborted) {
    const lock = await readPostgresLockFile(cluster)
    if (lock !== null && lock.pid === pid && lock.status === 'ready') return true
    await delay(POLL_MS)
  }
  return false
}
