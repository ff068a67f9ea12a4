import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SocketConnection } from '../../src/app/postgres/connection.ts'

/** Stands between a node and its PostgreSQL, and can hold back what one of them says. */
export interface PostgresProxy {
  /** Where the node finds it instead of the server. */
  readonly connection: SocketConnection
  /**
   * Resolves when the transaction in which `marker` was sent has committed. From then on the node hears nothing on that
   * connection: for it the outcome of the commit stays open.
   */
  silentAfterCommitOf(marker: string): Promise<void>
  /** Resolves when the node has sent `marker`; neither that nor anything after it reaches the server. */
  silentBefore(marker: string): Promise<void>
  /** The same for the commit of the transaction in which `marker` was sent. */
  silentBeforeCommitOf(marker: string): Promise<void>
  /** Nothing passes any more in either direction, as on a network that has lost its way; answers what lets it flow again. */
  stall(): () => void
  /** All connections are cut and new ones refused, until what it answers is called. */
  cut(): () => void
  close(): Promise<void>
}

/** PostgreSQL's tag of a finished commit, as it stands in its answer. */
const COMMITTED = Buffer.from('COMMIT\0')
/** As a client asks for it. */
const COMMIT = Buffer.from('commit\0')

/** Kind and length of the message that asks for it. */
const QUERY_HEADER_BYTES = 5

interface Trap {
  readonly at: 'before' | 'before commit' | 'commit'
  readonly marker: Buffer
  readonly sprung: () => void
}

export async function openPostgresProxy(server: SocketConnection): Promise<PostgresProxy> {
  const host = await mkdtemp(join(tmpdir(), 'purser-proxy-'))
  const socketName = `.s.PGSQL.${server.port}`
  const sockets = new Set<Socket>()
  let trap: Trap | null = null
  let isStalled = false
  let isCut = false

  const forward = (node: Socket): void => {
    if (isCut) {
      node.destroy()
      return
    }
    const database = connect(join(server.host, socketName))
    let marked = false
    let silent = false
    const spring = (sprung: () => void) => {
      silent = true
      trap = null
      sprung()
    }
    node.on('data', (chunk: Buffer) => {
      if (trap !== null && chunk.includes(trap.marker)) {
        marked = true
        if (trap.at === 'before') spring(trap.sprung)
      }
      if (trap?.at === 'before commit' && marked && chunk.includes(COMMIT)) {
        database.write(chunk.subarray(0, chunk.indexOf(COMMIT) - QUERY_HEADER_BYTES)) // what travels with it is done
        spring(trap.sprung)
      }
      if (!silent) database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      if (trap?.at === 'commit' && marked && chunk.includes(COMMITTED)) spring(trap.sprung)
      if (!silent) node.write(chunk)
    })
    for (const [one, other] of [
      [node, database],
      [database, node],
    ] as const) {
      sockets.add(one)
      if (isStalled) one.pause()
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }

  const proxy = createServer(forward)
  await new Promise<void>((resolve) => proxy.listen(join(host, socketName), resolve))
  const set = (at: Trap['at'], marker: string) =>
    new Promise<void>((sprung) => {
      trap = { at, marker: Buffer.from(marker), sprung }
    })

  return {
    connection: { ...server, host },
    silentAfterCommitOf: (marker) => set('commit', marker),
    silentBefore: (marker) => set('before', marker),
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
      return () => {
        isStalled = false
        for (const socket of sockets) socket.resume()
      }
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
      return () => {
        isCut = false
      }
    },
    silentBeforeCommitOf: (marker) => set('before commit', marker),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
      await rm(host, { recursive: true, force: true })
    },
  }
}
