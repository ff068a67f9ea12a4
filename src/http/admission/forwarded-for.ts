import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const HEADER = 'x-forwarded-for'

/**
 * Leaves in `X-Forwarded-For` only what is an address. Proxies write addresses with their port, in brackets or in quotes, and `unknown` or a
 * name of their own for what they do not tell. Where an entry is no address, it and those before it, which came through it, tell nothing: the
 * address of the connection that is known counts. Otherwise every port would be a caller of its own, and none of a key's `allowedAddresses`.
 */
export function keepAddresses(headers: IncomingHttpHeaders): void {
  const sent = headers[HEADER]
  if (sent === undefined) return
  const entries = String(sent).split(',').map(addressOf)
  const known = entries.slice(entries.lastIndexOf(undefined) + 1)
  if (known.length === 0) delete headers[HEADER]
  else headers[HEADER] = known.join(', ')
}

/** The address of an entry: `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::7]:4711`, `"[2001:db8::7]"`. Undefined: it is none. */
function addressOf(entry: string): string | undefined {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(bare) ?? []
  const address = (bracketed ?? dotted ?? bare).replace(/%[\w.-]+$/, '') // without the zone of a link-local address
  return isIP(address) === 0 ? undefined : address
}
