import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { Latencies } from '../support/latencies.ts'

export interface BenchClientCrowd {
  readonly baseUrl: string
  readonly apiKey: string
  readonly connections: number
  readonly seconds: number
  /** How many milliseconds a client waits after a refusal before it sends the next request. */
  readonly patienceMs: number
  /** Makes the body of the crowd's `n`th request for an authorization. */
  body(n: number): string
}

export interface ClientCrowdAnswers {
  /** The latency of each connection's first answer, whatever it is. It includes opening the connection. */
  readonly first: Latencies
  /** The latencies of answers 200: the purchase was decided and committed. */
  readonly decided: Latencies
  /** The latencies of answers 503: the request was refused. */
  readonly shed: Latencies
  /** The number of answers with any other status, and of broken connections. */
  readonly other: number
}

/** Sends requests from many clients, each on a connection of its own and one after the other, until the time is over. */
export async function sendFromClientCrowd({
  baseUrl,
  apiKey,
  connections,
  seconds,
  patienceMs,
  body,
}: BenchClientCrowd): Promise<ClientCrowdAnswers> {
  const pool = new Pool(new URL(baseUrl).origin, { connections, pipelining: 1, headersTimeout: 20_000 })
  const first = new Latencies()
  const decided = new Latencies()
  const shed = new Latencies()
  let other = 0
  let asked = 0
  const until = performance.now() + seconds * 1000
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const client = async () => {
    for (let isFirst = true; performance.now() < until; isFirst = false) {
      const started = performance.now()
      const status = await pool
        .request({ path: '/v1/network/authorizations', method: 'POST', headers, body: body(asked++) })
        .then(async (reply) => {
          await reply.body.dump()
          return reply.statusCode
        })
        .catch(() => 0)
      const latencies = isFirst ? first : status === 200 ? decided : shed
      if (status === 200 || status === 503) latencies.add(performance.now() - started)
      else other += 1
      if (status !== 200) await delay(patienceMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  await pool.destroy()
  return { first, decided, shed, other }
}
