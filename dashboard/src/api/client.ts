import { Api } from '../../../clients/typescript/src/generated.ts'
import { sender } from '../../../clients/typescript/src/send.ts'
import { fetchWatchingReachability } from './reach.ts'

const send = sender({
  baseUrl: `${location.origin}/v1`,
  apiKey: null,
  maxRetries: 2,
  timeoutMs: 15_000,
  fetch: fetchWatchingReachability,
})

/**
 * The dashboard's only way to the service. The person's session, in a cookie that no script can read, authenticates each request. `Api` is
 * the client without the checks of its own options: these would enlarge the first load, and the options here are fixed.
 */
export const purser = new Api((request) =>
  // The client does not retry reads, because query-client.ts retries them: both together would ask a failing node eighteen times.
  send(request.method === 'GET' ? { ...request, options: { maxRetries: 0, ...request.options } } : request),
)
