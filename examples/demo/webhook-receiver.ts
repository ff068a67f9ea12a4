import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook request as it was received: the bytes over which its signature is checked. */
export interface ReceivedWebhook {
  readonly payload: string
  readonly signature: string
}

export interface WebhookReceiver {
  readonly url: string
  /** Resolves to the first request whose payload contains the text. Rejects after `timeoutMs`. */
  waitFor(text: string, timeoutMs: number): Promise<ReceivedWebhook>
  close(): void
}

/** An endpoint on a free local port that answers 200 to every request and keeps the requests. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, reply) => {
    const keep = (payload: string) => {
      received.push({ payload, signature: String(request.headers['service-signature']) })
      reply.end()
      server.emit('webhook')
    }
    readBody(request).then(keep, () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    async waitFor(text, timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      for (;;) {
        const found = received.find(({ payload }) => payload.includes(text))
        if (found) return found
        await once(server, 'webhook', { signal })
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
