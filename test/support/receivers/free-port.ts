import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to servers that ask for any: those take a port that is free for a moment. */
const FIRST = 12_000
const PORTS_OF_A_WORKER = 1_000
const MOST_WORKERS = 20

/** Workers of one run draw from ports of their own, so none takes the port on which another one's server is about to listen. */
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % MOST_WORKERS
const given = new Set<number>()

/**
 * A port of 127.0.0.1 at which nobody listens, for servers whose address must be known before they listen, and for servers that listen there again.
 * No process gets the same one twice.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = FIRST + worker * PORTS_OF_A_WORKER + randomInt(PORTS_OF_A_WORKER)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return String(port)
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}
