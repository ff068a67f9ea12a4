import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Where nobody listens: for what has to be known before it listens. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
