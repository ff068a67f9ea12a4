import { readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface SameOrigin {
  readonly url: string
  /** What the page posts to `/result`, parsed. */
  readonly result: Promise<unknown>
  close(): void
}

/** One origin that serves a page at `/`, the client's modules below `/client/`, and Purser below `/v1/`, as a reverse proxy does. */
export async function openSameOrigin(page: string, modules: string, purserUrl: string): Promise<SameOrigin> {
  const { promise: result, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((incoming, reply) => {
    const { url = '/' } = incoming
    if (url.startsWith('/v1/')) forward(incoming, reply, purserUrl)
    else if (url.startsWith('/client/'))
      send(reply, 'text/javascript', readFileSync(join(modules, basename(url)), 'utf8'))
    else if (url === '/result')
      void text(incoming).then((body) => (resolve(JSON.parse(body)), send(reply, 'text/plain', '')))
    else if (url === '/') send(reply, 'text/html', page)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    result,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(reply: ServerResponse, type: string, body: string): void {
  reply.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
}

function forward(incoming: IncomingMessage, reply: ServerResponse, purserUrl: string): void {
  const { method, headers } = incoming
  const target = new URL(incoming.url ?? '', purserUrl)
  const outgoing = request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  outgoing.on('error', () => reply.destroy())
  incoming.pipe(outgoing)
}
