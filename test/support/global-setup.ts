import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import type { SocketConnection } from '../../src/app/postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../src/store/connection/create-database.ts'
import { migrate } from '../../src/store/schema/migrations.ts'
import { CITUS_URL, type CitusServers, citusServers, createCitusTemplate, dropOnAll } from './postgres/citus.ts'
import { connectionOf, DATABASE_URL } from './postgres/served-database.ts'

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

/**
 * One PostgreSQL for the whole run with one migrated template database. Without a URL of one it is embedded, in a folder that is
 * thrown away. It is stopped at the end; if the run is killed, the closed pipe stops it. Without fsync: no test of these databases
 * survives a crash of the machine. Tests of durability start a server of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Of this run alone: several may use one server at the same time.
  const template = `template_${randomBytes(8).toString('hex')}`
  project.provide('templateDatabase', template)
  if (CITUS_URL !== undefined) return setupCitus(project, CITUS_URL, template)
  project.provide('citus', undefined)
  if (DATABASE_URL !== undefined) return setupServed(project, connectionOf(DATABASE_URL), template)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-test-'))
  const complaints: string[] = []
  const server = await startEmbeddedPostgres({
    dataDirectory,
    durable: false,
    onLine: (line) => complaints.push(line),
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints.join('\n')}`)
  })
  await migrate(await createDatabase(server.connection, template))
  project.provide('postgres', server.connection)
  return async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** All databases of the run are on a PostgreSQL that somebody else has started, of whatever version. */
async function setupServed(project: TestProject, server: SocketConnection, template: string) {
  await migrate(await createDatabase(server, template))
  project.provide('postgres', server)
  return () => dropDatabase(server, template)
}

/** All databases of the run are distributed ones, on a Citus that somebody else has started: see docs/guides/citus.md. */
async function setupCitus(project: TestProject, url: string, template: string): Promise<() => Promise<void>> {
  const servers = await citusServers(url)
  await createCitusTemplate(servers, template)
  project.provide('postgres', servers[0])
  project.provide('citus', servers)
  return () => dropOnAll(servers, template)
}
