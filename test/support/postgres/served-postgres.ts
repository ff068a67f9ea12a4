import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initializePostgresCluster } from '../../../src/app/postgres/cluster.ts'
import { postgresSocketConnection, type PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { scriptFolderOf } from '../../../src/app/postgres/directories.ts'
import { ownSystemUser, postgresSystemUser } from '../../../src/app/postgres/identity.ts'
import { preparePostgresDirectories } from '../../../src/app/postgres/prepare-directories.ts'
import { installPostgresRuntime } from '../../../src/app/postgres/runtime.ts'
import { postgresBecomesReady, spawnPostgres } from '../../../src/app/postgres/server-process.ts'
import { writePostgresSettings } from '../../../src/app/postgres/settings.ts'
import { runScriptInFolder } from '../../../src/app/postgres/run-as-user.ts'
import type { IssuedCertificate } from '../receivers/certificates.ts'
import { freePort } from '../receivers/free-port.ts'

export interface ServedPostgres {
  /** The superuser's connection, over the socket. */
  readonly superuser: PostgresSocketConnection
  /** The port on 127.0.0.1 for roles with a password. It accepts only TLS. */
  readonly port: number
  stop(): Promise<void>
}

/** Starts a PostgreSQL like one that somebody else operates: it is reached over the network, with TLS and passwords. */
export async function startServedPostgres(certificate: IssuedCertificate): Promise<ServedPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-served-'))
  const identity = await postgresSystemUser(dataDirectory, join(dataDirectory, 'postgres'))
  const directories = await preparePostgresDirectories(dataDirectory, identity)
  const runtime = await installPostgresRuntime(directories.runtime)
  await initializePostgresCluster(directories, { runtime, identity, durable: false })
  const folder = scriptFolderOf(directories, identity)
  await writePostgresSettings(
    folder,
    { socketDirectory: directories.socket, durable: false, serviceConnections: 0 },
    ownSystemUser(),
  )
  const port = Number(await freePort())
  await runScriptInFolder(folder, 'cd cluster && printf %s "$1" >server.crt && printf %s "$2" >server.key', [
    certificate.cert,
    certificate.key,
  ])
  const { cluster } = directories
  await appendFile(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await appendFile(join(cluster, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nport = ${port}\nssl = on\n`)
  const lines: string[] = []
  const server = spawnPostgres({ runtime, directories, identity, onLine: (line) => lines.push(line) })
  if (!(await postgresBecomesReady(server, cluster))) throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`)
  return {
    superuser: { ...postgresSocketConnection(directories.socket), port },
    port,
    stop: async () => {
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
