/**
 * Keeps the time of a node, as the header `Date` of its newest answer says, in Unix milliseconds. Times in the node's answers are by its
 * clock, from which this machine's clock may differ.
 */
export function trackNodeTime() {
  let at = Date.now()
  const noting: typeof fetch = async (input, init) => {
    const reply = await fetch(input, init)
    const date = Date.parse(reply.headers.get('date') ?? '')
    if (!Number.isNaN(date)) at = date
    return reply
  }
  return { now: () => at, fetch: noting }
}
