import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TestShop {
  readonly origin: string
  /** Bodies that were sent to it, but for those of `/elsewhere/`. */
  readonly received: string[]
  /** All that ever came to it: addresses and bodies. */
  readonly everything: string[]
  /** The headers of what was posted to it. */
  readonly headers: IncomingHttpHeaders[]
  /** What stands at a path below `/pages/`. */
  readonly pages: Map<string, string>
  /** How it answers what is posted to a path. */
  readonly answers: Map<string, ShopAnswer>
  close(): void
}

export interface ShopAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const CHECKOUT = `<!doctype html><title>Checkout</title>
<form method="post" action="/pay">
  <input autocomplete="cc-name" name="holder" value="Ada">
  <input autocomplete="cc-number" name="number">
  <input autocomplete="cc-exp" name="expiry">
  <input autocomplete="cc-csc" name="code">
  <button>Pay</button>
</form>`
const THANKS = '<!doctype html><title>Thanks</title><p>Order 4711</p>'

/**
 * A shop. What is posted to `/echo` is repeated in the page, in each of its values; `/moved?to=URL&status=307` sends on; `/shows` sends on
 * to a page that repeats it, with a cookie that only a browser keeps. `host`: another name of this machine makes another site.
 */
export async function openShop(host = '127.0.0.1'): Promise<TestShop> {
  const received: string[] = []
  const everything: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const pages = new Map<string, string>()
  const answers = new Map<string, ShopAnswer>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    const body = await text(request)
    everything.push(`${url.href} ${body}`)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization, x-csrf')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method === 'POST') headers.push(request.headers)
    else response.setHeader('set-cookie', 'basket=7; HttpOnly; Path=/')
    if (request.method === 'POST' && !url.pathname.startsWith('/elsewhere')) received.push(body)
    const to = url.searchParams.get('to')
    if (to !== null) {
      return response.writeHead(Number(url.searchParams.get('status')), { location: to }).end()
    }
    if (url.pathname === '/echo') return response.end(`${THANKS}${echoOf(body)}`)
    if (url.pathname === '/shows' && request.method === 'POST') {
      const cookie = `cart=7; HttpOnly; Path=/`
      return response.writeHead(303, { location: '/shows', 'set-cookie': cookie }).end()
    }
    if (url.pathname === '/shows') {
      return response.end(`${THANKS}${echoOf(received.at(-1) ?? '')}<i>${request.headers.cookie ?? 'no cookie'}</i>`)
    }
    const answered = request.method === 'POST' ? answers.get(url.pathname) : undefined
    if (answered !== undefined) {
      return response.writeHead(answered.status ?? 200, answered.headers).end(answered.body ?? THANKS)
    }
    const page = pages.get(url.pathname)
    return response.end(request.method === 'POST' ? THANKS : (page ?? CHECKOUT))
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    received,
    everything,
    headers,
    pages,
    answers,
    close: () => server.close(),
  }
}

const echoOf = (body: string): string =>
  [...new URLSearchParams(body)].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')
