import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import type { SocketConnection } from '../../src/app/postgres/connection.ts'
import { createDatabase } from '../../src/store/create-database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { CITUS_URL, type CitusServers, citusServers, createCitusTemplate, dropOnAll } from './citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own PostgreSQL. `createTestDatabase` makes databases on it. */
    postgres: SocketConnection
    /** A migrated, empty database to copy. */
    templateDatabase: string
    /** Where the databases of tests are distributed: the coordinator and its workers. */
    citus: CitusServers | undefined
  }
}

const TEMPLATE = 'purser_template'

/**
 * One PostgreSQL for the whole run, in a folder that is thrown away, with one migrated template database.
 * It is stopped at the end; if the run is killed, the closed pipe stops it. Without fsync: no test of these databases
 * survives a crash of the machine. Tests of durability start a server of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (CITUS_URL !== undefined) return setupCitus(project, CITUS_URL)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-test-'))
  const complaints: string[] = []
  const server = await startEmbeddedPostgres({
    dataDirectory,
    durable: false,
    onLine: (line) => complaints.push(line),
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints.join('\n')}`)
  })
  await migrate(await createDatabase(server.connection, TEMPLATE))
  project.provide('postgres', server.connection)
  project.provide('templateDatabase', TEMPLATE)
  project.provide('citus', undefined)
  return async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** All databases of the run are distributed ones, on a Citus that somebody else has started: see docs/guides/citus.md. */
async function setupCitus(project: TestProject, url: string): Promise<() => Promise<void>> {
  const servers = await citusServers(url)
  await createCitusTemplate(servers, TEMPLATE)
  project.provide('postgres', servers[0])
  project.provide('templateDatabase', TEMPLATE)
  project.provide('citus', servers)
  return () => dropOnAll(servers, TEMPLATE)
}
