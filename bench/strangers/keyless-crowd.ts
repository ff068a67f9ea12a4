import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'

/** A process with clients that have no valid key. Each sends its next request as soon as it is answered. */
export interface KeylessCrowd {
  readonly origin: string
  readonly clients: number
  readonly path: string
  /** Whether the clients send an API key: a different one each time, which belongs to nobody. */
  readonly isKeyed: boolean
}

const { origin, clients, path, isKeyed } = JSON.parse(process.argv[2] ?? '') as KeylessCrowd
const pool = new Pool(origin, { connections: clients, pipelining: 1 })
const statuses: Record<number, number> = {}
process.on('message', () => process.send?.(statuses))
process.on('disconnect', () => process.exit())
process.send?.({ url: origin })

async function client(): Promise<never> {
  for (;;) {
    const headers = isKeyed ? { authorization: `Bearer sk_${randomBytes(20).toString('hex')}` } : {}
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
    await body.dump({ limit: 16 * 1024 * 1024 })
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
}

await Promise.all(Array.from({ length: clients }, client))
