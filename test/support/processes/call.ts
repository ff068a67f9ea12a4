/** Sends a request with an API key, and with a JSON body if `init` has one. */
export const call = (url: string, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
