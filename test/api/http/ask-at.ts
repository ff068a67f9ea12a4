import { TEST_API_KEY } from '../../support/processes/start-purser.ts'

export interface Ask {
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string
  readonly as?: string | null
  readonly headers?: Record<string, string>
  readonly baseUrl?: string
}

/** Sends a request as it is described, right or wrong. */
export function askAt(
  url: string,
  method: string,
  path: string,
  { body, raw, as = TEST_API_KEY, headers, baseUrl = url }: Ask = {},
): Promise<Response> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
}
