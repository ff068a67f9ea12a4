import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** An address at which nobody listens, for servers whose address must be known before they listen. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
