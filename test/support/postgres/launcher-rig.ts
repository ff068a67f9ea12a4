import { chmodSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../../../src/app/postgres/directories.ts'
import { readPostgresLockFile } from '../../../src/app/postgres/lock-file.ts'
import { startTestScript, type TestProcess, type TestProcessOptions } from '../processes/test-process.ts'
import { makeDataFolder } from './data-folder.ts'

export interface PostgresLauncherRig {
  /** An empty data directory for the running test. It is deleted after the test. */
  readonly folder: string
  /** Starts a process with an embedded PostgreSQL. The process is ended after the test. */
  launch(dataDirectory: string, options?: TestProcessOptions): TestProcess
}

/** Starts embedded PostgreSQLs, in processes of their own. */
export function postgresLauncherRig(): PostgresLauncherRig {
  let folder = ''
  let started: TestProcess[] = []
  beforeEach(async () => {
    folder = await makeDataFolder()
    chmodSync(folder, 0o755)
    started = []
  })
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get folder() {
      return folder
    },
    launch: (dataDirectory, options) => {
      const process = startTestScript('test/support/processes/embedded-postgres-process.ts', [dataDirectory], options)
      started.push(process)
      return process
    },
  }
}

/** The database connection that a launched process prints. */
export const connectionOfLaunchedPostgres = async (process: TestProcess): Promise<PostgresSocketConnection> =>
  JSON.parse(await process.line())

export async function queryLaunchedPostgres(
  connection: PostgresSocketConnection,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The process id of the PostgreSQL server that uses a data directory. */
export const postgresPid = async (dataDirectory: string): Promise<number> =>
  (await readPostgresLockFile(postgresDirectoriesIn(dataDirectory).cluster))?.pid ?? Number.NaN
