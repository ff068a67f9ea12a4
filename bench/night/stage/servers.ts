import { join } from 'node:path'
import type pg from 'pg'
import { initializeCluster } from '../../../src/app/postgres/cluster.ts'
import { connectionTo, type SocketConnection } from '../../../src/app/postgres/connection.ts'
import { type PostgresDirectories, workplaceOf } from '../../../src/app/postgres/directories.ts'
import { type SystemUser, ownIdentity, serverIdentity } from '../../../src/app/postgres/identity.ts'
import { prepareDirectories } from '../../../src/app/postgres/prepare-directories.ts'
import { installRuntime } from '../../../src/app/postgres/runtime.ts'
import { type ServerProcess, spawnServer } from '../../../src/app/postgres/server-process.ts'
import { SERVER_USER, writeSettings } from '../../../src/app/postgres/settings.ts'
import { runInFolder } from '../../../src/app/postgres/run-as-user.ts'
import { createDatabase } from '../../../src/store/connection/create-database.ts'
import { onConnection } from '../../../src/store/connection/one-connection.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { killTree } from '../../../test/support/processes/process-tree.ts'

const DATABASE = 'purser'
const START_MS = 60_000

/** A PostgreSQL server as an operator runs it: if it ends, nothing starts it again. */
export interface PostgresServer {
  /** A superuser's connection to Purser's database. */
  readonly connection: SocketConnection
  /** The last lines of the server's log. */
  readonly log: readonly string[]
  /** Starts the PostgreSQL server unless it runs already. Resolves once the server accepts connections. */
  start(): Promise<void>
  /** Kills all processes of the PostgreSQL server, as a power cut would. */
  kill(): Promise<void>
  /** Writes files into the data directory of the server. The keys are the names of the files. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  /** Copies the data directory of the running server, as `pg_basebackup` does, so that another server can start from the copy. */
  copyTo(dataDirectory: string): Promise<void>
}

export interface ServerOptions {
  /** The folder of the server's data. If it has none yet, an empty server is made. */
  readonly dataDirectory: string
  /** Settings of `postgresql.conf` that are added to those of the embedded PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>
}

interface Site {
  readonly directories: PostgresDirectories
  readonly identity: SystemUser
  readonly runtime: string
}

/** The most connections of a server: more than two nodes, a standby and the commands open. */
const CONNECTIONS = 100

/**
 * Makes a server without starting it. The embedded package has no `pg_basebackup` and no `pg_ctl promote`, so SQL statements do the same.
 */
export async function makeServer({ dataDirectory, settings }: ServerOptions): Promise<PostgresServer> {
  const site = await siteAt(dataDirectory)
  const folder = workplaceOf(site.directories, site.identity)
  await initializeCluster(site.directories, { ...site, durable: true })
  await writeSettings(
    folder,
    { socketDirectory: site.directories.socket, durable: true, serviceConnections: CONNECTIONS },
    ownIdentity(),
  )
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  await runInFolder(
    folder,
    'printf "%s\\n" "$1" >>cluster/postgresql.conf; printf "%s\\n" "$2" >>cluster/pg_hba.conf',
    [lines.join('\n'), `local replication ${SERVER_USER} peer map=purser`],
  )
  const log: string[] = []
  let running: ServerProcess | null = null
  const connection = connectionTo(site.directories.socket, DATABASE)
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      await runInFolder(folder, 'printf "%s" "$2" >"cluster/$1"', [name, text])
    }
  }
  return {
    connection,
    log,
    write,
    start: async () => {
      if (running === null) {
        const started = spawnServer({ ...site, onLine: (line) => log.push(line) })
        running = started
        void started.ended.then(() => running === started && (running = null))
      }
      await answering(connection, log)
    },
    kill: async () => {
      const killed = running
      const pid = await killed?.pid
      if (pid !== null && pid !== undefined) killTree(pid)
      await killed?.ended
    },
    copyTo: async (target) => {
      const there = await siteAt(target)
      const cluster = join(there.directories.root, 'cluster')
      const label = await duringBackup(connection, () => runInFolder(folder, COPY, [cluster]).then(() => undefined))
      await runInFolder(workplaceOf(there.directories, there.identity), 'printf "%s" "$1" >cluster/backup_label', [
        label,
      ])
    },
  }
}

/**
 * The shell command that copies a data directory without `pg_wal`: the new server creates that folder itself, and reads the log from the
 * archive or from the other server.
 */
const COPY = 'mkdir -m 700 "$1" && cp -R cluster/. "$1" && rm -rf "$1"/pg_wal/* "$1"/postmaster.*'

async function siteAt(dataDirectory: string): Promise<Site> {
  const identity = await serverIdentity(dataDirectory, join(dataDirectory, 'postgres'))
  const directories = await prepareDirectories(dataDirectory, identity)
  return { directories, identity, runtime: await installRuntime(directories.runtime) }
}

/** Runs `work` between the begin and the end of a base backup. Resolves with the text of its `backup_label`. */
const duringBackup = (server: SocketConnection, work: () => Promise<void>): Promise<string> =>
  onConnection({ ...server, database: 'postgres' }, async (client) => {
    await client.query(`select pg_backup_start('night', true)`)
    await work()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return rows[0]?.labelfile ?? ''
  })

async function answering(server: SocketConnection, log: readonly string[]): Promise<void> {
  const answers = () =>
    onConnection({ ...server, database: 'postgres' }, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  await eventually('the database server takes connections', answers, START_MS).catch((error: Error) => {
    throw new Error(`${error.message}\n${log.slice(-10).join('\n')}`)
  })
}

/** Makes Purser's empty database on a server that runs. */
export const makeDatabase = ({ connection }: PostgresServer): Promise<unknown> =>
  createDatabase({ ...connection, database: 'postgres' }, DATABASE)

/** Runs one SQL statement on a server, and resolves to its rows. */
export const queryServer = <Row extends pg.QueryResultRow>(
  { connection }: PostgresServer,
  statement: string,
): Promise<Row[]> => onConnection(connection, async (client) => (await client.query<Row>(statement)).rows)
