import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initializeCluster } from '../../../src/app/postgres/cluster.ts'
import { connectionTo, type SocketConnection } from '../../../src/app/postgres/connection.ts'
import { workplaceOf } from '../../../src/app/postgres/directories.ts'
import { ownIdentity, serverIdentity } from '../../../src/app/postgres/identity.ts'
import { prepareDirectories } from '../../../src/app/postgres/prepare-directories.ts'
import { installRuntime } from '../../../src/app/postgres/runtime.ts'
import { becomesReady, spawnServer } from '../../../src/app/postgres/server-process.ts'
import { writeSettings } from '../../../src/app/postgres/settings.ts'
import { runInFolder } from '../../../src/app/postgres/run-as-user.ts'
import type { IssuedCertificate } from '../receivers/certificates.ts'
import { freePort } from '../receivers/free-port.ts'

export interface ServedPostgres {
  /** The superuser's connection, over the socket. */
  readonly superuser: SocketConnection
  /** The port on 127.0.0.1 for roles with a password. It accepts only TLS. */
  readonly port: number
  stop(): Promise<void>
}

/** Starts a PostgreSQL like one that somebody else operates: it is reached over the network, with TLS and passwords. */
export async function startServedPostgres(certificate: IssuedCertificate): Promise<ServedPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-served-'))
  const identity = await serverIdentity(dataDirectory, join(dataDirectory, 'postgres'))
  const directories = await prepareDirectories(dataDirectory, identity)
  const runtime = await installRuntime(directories.runtime)
  await initializeCluster(directories, { runtime, identity, durable: false })
  const folder = workplaceOf(directories, identity)
  await writeSettings(
    folder,
    { socketDirectory: directories.socket, durable: false, serviceConnections: 0 },
    ownIdentity(),
  )
  const port = Number(await freePort())
  await runInFolder(folder, 'cd cluster && printf %s "$1" >server.crt && printf %s "$2" >server.key', [
    certificate.cert,
    certificate.key,
  ])
  const { cluster } = directories
  await appendFile(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await appendFile(join(cluster, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nport = ${port}\nssl = on\n`)
  const lines: string[] = []
  const server = spawnServer({ runtime, directories, identity, onLine: (line) => lines.push(line) })
  if (!(await becomesReady(server, cluster))) throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`)
  return {
    superuser: { ...connectionTo(directories.socket), port },
    port,
    stop: async () => {
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
