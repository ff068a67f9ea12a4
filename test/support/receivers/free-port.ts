import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The first port that tests use. It is below the ports that systems give to outgoing connections and to servers that ask for any free port.
 */
const FIRST = 12_000
const PORTS_OF_A_WORKER = 1_000
const MOST_WORKERS = 20

/**
 * The number of this worker of the run. Each worker draws from ports of its own, so that none takes a port on which another worker's server
 * is about to listen.
 */
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % MOST_WORKERS
const given = new Set<number>()

/**
 * A free port of 127.0.0.1, for servers whose address must be known before they listen, or that listen there again. No process gets the
 * same port twice.
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
