/** Sends a request to a node under test, with an API key. A body is sent as JSON. */
export const callTestNode = (url: string, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
