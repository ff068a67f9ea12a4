import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../src/store/connection/create-database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import {
  CITUS_URL,
  type CitusServers,
  citusServers,
  createCitusTemplate,
  dropDatabaseOnAllServers,
} from './postgres/citus.ts'
import { makeDataFolder } from './postgres/data-folder.ts'
import { bundlePurser, writePurserBundle } from './processes/purser-bundle.ts'
import { connectionOfUrl, DATABASE_URL } from './postgres/served-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run. `createTestDatabase` makes databases on it. */
    postgres: PostgresSocketConnection
    /** A migrated, empty database, which tests copy. */
    templateDatabase: string
    /**
     * The coordinator and the workers of a Citus, on which the tests' databases are distributed. Undefined: the run is on one PostgreSQL.
     */
    citus: CitusServers | undefined
  }
}

/**
 * Prepares a run: starts a PostgreSQL with a template database, and bundles the command `purser`. All test files of the run share these.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.onTestsRerun(writePurserBundle)
  const [deleteBundle, stop] = await Promise.all([bundlePurser(), startPostgres(project)])
  return async () => {
    await stop()
    deleteBundle()
  }
}

/**
 * Starts one PostgreSQL for the whole run, with one migrated template database. Unless a URL of a server is given, it is embedded, in a
 * folder that is deleted at the end. If the run is killed, the closed pipe stops the server. It runs without fsync: no test of these
 * databases survives a crash of the machine. Tests of durability start a server of their own.
 */
async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // The template's name is unique to the run, because several runs may use one server at the same time.
  const template = `template_${randomBytes(8).toString('hex')}`
  project.provide('templateDatabase', template)
  if (CITUS_URL !== undefined) return setupCitus(project, CITUS_URL, template)
  project.provide('citus', undefined)
  if (DATABASE_URL !== undefined) return setupServed(project, connectionOfUrl(DATABASE_URL), template)
  const dataDirectory = await makeDataFolder()
  const complaints: string[] = []
  const server = await startEmbeddedPostgres({
    dataDirectory,
    durable: false,
    onLine: (line) => complaints.push(line),
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints.join('\n')}`)
  })
  await migrateDatabase(await createDatabase(server.connection, template))
  project.provide('postgres', server.connection)
  return async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Uses a PostgreSQL that somebody else has started, of any version, for all databases of the run. */
async function setupServed(project: TestProject, server: PostgresSocketConnection, template: string) {
  await migrateDatabase(await createDatabase(server, template))
  project.provide('postgres', server)
  return () => dropDatabase(server, template)
}

/** Uses a Citus that somebody else has started (docs/guides/citus.md). All databases of the run are then distributed. */
async function setupCitus(project: TestProject, url: string, template: string): Promise<() => Promise<void>> {
  const servers = await citusServers(url)
  await createCitusTemplate(servers, template)
  project.provide('postgres', servers[0])
  project.provide('citus', servers)
  return () => dropDatabaseOnAllServers(servers, template)
}
