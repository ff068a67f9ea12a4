/**
 * Turns an event stream into the object that it ends with, for callers that cannot read event streams. Earlier messages of the stream, such
 * as progress, are left out. Answers that are no event stream stay as they are.
 */
export async function eventStreamAsObject(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  const events = (await response.text()).split('\n\n')
  const messages = events.flatMap((event) => {
    const data = event.split('\n').flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    return data.join('') === '' ? [] : [data.join('\n')]
  })
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  return new Response(messages.at(-1) ?? null, { status: response.status, headers })
}
