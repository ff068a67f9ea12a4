import { join } from 'node:path'
import type pg from 'pg'
import { initializePostgresCluster } from '../../../src/app/postgres/cluster.ts'
import { postgresSocketConnection, type PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { type PostgresDirectories, scriptFolderOf } from '../../../src/app/postgres/directories.ts'
import { type SystemUser, ownSystemUser, postgresSystemUser } from '../../../src/app/postgres/identity.ts'
import { preparePostgresDirectories } from '../../../src/app/postgres/prepare-directories.ts'
import { installPostgresRuntime } from '../../../src/app/postgres/runtime.ts'
import { type PostgresProcess, spawnPostgres } from '../../../src/app/postgres/server-process.ts'
import { POSTGRES_ROLE_NAME, writePostgresSettings } from '../../../src/app/postgres/settings.ts'
import { runScriptInFolder } from '../../../src/app/postgres/run-as-user.ts'
import { createDatabase } from '../../../src/store/connection/create-database.ts'
import { withOwnDatabaseConnection } from '../../../src/store/connection/one-connection.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { killProcessTree } from '../../../test/support/processes/process-tree.ts'

const DATABASE = 'purser'
const START_MS = 60_000

/** A PostgreSQL server as an operator runs it: if it ends, nothing starts it again. */
export interface PostgresServer {
  /** A superuser's connection to Purser's database. */
  readonly connection: PostgresSocketConnection
  /** The last lines of the PostgreSQL server's log. */
  readonly log: readonly string[]
  /** Starts the PostgreSQL server unless it runs already. Resolves once the server accepts connections. */
  start(): Promise<void>
  /** Kills all processes of the PostgreSQL server, as a power cut would. */
  kill(): Promise<void>
  /** Writes files into the data directory of the PostgreSQL server. The keys are the names of the files. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  /** Copies the data directory of the running server, as `pg_basebackup` does, so that another server can start from the copy. */
  copyTo(dataDirectory: string): Promise<void>
}

export interface PostgresServerOptions {
  /** The folder of the PostgreSQL server's data. If it has none yet, an empty server is made. */
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
export async function makePostgresServer({ dataDirectory, settings }: PostgresServerOptions): Promise<PostgresServer> {
  const site = await siteAt(dataDirectory)
  const folder = scriptFolderOf(site.directories, site.identity)
  await initializePostgresCluster(site.directories, { ...site, durable: true })
  await writePostgresSettings(
    folder,
    { socketDirectory: site.directories.socket, durable: true, serviceConnections: CONNECTIONS },
    ownSystemUser(),
  )
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  await runScriptInFolder(
    folder,
    'printf "%s\\n" "$1" >>cluster/postgresql.conf; printf "%s\\n" "$2" >>cluster/pg_hba.conf',
    [lines.join('\n'), `local replication ${POSTGRES_ROLE_NAME} peer map=purser`],
  )
  const log: string[] = []
  let running: PostgresProcess | null = null
  const connection = postgresSocketConnection(site.directories.socket, DATABASE)
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      await runScriptInFolder(folder, 'printf "%s" "$2" >"cluster/$1"', [name, text])
    }
  }
  return {
    connection,
    log,
    write,
    start: async () => {
      if (running === null) {
        const started = spawnPostgres({ ...site, onLine: (line) => log.push(line) })
        running = started
        void started.ended.then(() => running === started && (running = null))
      }
      await answering(connection, log)
    },
    kill: async () => {
      const killed = running
      const pid = await killed?.pid
      if (pid !== null && pid !== undefined) killProcessTree(pid)
      await killed?.ended
    },
    copyTo: async (target) => {
      const there = await siteAt(target)
      const cluster = join(there.directories.root, 'cluster')
      const label = await duringBackup(connection, () =>
        runScriptInFolder(folder, COPY, [cluster]).then(() => undefined),
      )
      await runScriptInFolder(
        scriptFolderOf(there.directories, there.identity),
        'printf "%s" "$1" >cluster/backup_label',
        [label],
      )
    },
  }
}

/**
 * The shell command that copies a data directory without `pg_wal`: the new server creates that folder itself, and reads the log from the
 * archive or from the other server.
 */
const COPY = 'mkdir -m 700 "$1" && cp -R cluster/. "$1" && rm -rf "$1"/pg_wal/* "$1"/postmaster.*'

async function siteAt(dataDirectory: string): Promise<Site> {
  const identity = await postgresSystemUser(dataDirectory, join(dataDirectory, 'postgres'))
  const directories = await preparePostgresDirectories(dataDirectory, identity)
  return { directories, identity, runtime: await installPostgresRuntime(directories.runtime) }
}

/** Runs `work` between the begin and the end of a base backup. Resolves with the text of its `backup_label`. */
const duringBackup = (server: PostgresSocketConnection, work: () => Promise<void>): Promise<string> =>
  withOwnDatabaseConnection({ ...server, database: 'postgres' }, async (client) => {
    await client.query(`select pg_backup_start('night', true)`)
    await work()
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return rows[0]?.labelfile ?? ''
  })

async function answering(server: PostgresSocketConnection, log: readonly string[]): Promise<void> {
  const answers = () =>
    withOwnDatabaseConnection({ ...server, database: 'postgres' }, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  await eventually('the database server takes connections', answers, START_MS).catch((error: Error) => {
    throw new Error(`${error.message}\n${log.slice(-10).join('\n')}`)
  })
}

/** Makes Purser's empty database on a server that runs. */
export const makePurserDatabase = ({ connection }: PostgresServer): Promise<unknown> =>
  createDatabase({ ...connection, database: 'postgres' }, DATABASE)

/** Runs one SQL statement on a PostgreSQL server, and resolves to its rows. */
export const queryNightPostgresServer = <Row extends pg.QueryResultRow>(
  { connection }: PostgresServer,
  statement: string,
): Promise<Row[]> => withOwnDatabaseConnection(connection, async (client) => (await client.query<Row>(statement)).rows)
