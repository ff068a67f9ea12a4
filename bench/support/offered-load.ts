import { Pool } from 'undici'
import { Latencies } from './latencies.ts'
import type { LoadTestResult } from './load.ts'

interface Pace {
  readonly perSecond: number
  readonly seconds: number
}

export interface OfferedLoad extends Pace {
  readonly origin: string
  readonly path: string
  readonly body: string
  readonly headers: Record<string, string>
  readonly connections: number
}

/** The interval in which due requests are sent, in milliseconds: so short that a burst is shorter than an answer takes. */
const TURN_MS = 2

/**
 * Calls `ask` at a fixed rate, whether or not earlier calls are answered, and waits for all at the end. `dueAt` is a time of
 * `performance.now()`.
 */
export async function offerLoadAtFixedRate(
  { perSecond, seconds }: Pace,
  ask: (dueAt: number) => Promise<void>,
): Promise<void> {
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  const all = Math.round(perSecond * seconds)
  while (answers.length < all) {
    while (answers.length < all) {
      const dueAt = startedAt + (answers.length * 1000) / perSecond
      if (dueAt > performance.now()) break
      const answer = ask(dueAt)
      answer.catch(() => undefined) // handled at the end
      answers.push(answer)
    }
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
  await Promise.all(answers)
}

/**
 * Sends requests at a fixed rate. A latency begins when its request is due, so that a request that has to wait for a connection counts as
 * slow.
 */
export async function sendRequestsAtRate({
  origin,
  path,
  body,
  headers,
  connections,
  ...rate
}: OfferedLoad): Promise<LoadTestResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies = new Latencies()
  let [errors, non2xx] = [0, 0]
  const request = { path, method: 'POST' as const, headers: { 'content-type': 'application/json', ...headers }, body }
  const ask = async (dueAt: number) => {
    const { statusCode, body: answer } = await pool.request(request)
    await answer.dump({ limit: Number.POSITIVE_INFINITY })
    latencies.add(performance.now() - dueAt)
    if (statusCode >= 300) non2xx += 1
  }
  const startedAt = performance.now()
  await offerLoadAtFixedRate(rate, (dueAt) => ask(dueAt).catch(() => void (errors += 1)))
  const elapsed = (performance.now() - startedAt) / 1000
  await pool.close()
  return {
    requestsPerSecond: latencies.count / elapsed,
    p50Ms: latencies.shown(0.5) ?? 0,
    p99Ms: latencies.shown(0.99) ?? 0,
    errors,
    non2xx,
  }
}
