import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks, which can be dead for a while: it then closes each connection without an answer. */
export interface WebhookReceiver {
  readonly url: string
  /** The ids of the transactions whose events have arrived. */
  readonly arrived: ReadonlySet<string>
  setDead(isDead: boolean): void
  close(): Promise<void>
}

export async function openNightWebhookReceiver(): Promise<WebhookReceiver> {
  const arrived = new Set<string>()
  let isDead = false
  const server = createServer((request, reply) => {
    if (isDead) {
      request.socket.destroy()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { transactionId: string } }
      arrived.add(data.transactionId)
      reply.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    setDead: (dead) => {
      isDead = dead
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
