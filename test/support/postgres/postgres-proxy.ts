import type { Socket } from 'node:net'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { openDatabaseProxies } from './server-fronts.ts'

/** A proxy between a node and its PostgreSQL, or all servers of a Citus. It can hold back or cut what passes. */
export interface PostgresProxy {
  /** The connection to the PostgreSQL proxy, which the node uses in place of the server's. */
  readonly connection: PostgresSocketConnection
  /**
   * Resolves when the transaction in which `marker` was sent has committed. From then on the node gets nothing on that connection, so that
   * it does not know the outcome of the commit.
   */
  silentAfterCommitOf(marker: string): Promise<void>
  /**
   * Resolves when the transaction in which `marker` was sent has committed. The node gets an error with that SQLSTATE instead, as from a
   * server that did not understand the other servers' answers about the commit.
   */
  errorForCommitOf(marker: string, code: string): Promise<void>
  /** Resolves when the node has sent `marker`. Neither the marker nor any later message reaches the server. */
  silentBefore(marker: string): Promise<void>
  /**
   * Resolves when the node has asked for the commit of the transaction in which `marker` was sent. Neither that nor anything after it
   * reaches the server.
   */
  silentBeforeCommitOf(marker: string): Promise<void>
  /** Stops all messages between node and server, as on a broken network. Returns a function that lets them pass again. */
  stall(): () => void
  /**
   * Cuts all connections at an answer of the server on a connection, both counted from 1. The next `refusals` connections are cut, too, and
   * then everything passes again. Resolves at the cut.
   */
  cutAt(moment: { connection: number; answer: number; refusals: number }): Promise<void>
  /** Cuts the next `connections` connections at once. */
  refuse(connections: number): void
  /** Cuts all connections and refuses new ones, until the returned function is called. */
  cut(): () => void
  close(): Promise<void>
}

/** PostgreSQL's tag of a finished commit, as its answer contains it. */
const COMMITTED = Buffer.from('COMMIT\0')
/** The commit statement as a client sends it. */
const COMMIT = Buffer.from('commit\0')

/** The complete message of a finished commit, with its kind and length. */
const COMPLETED = Buffer.from('C\0\0\0\x0bCOMMIT\0')

/** The protocol message of an error, as PostgreSQL would send it. */
function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mthe answer of another server was not understood\0\0`)
  const header = Buffer.from('E\0\0\0\0')
  header.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
}

/** The number of bytes before the text in a query message: its kind and its length. */
const QUERY_HEADER_BYTES = 5

interface Trap {
  readonly at: 'before' | 'before commit' | 'commit'
  readonly marker: Buffer
  readonly sprung: () => void
  /** The message that is sent in place of the commit's answer. Absent: nothing is sent. */
  readonly instead?: Buffer
}

interface Cutter {
  readonly connection: number
  readonly answer: number
  readonly refusals: number
  readonly cut: () => void
}

function replaced(chunk: Buffer, part: Buffer, by: Buffer): Buffer {
  const at = chunk.indexOf(part)
  return Buffer.concat([chunk.subarray(0, at), by, chunk.subarray(at + part.length)])
}

export async function openPostgresProxy(server: PostgresSocketConnection): Promise<PostgresProxy> {
  const sockets = new Set<Socket>()
  let trap: Trap | null = null
  let isStalled = false
  let isCut = false
  let connections = 0
  let cutter: Cutter | null = null
  let refusals = 0
  const cutAll = (at: Cutter) => {
    cutter = null
    ;({ refusals } = at)
    for (const socket of sockets) socket.destroy()
    at.cut()
  }

  const forward = (node: Socket, dial: () => Socket): void => {
    if (isCut || refusals > 0) {
      refusals = Math.max(0, refusals - 1)
      node.destroy()
      return
    }
    const database = dial()
    const connection = (connections += 1)
    let answers = 0
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
        // Statements that are sent together with the commit still reach the server.
        database.write(chunk.subarray(0, chunk.indexOf(COMMIT) - QUERY_HEADER_BYTES))
        spring(trap.sprung)
      }
      if (!silent) database.write(chunk)
    })
    database.on('data', (said: Buffer) => {
      answers += 1
      if (cutter?.connection === connection && cutter.answer === answers) {
        cutAll(cutter)
        return
      }
      const chunk = fronts.passedOn(said)
      const { instead } = trap ?? {}
      if (trap?.at === 'commit' && marked && chunk.includes(COMMITTED)) {
        spring(trap.sprung)
        if (instead) node.write(replaced(chunk, COMPLETED, instead))
        silent = instead === undefined
        marked = false
      } else if (!silent) node.write(chunk)
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

  const fronts = await openDatabaseProxies(server, forward)
  const set = (at: Trap['at'], marker: string, more: Pick<Trap, 'instead'> = {}) =>
    new Promise<void>((sprung) => {
      trap = { at, marker: Buffer.from(marker), sprung, ...more }
    })

  return {
    connection: fronts.connection,
    silentAfterCommitOf: (marker) => set('commit', marker),
    errorForCommitOf: (marker, code) => set('commit', marker, { instead: errorMessage(code) }),
    silentBefore: (marker) => set('before', marker),
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
      return () => {
        isStalled = false
        for (const socket of sockets) socket.resume()
      }
    },
    cutAt: (moment) =>
      new Promise<void>((cut) => {
        cutter = { ...moment, cut }
      }),
    refuse: (next) => {
      refusals = next
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
      await fronts.close()
    },
  }
}
