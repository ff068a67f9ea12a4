import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'

/**
 * The address of the database in the settings of the nodes: a host name, an IP address, or a proxy. An operator moves it from one server to
 * another.
 */
export interface DatabaseAddress {
  readonly databaseUrl: string
  /** Cuts all connections, and leads new ones to this PostgreSQL server. Null: new connections are refused. */
  moveTo(server: PostgresSocketConnection | null): void
  close(): Promise<void>
}

export async function openDatabaseAddress(user: string): Promise<DatabaseAddress> {
  let target: PostgresSocketConnection | null = null
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  }
  const front = createServer({ noDelay: true }, (node) => {
    keep(node)
    if (target === null) {
      node.destroy()
      return
    }
    const server = connect(join(target.host, `.s.PGSQL.${target.port}`))
    keep(server)
    node.pipe(server).pipe(node)
    node.on('close', () => server.destroy())
    server.on('close', () => node.destroy())
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    databaseUrl: `postgres://${user}@127.0.0.1:${(front.address() as AddressInfo).port}/purser`,
    moveTo: (server) => {
      target = server
      cutAll()
    },
    close: async () => {
      front.close()
      cutAll()
      await once(front, 'close')
    },
  }
}
