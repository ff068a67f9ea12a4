import type { Dispatcher as HttpDispatcher } from 'undici'
import { createVettedConnections, type VettedConnectionsOptions } from './vetted-connections.ts'

/** Maximum bytes of an HTTP answer. The longest answers that are expected are pages of lists. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

export interface VettedFetch {
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/**
 * Makes a `fetch` for libraries that accept one: it connects only to vetted addresses, follows no redirects and uses no proxies. The caller
 * sets the deadline. It rejects with a `TypeError` where the address is refused or the answer is too long.
 */
export function createVettedFetch(options: VettedConnectionsOptions): VettedFetch {
  const ways = createVettedConnections(options)
  return {
    close: () => ways.close(),
    fetch: async (input, { method = 'GET', headers, body, signal } = {}) => {
      const way = await ways.to(input instanceof Request ? input.url : String(input))
      if (way === null) throw new TypeError('the address is refused')
      const answer = await way.pool.request({
        method,
        path: `${way.url.pathname}${way.url.search}`,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' ? { body } : {}),
        ...(signal === undefined || signal === null ? {} : { signal }),
      })
      return new Response(await bodyOf(answer), { status: answer.statusCode, headers: headersOf(answer) })
    },
  }
}

async function bodyOf({ body }: HttpDispatcher.ResponseData): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new TypeError('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersOf = ({ headers }: HttpDispatcher.ResponseData): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  )
