import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A proxy before a node that holds back each reply of the API. */
export interface SlowProxy {
  readonly origin: string
  close(): Promise<void>
}

export async function openSlowProxy(target: string, delayMs: number): Promise<SlowProxy> {
  const ending = new AbortController()
  const server = createServer((asked, reply) => {
    const { method, headers, url = '/' } = asked
    const passed = request(new URL(url, target), { method, headers }, (answer) => {
      const pass = async () => {
        if (url.startsWith('/v1/')) await delay(delayMs, undefined, { signal: ending.signal })
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      }
      pass().catch(() => reply.destroy())
    })
    passed.on('error', () => reply.destroy())
    reply.on('close', () => passed.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      ending.abort()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
