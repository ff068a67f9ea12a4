import autocannon from 'autocannon'

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  readonly non2xx: number
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly headers: Record<string, string>
  /** Bodies to send: each connection sends some of them in turn, neighbours among them in common. */
  readonly bodies: readonly string[]
}

/** Autocannon builds them all before it begins, one after the other: with hundreds each, that takes a second. */
const MOST_BODIES = 8

/** Sends POST requests as fast as they are answered. Latencies are of the load generator, on the same machine. */
export async function run({ url, connections, seconds, headers, bodies }: Load): Promise<LoadResult> {
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    setupClient: (client) => {
      const start = Math.floor((bodies.length / connections) * clients++) % bodies.length
      const own = [...bodies.slice(start), ...bodies.slice(0, start)].slice(0, MOST_BODIES)
      client.setRequests(own.map((body) => ({ method: 'POST', body })))
    },
  })
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.timeouts,
    non2xx: result.non2xx,
  }
}
