import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { isDatabaseDistributed } from '../../../src/store/sharding/placement.ts'
import { readBucketAddresses } from '../../../src/store/sharding/topology.ts'
import { withOwnDatabaseConnection } from '../../../src/store/connection/one-connection.ts'

/** Proxies in front of a database's servers: the server of the node's settings, and the workers of a Citus. The node connects to them. */
export interface DatabaseProxies {
  readonly connection: PostgresSocketConnection
  /**
   * Replaces the addresses of workers in a server's answer by those of their proxies, so that the node connects to the proxy of a bucket's
   * worker.
   */
  passedOn(said: Buffer): Buffer
  close(): Promise<void>
}

/** Takes a connection of a node. `dial` connects to the server behind the proxy. */
type Take = (node: Socket, dial: () => Socket) => void

export async function openDatabaseProxies(server: PostgresSocketConnection, take: Take): Promise<DatabaseProxies> {
  if (server.host.startsWith('/')) return frontOfSocket(server, take)
  const workers = await workersOf(server)
  const addresses = [{ host: server.host, port: server.port }, ...workers]
  for (const host of HOSTS) {
    const listening = await Promise.allSettled(
      addresses.map((address) => listen({ host, port: address.port }, address, take)),
    )
    const fronts = listening.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const close = async () => void (await Promise.all(fronts.map((front) => closed(front))))
    if (fronts.length === addresses.length) {
      return { connection: { ...server, host }, passedOn: (said) => renamed(said, host), close }
    }
    await close()
  }
  throw new Error(`None of ${HOSTS.join(', ')} takes the ports ${addresses.map(({ port }) => port).join(', ')}.`)
}

async function frontOfSocket(server: PostgresSocketConnection, take: Take): Promise<DatabaseProxies> {
  const host = await mkdtemp(join(tmpdir(), 'purser-proxy-'))
  const name = `.s.PGSQL.${server.port}`
  const front = await listen({ path: join(host, name) }, { path: join(server.host, name) }, take)
  return {
    connection: { ...server, host },
    passedOn: (said) => said,
    close: async () => {
      await closed(front)
      await rm(host, { recursive: true, force: true })
    },
  }
}

async function listen(at: { host: string; port: number } | { path: string }, to: NetConnectOpts, take: Take) {
  const front = createServer((node) => take(node, () => connect(to))).listen(at)
  await once(front, 'listening')
  return front
}

const closed = (front: Server) => new Promise<void>((resolve) => front.close(() => resolve()))

/** The host name of workers in the answers for nodes. A proxy differs from its worker by the host name alone, which has the same length. */
const WORKER_HOST = '127.0.0.1'
const HOSTS = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 2}`)

async function workersOf(server: PostgresSocketConnection): Promise<{ host: string; port: number }[]> {
  const named = await withOwnDatabaseConnection(server, async (client) =>
    (await isDatabaseDistributed(client)) ? [...(await readBucketAddresses(client)).values()] : [],
  )
  const workers = [...new Map(named.map((worker) => [`${worker.host}:${worker.port}`, worker])).values()]
  const elsewhere = workers.find(({ host }) => host !== WORKER_HOST)
  if (elsewhere) throw new Error(`The worker ${elsewhere.host}:${elsewhere.port} is not on ${WORKER_HOST}.`)
  return workers
}

/** A text as a column of a row in PostgreSQL's protocol: its length, and the text. */
const column = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)])

function renamed(said: Buffer, host: string): Buffer {
  const [named, own] = [column(WORKER_HOST), column(host)]
  for (let at = said.indexOf(named); at >= 0; at = said.indexOf(named, at + own.length)) own.copy(said, at)
  return said
}
