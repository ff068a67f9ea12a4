import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const SHOP_MERCHANT_NAME = 'Corner Books'
const PRICE_CENTS = 2500
const SHIPPING_CENTS = 600

export interface ExampleShop {
  readonly origin: string
  close(): void
}

/**
 * A bookshop with a price and a checkout. Like many shops, it charges more than the price that it shows. It charges the card through
 * Purser's network API, as its bank would.
 */
export async function openExampleShop(purserUrl: string, networkKey: string): Promise<ExampleShop> {
  let orders = 0
  const pay = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request))
    const reply = await fetch(`${purserUrl}/network/authorizations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${networkKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        pan: form.get('number'),
        exp: form.get('expiry'),
        cvv: form.get('code'),
        amount: PRICE_CENTS + SHIPPING_CENTS,
        merchant: { name: SHOP_MERCHANT_NAME, mcc: '5942', country: 'US' },
      }),
    })
    const { decision } = (await reply.json()) as { decision?: string }
    orders += 1
    return decision === 'approve'
      ? { paid: true, order: `order-${1000 + orders}` }
      : { paid: false, message: 'Your card was declined.', total: PRICE_CENTS + SHIPPING_CENTS }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const said = request.method === 'POST' ? await pay(request) : { merchant: SHOP_MERCHANT_NAME, price: PRICE_CENTS }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
