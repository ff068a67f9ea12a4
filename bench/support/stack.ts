import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../../src/app/postgres/directories.ts'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { readPostgresLockFile } from '../../src/app/postgres/lock-file.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { childProcessIds } from '../../test/support/processes/process-tree.ts'
import { startTestCommand } from '../../test/support/processes/test-process.ts'
import { processorSecondsOfProcess } from './processor-time.ts'

export const BENCH_API_KEY = 'sk_benchmark0benchmark0benchmark0benchmark0'
type Settings = Readonly<Record<string, string>>
/**
 * How many milliseconds to wait before the PostgreSQL is killed again: after a kill it is started again by itself, and takes longer than
 * this to answer.
 */
const KILLED_AGAIN_MS = 20
const LISTENS = 'Purser listens on '
const NODE_ARGUMENTS = ['--disable-sigusr1', '--max-semi-space-size=64', 'src/cli/main.ts', 'start']

export interface BenchNode {
  readonly baseUrl: string
  readonly purser: Purser
  readonly pid: number
  stop(): Promise<void>
}

/** A PostgreSQL of its own, with fsync on, and all of a Purser installation on it except nodes. */
export interface BenchStack {
  readonly connection: PostgresSocketConnection
  /** The connection pool of the database, without a deadline for statements. */
  readonly database: Database
  /** Starts a node as `npm start` makes it, in a process of its own. `settings` are added to those of every node. */
  startNode(settings?: Settings): Promise<BenchNode>
  /** Stops all processes of the database server for `ms` milliseconds: it accepts connections, and answers nothing. */
  freezeDatabase(ms: number): Promise<void>
  /**
   * Kills all processes of the database server, and for `ms` milliseconds also those that are started in their place: it accepts no
   * connections.
   */
  killDatabase(ms: number): Promise<void>
  /** Switches autovacuum off, so that tables are analyzed by hand only. */
  stopAutovacuum(): Promise<void>
  memory(node: BenchNode): Promise<NodeMemory>
  /** The processor time of the node and of the database server so far, in seconds. */
  processorTime(node: BenchNode): Promise<ProcessorTime>
  close(): Promise<void>
}

export interface NodeMemory {
  /** The node's memory in MiB. Null: the system does not report it. */
  readonly node: number | null
  /** The memory of all processes of the database server, in MiB. Shared pages count once. Null: the system does not report it. */
  readonly database: number | null
}

export interface ProcessorTime {
  readonly node: number
  /** The processor time of all processes of the database server, in seconds. */
  readonly database: number
}

export interface BenchStackOptions {
  readonly onLine?: (line: string) => void
  /** The data directory to use, which is kept for another run. Undefined: a new folder is made, and deleted at the end. */
  readonly keptIn?: string | undefined
}

export async function openBenchStack({
  onLine = () => undefined,
  keptIn,
}: BenchStackOptions = {}): Promise<BenchStack> {
  const dataDirectory = keptIn ?? (await mkdtemp(join(tmpdir(), 'purser-bench-')))
  const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine })
  const connection = await createDatabase(server.connection, 'purser')
  const database = openDatabase({ connection, maxConnections: 4, isPatient: true })
  const nodes = new Set<BenchNode>()
  const serverPid = async () => (await readPostgresLockFile(postgresDirectoriesIn(dataDirectory).cluster))?.pid
  return {
    connection,
    database,
    startNode: async (settings = {}) => {
      const node = await startNode({ ...environment(connection), ...settings }, () => nodes.delete(node))
      nodes.add(node)
      return node
    },
    freezeDatabase: async (ms) => {
      const pid = assertPresent(await serverPid(), 'the server runs')
      process.kill(pid, 'SIGSTOP') // a stopped process starts no other one
      const children = childProcessIds(pid)
      for (const child of children) process.kill(child, 'SIGSTOP')
      await delay(ms)
      for (const each of [...children, pid]) process.kill(each, 'SIGCONT')
    },
    killDatabase: async (ms) => {
      for (const end = performance.now() + ms; performance.now() < end; await delay(KILLED_AGAIN_MS)) {
        const pid = await serverPid()
        if (pid !== undefined) for (const each of [pid, ...childProcessIds(pid)]) killIfThere(each)
      }
    },
    stopAutovacuum: async () => {
      await database.pool.query('alter system set autovacuum = off')
      await database.pool.query('select pg_reload_conf()')
    },
    processorTime: async (node) => ({
      node: await processorSecondsOfProcess(node.pid),
      database: await processorSecondsOfProcess((await serverPid()) ?? 0),
    }),
    memory: async (node) => {
      const pid = await serverPid()
      const servers = pid === undefined ? [] : [pid, ...childProcessIds(pid)]
      return { node: await mebibytes([node.pid], 'Rss'), database: await mebibytes(servers, 'Pss') }
    },
    close: async () => {
      await Promise.all([...nodes].map((node) => node.stop()))
      await database.close()
      await server.stop()
      if (keptIn === undefined) await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function startNode(env: Record<string, string>, onStop: () => void): Promise<BenchNode> {
  const { child, ended, line } = startTestCommand(process.execPath, NODE_ARGUMENTS, { env })
  const listens = await line((text) => text.startsWith(LISTENS))
  const baseUrl = listens.slice(LISTENS.length)
  return {
    baseUrl,
    purser: new Purser({ baseUrl, apiKey: BENCH_API_KEY }),
    pid: assertPresent(child.pid, 'a process that prints has begun'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      onStop()
    },
  }
}

const environment = ({ host, port, user, database }: PostgresSocketConnection) => ({
  DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
  PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  PURSER_ADMIN_API_KEY: BENCH_API_KEY,
  PURSER_RATE_LIMIT: 'off',
  PURSER_LOG_LEVEL: 'error',
  PURSER_DRAIN_SECONDS: '0',
  PORT: '0',
})

/** The memory of processes in MiB. `Pss` divides pages among the processes that share them. */
async function mebibytes(pids: readonly number[], measure: 'Rss' | 'Pss'): Promise<number | null> {
  let kibibytes = 0
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null)
    if (text === null) return null
    kibibytes += Number(new RegExp(`^${measure}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  }
  return Math.round(kibibytes / 1024)
}
