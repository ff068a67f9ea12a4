import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LithicMock } from '../../support/issuers/lithic.ts'

export const SHOP = { name: 'Buchhandlung Lovelace', mcc: '5942', country: 'DEU', id: '174030075991' }

export interface AskingShop {
  readonly origin: string
  /** The token of the last authentication. */
  token(): string
  close(): void
}

interface Terms {
  readonly lithic: LithicMock
  /** What the next order costs, in cents. */
  price(): number
  /** How long the bank waits for its cardholder. */
  readonly seconds?: number
}

const page = (body: string, head = '') => `<!doctype html><title>Shop</title>${head}<main>${body}</main>`
const FORM = page(
  '<form method="post" action="/pay"><label>Card number <input name="number"></label><button>Pay</button></form>',
)
const WAITS = page('<p>Confirm the payment with your bank.</p>', '<meta http-equiv="refresh" content="1;url=/wait">')

/**
 * A shop that knows nothing of Purser, and authenticates every card with its bank before it asks for the money. It captures at once.
 */
export async function openAskingShop({ lithic, price, seconds = 120 }: Terms): Promise<AskingShop> {
  let token = ''
  let cardId = ''
  let paid: string | undefined
  const pay = async (number: string) => {
    paid = undefined
    cardId = (lithic.cards.find(({ pan }) => pan === number)?.['memo'] ?? '') as string
    token = await lithic.threeDs.authenticate({
      cardId,
      amount: price(),
      merchant: SHOP,
      seconds,
      isDecided: false,
    })
  }
  const settle = async () => {
    const merchant = { descriptor: SHOP.name, mcc: SHOP.mcc }
    const transaction = await lithic.authorize({ cardId, amount: price(), merchant, authenticatedBy: token })
    if (lithic.results.at(-1) !== 'APPROVED') return 'The card was declined.'
    lithic.clear({ cardId, token: transaction, amount: price() })
    return 'Order 4711'
  }
  const server = createServer((request, response) => {
    void (async () => {
      response.setHeader('content-type', 'text/html')
      if (request.method === 'POST') {
        await pay(new URLSearchParams(await text(request)).get('number') ?? '')
        return response.writeHead(303, { location: '/wait' }).end()
      }
      if (request.url !== '/wait') return response.end(FORM)
      const result = lithic.threeDs.resultOf(token)
      if (result === 'PENDING_CHALLENGE') return response.end(WAITS)
      paid ??= result === 'SUCCESS' ? await settle() : 'Your bank did not confirm the payment.'
      return response.end(page(`<p>${paid}</p>`))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, token: () => token, close: () => server.close() }
}
