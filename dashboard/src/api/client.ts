import { Api } from '../../../clients/typescript/src/generated.ts'
import { sender } from '../../../clients/typescript/src/send.ts'
import { watchingFetch } from './reach.ts'

const send = sender({
  baseUrl: `${location.origin}/v1`,
  apiKey: null,
  maxRetries: 2,
  timeoutMs: 15_000,
  fetch: watchingFetch,
})

/**
 * The one way to the service. The person's session signs each request, in a cookie that no script can read. It is the client without the
 * checks of the options with which it is made: these would be a part of the first load, and nobody here can get them wrong.
 */
export const purser = new Api((request) =>
  // Reads are tried again by the queries (query-client.ts), and by them alone: both together would ask a failing node eighteen times.
  send(request.method === 'GET' ? { ...request, options: { maxRetries: 0, ...request.options } } : request),
)
