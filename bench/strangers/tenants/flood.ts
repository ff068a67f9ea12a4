import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

/** A request as the process of a flood receives it, to be sent. */
export interface TenantFloodRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Clients of one account, each of which sends the next request as soon as it is answered. */
export interface TenantFloodOptions {
  readonly origin: string
  readonly clients: number
  /** The requests of the flood, sent in turn again and again. */
  readonly requests: readonly TenantFloodRequest[]
}

const MOST_BYTES = 64 * 1024 * 1024
const { origin, clients, requests } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as TenantFloodOptions
const pool = new Pool(origin, { connections: clients, pipelining: 1 })
const replies: Record<string, number> = {}
let sent = 0
process.on('message', () => process.send?.(replies))
process.on('disconnect', () => process.exit())
process.send?.({ url: origin })

async function client(): Promise<never> {
  for (;;) {
    const { path, method, headers, body } = requests[sent++ % requests.length] as TenantFloodRequest
    const status = await pool
      .request({ path, method, headers, body })
      .then(async (reply) => {
        await reply.body.dump({ limit: MOST_BYTES })
        return String(reply.statusCode)
      })
      .catch((error: Error) => error.name)
    replies[status] = (replies[status] ?? 0) + 1
  }
}

await Promise.all(Array.from({ length: clients }, client))
