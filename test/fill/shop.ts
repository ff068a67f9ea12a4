import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TestShop {
  readonly origin: string
  /** Bodies that were sent to it. */
  readonly received: string[]
  close(): void
}

const PAGE = `<!doctype html><title>Checkout</title>
<form method="post" action="/pay">
  <input autocomplete="cc-name" name="holder" value="Ada">
  <input autocomplete="cc-number" name="number">
  <input autocomplete="cc-exp" name="expiry">
  <input autocomplete="cc-csc" name="code">
  <button>Pay</button>
</form>`

/** A shop with one checkout. What it says after a payment shows nothing of the card. */
export async function openShop(): Promise<TestShop> {
  const received: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html')
    if (request.method === 'POST') received.push(await text(request))
    response.end(request.method === 'POST' ? '<!doctype html><title>Thanks</title><p>Order 4711</p>' : PAGE)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, received, close: () => server.close() }
}
