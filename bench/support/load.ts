import autocannon from 'autocannon'

export interface LoadTestResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  readonly non2xx: number
}

export interface LoadTestRequest {
  readonly method?: 'GET' | 'POST'
  /** The path of the load test's request. Absent: the path of the server's URL. */
  readonly path?: string
  readonly body?: string
}

export interface LoadTest {
  /** The URLs of the servers under load. Each gets the same number of connections, and the same requests. */
  readonly urls: readonly string[]
  readonly connections: number
  readonly seconds: number
  readonly headers: Record<string, string>
  /** The load test's requests. Each connection sends some of them in turn; neighbouring connections have some in common. */
  readonly requests: readonly LoadTestRequest[]
}

/**
 * The most requests of one connection. Autocannon builds all of them before it begins, which takes a second if each connection has
 * hundreds.
 */
const MOST_REQUESTS = 8

/** Sends requests as fast as they are answered. The latencies are measured by the load generator, on the same machine. */
export async function runLoadTest({
  urls,
  connections,
  seconds,
  headers,
  requests,
}: LoadTest): Promise<LoadTestResult> {
  let clients = 0
  const groups = connections / urls.length
  const result = await autocannon({
    url: urls as unknown as string, // autocannon takes several, which its types do not allow
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

/** The load's run with the median rate, with the errors of all runs. */
export function medianLoadTest(all: readonly LoadTestResult[]): LoadTestResult {
  const sorted = all.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const middle = sorted[Math.floor(sorted.length / 2)] as LoadTestResult
  const sum = (of: 'errors' | 'non2xx') => all.reduce((errors, result) => errors + result[of], 0)
  return { ...middle, errors: sum('errors'), non2xx: sum('non2xx') }
}
