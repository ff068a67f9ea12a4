import { request } from 'node:http'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

/** How a client loses its connection: with half of the body sent, or with all of it, before the answer. */
export type Drop = 'half sent' | 'unheard'

export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** By the client, on purpose. */
  | { readonly kind: 'dropped' }
  /** By the node's end, or nobody listened. */
  | { readonly kind: 'cut' }

const TIMEOUT_MS = 20_000

/** One POST on a connection of its own, which the client may drop. Never rejects. */
export function post(
  url: string,
  { body, key, drop }: { body: object; key?: string | undefined; drop: Drop | null },
): Promise<Outcome> {
  const payload = Buffer.from(JSON.stringify(body))
  const headers = {
    authorization: `Bearer ${TEST_API_KEY}`,
    'content-type': 'application/json',
    'content-length': payload.length,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  return new Promise((resolve) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false, timeout: TIMEOUT_MS })
    const dropIt = () => {
      resolve({ kind: 'dropped' })
      outgoing.destroy()
    }
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve({ kind: 'cut' }))
    outgoing.on('response', (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => resolve({ kind: 'cut' }))
      reply.on('close', () => {
        if (!reply.complete) return resolve({ kind: 'cut' })
        resolve({ kind: 'answered', status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
    })
    if (drop === 'half sent') outgoing.write(payload.subarray(0, payload.length / 2), dropIt)
    else outgoing.end(payload, drop === 'unheard' ? dropIt : undefined)
  })
}
