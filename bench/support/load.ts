import autocannon from 'autocannon'

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  readonly non2xx: number
}

export interface Request {
  readonly method?: 'GET' | 'POST'
  /** Absent: that of the URL. */
  readonly path?: string
  readonly body?: string
}

export interface Load {
  /** Several: each is asked on as many connections, for the same things. */
  readonly urls: readonly string[]
  readonly connections: number
  readonly seconds: number
  readonly headers: Record<string, string>
  /** Each connection sends some of them in turn, neighbours among them in common. */
  readonly requests: readonly Request[]
}

/** Autocannon builds them all before it begins, one after the other: with hundreds each, that takes a second. */
const MOST_REQUESTS = 8

/** Sends requests as fast as they are answered. Latencies are of the load generator, on the same machine. */
export async function run({ urls, connections, seconds, headers, requests }: Load): Promise<LoadResult> {
  let clients = 0
  const groups = connections / urls.length
  const result = await autocannon({
    url: urls as unknown as string, // it takes several, which its types do not know
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', ...headers },
    setupClient: (client) => {
      const group = Math.floor(clients++ / urls.length)
      const start = Math.floor((requests.length / groups) * group) % requests.length
      const own = [...requests.slice(start), ...requests.slice(0, start)].slice(0, MOST_REQUESTS * urls.length)
      client.setRequests(own.map((request) => ({ method: 'POST', ...request })))
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

/** The run with the rate in the middle, with the errors of all. */
export function median(all: readonly LoadResult[]): LoadResult {
  const sorted = all.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const middle = sorted[Math.floor(sorted.length / 2)] as LoadResult
  const sum = (of: 'errors' | 'non2xx') => all.reduce((errors, result) => errors + result[of], 0)
  return { ...middle, errors: sum('errors'), non2xx: sum('non2xx') }
}
