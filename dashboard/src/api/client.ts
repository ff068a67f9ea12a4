import { Purser } from '@purser/client'
import { watchingFetch } from './reach.ts'

/** The one way to the service. The person's session signs each request, in a cookie that no script can read. */
export const purser = new Purser({
  baseUrl: '/v1',
  apiKey: null,
  maxRetries: 2,
  timeoutMs: 15_000,
  fetch: watchingFetch,
})
