import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface ReceivedWebhookRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The server name in the TLS handshake of the webhook request. Undefined: none was sent, or there is no TLS. */
  readonly serverName: string | undefined
  /** The webhook request's body as it was received. */
  readonly body: string
  /** The webhook request's body, parsed: the event's envelope. */
  readonly event: { id: string; type: string; createdAt: string; data: Record<string, unknown> }
  /** The real time of the webhook request's arrival, in Unix milliseconds. */
  readonly receivedAt: number
  /** The status of the webhook receiver's answer. Null: there was none. */
  readonly answered: number | null
}

type Incoming = Omit<ReceivedWebhookRequest, 'answered'>

/** The receiver's answer to a request. `hang`: no answer, though the request is read. */
export type WebhookSinkAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly hang: true }

export interface WebhookSink {
  readonly url: string
  readonly port: number
  /** The webhook requests that the receiver got, in the order of arrival. */
  readonly requests: ReceivedWebhookRequest[]
  /** The number of connections that senders of webhooks have opened so far. */
  readonly connections: number
  /** Sets the answers to the next webhook requests. By default they are 200 with an empty body. */
  answerWith(answer: (request: Incoming, index: number) => WebhookSinkAnswer): void
  /** Resolves to the first `count` webhook requests as soon as they have arrived. Rejects after `timeoutMs`. */
  received(count: number, timeoutMs?: number): Promise<ReceivedWebhookRequest[]>
  close(): Promise<void>
}

/** Starts a real receiver of webhooks on a free port of 127.0.0.1, over TLS if a key and a certificate are given. */
export async function openWebhookSink(tls?: { key: string; cert: string }): Promise<WebhookSink> {
  const requests: ReceivedWebhookRequest[] = []
  const arrivals = new Set<() => void>()
  let answerOf: (request: Incoming, index: number) => WebhookSinkAnswer = () => ({ status: 200 })
  let connections = 0

  const listener: RequestListener = (incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { method = '', url = '', headers } = incoming
      const event = JSON.parse(body) as ReceivedWebhookRequest['event']
      const { servername } = incoming.socket as Partial<TLSSocket>
      const serverName = typeof servername === 'string' ? servername : undefined
      const request = { method, path: url, headers, serverName, body, event, receivedAt: Date.now() }
      const answer = answerOf(request, requests.length)
      requests.push({ ...request, answered: 'hang' in answer ? null : answer.status })
      for (const arrived of arrivals) arrived()
      if ('hang' in answer) return
      reply.writeHead(answer.status, answer.headers).end(answer.body)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    requests,
    get connections() {
      return connections
    },
    answerWith: (answer) => (answerOf = answer),
    received: (count, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const finish = (complete: () => void) => {
          clearTimeout(timer)
          arrivals.delete(arrived)
          complete()
        }
        const arrived = () => {
          if (requests.length >= count) finish(() => resolve(requests.slice(0, count)))
        }
        const timer = setTimeout(
          () => finish(() => reject(new Error(`${requests.length} of ${count} requests after ${timeoutMs} ms`))),
          timeoutMs,
        )
        arrivals.add(arrived)
        arrived()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
