import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../../src/app/postgres/directories.ts'
import { readPostgresLockFile } from '../../src/app/postgres/lock-file.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { isProcessRunning } from '../support/processes/process-tree.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { startNodeProcess, type NodeProcess } from '../support/processes/node-process.ts'
import { checkPromises, openTill } from './till.ts'

/**
 * Who buys: `mixed` at both nodes, with captures, so that each batch reads what the other node has left; `loyal` many at the one
 * that is killed, which finds in its own cache all that it decides on.
 */
export const crowds = ['mixed', 'loyal'] as const
export type Crowd = (typeof crowds)[number]

/** Where a node is killed. `anywhere`: at a moment of chance. `database`: PostgreSQL is stopped at once instead. */
export const points = ['in the batch', 'before the commit', 'after the commit', 'anywhere', 'database'] as const
export type Point = (typeof points)[number]

export interface Crashable {
  readonly connection: PostgresSocketConnection
  /** Null: a server that cannot be stopped, since nobody starts it again. */
  readonly dataDirectory: string | null
}

export interface CrashRig {
  /** Kills at that point under load, lets everything recover, and checks what was promised. */
  round(point: Point, crowd: Crowd): Promise<CrashRound>
  /** Of the whole database. */
  verifyAll(): Promise<string[]>
  close(): Promise<void>
}

export interface CrashRound {
  readonly point: Point
  /** Requests that were answered in the end, and how many of those had to be sent again. */
  readonly answered: number
  readonly retried: number
  /** Promises that were broken, and differences that `purser verify` found. */
  readonly broken: readonly string[]
  /** From the moment at which the database takes connections (the node is started) until all nodes are ready. */
  readonly readyMs: number
}

/** A statement that every batch with a purchase sends. */
const BATCH = 'insert-transactions'

/**
 * Two nodes as `purser start` makes them, on a PostgreSQL that keeps its promises: one that is killed, behind a proxy
 * that knows how far its transactions have come, and one that goes on.
 */
export async function openCrashRig({ connection: server, dataDirectory }: Crashable): Promise<CrashRig> {
  const database = openDatabase({ connection: server, maxConnections: 4 })
  const proxy = await openPostgresProxy(server)
  const survivor = await startNodeProcess(server)
  let doomed = await startNodeProcess(proxy.connection)
  const purser = new Purser({ baseUrl: survivor.baseUrl, apiKey: TEST_API_KEY })

  const crash = async (point: Point): Promise<number> => {
    if (point === 'database')
      return stopDatabase(assertPresent(dataDirectory, 'it can be stopped'), database, [survivor, doomed])
    await sprung(proxy, point)
    doomed.process.child.kill('SIGKILL')
    await doomed.process.ended
    const started = performance.now()
    doomed = await startNodeProcess(proxy.connection)
    return performance.now() - started
  }

  return {
    round: async (point, crowd) => {
      const isLoyal = crowd === 'loyal'
      const till = await openTill(purser, {
        clients: isLoyal ? 96 : 24,
        captures: !isLoyal,
        baseUrls: () => (isLoyal ? [doomed.baseUrl] : [survivor.baseUrl, doomed.baseUrl]),
      })
      await till.sold(isLoyal ? 1000 : 50)
      const readyMs = await crash(point)
      await till.sold(isLoyal ? 1000 : 50)
      const { answered, retried, problems } = await till.close()
      const broken = [
        ...problems,
        ...(await checkPromises(database, till)),
        ...(await verifyDifferencesOf(database, till.customerId)),
      ]
      return { point, answered, retried, broken, readyMs }
    },
    verifyAll: () => verifyDifferencesOf(database),
    close: async () => {
      for (const { process } of [survivor, doomed]) process.child.kill('SIGTERM')
      await Promise.all([survivor.process.ended, doomed.process.ended])
      await proxy.close()
      await database.close()
    },
  }
}

function sprung(proxy: PostgresProxy, point: Exclude<Point, 'database'>): Promise<void> {
  if (point === 'in the batch') return proxy.silentBefore(BATCH)
  if (point === 'before the commit') return proxy.silentBeforeCommitOf(BATCH)
  if (point === 'after the commit') return proxy.silentAfterCommitOf(BATCH)
  return delay(Math.random() * 100)
}

/** Immediate shutdown: no checkpoint, connections are cut; its owner starts it again, and it recovers from its log. */
async function stopDatabase(dataDirectory: string, database: Database, nodes: readonly NodeProcess[]): Promise<number> {
  const lock = await readPostgresLockFile(postgresDirectoriesIn(dataDirectory).cluster)
  const pid = assertPresent(lock, 'a running server has its lock file').pid
  process.kill(pid, 'SIGQUIT')
  await eventually('the database is gone', () => !isProcessRunning(pid))
  const isBack = () =>
    database.pool.query('select 1').then(
      () => true,
      () => false,
    )
  await eventually('the database is back', isBack)
  const back = performance.now()
  const isReady = ({ baseUrl }: NodeProcess) =>
    fetch(baseUrl.replace(/v1$/, 'readyz')).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const node of nodes) await eventually('the node is ready', () => isReady(node))
  return performance.now() - back
}
