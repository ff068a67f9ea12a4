import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const HEADER = 'x-forwarded-for'

/**
 * Keeps only addresses in `X-Forwarded-For`. Proxies write addresses with a port, in brackets or in quotes, and `unknown` or a name of
 * their own for an address that they hide. An entry that is no address is removed with all entries before it, because they came through it:
 * then the address of the known connection counts. Otherwise every port would count as a caller of its own, and match none of a key's
 * `allowedAddresses`.
 */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const sent = headers[HEADER]
  if (sent === undefined) return
  const entries = String(sent).split(',').map(addressOf)
  const known = entries.slice(entries.lastIndexOf(undefined) + 1)
  if (known.length === 0) delete headers[HEADER]
  else headers[HEADER] = known.join(', ')
}

/**
 * The address in an entry of `X-Forwarded-For`: `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::7]:4711`, `"[2001:db8::7]"`. Undefined: the
 * entry is no address.
 */
function addressOf(entry: string): string | undefined {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(bare) ?? []
  const address = (bracketed ?? dotted ?? bare).replace(/%[\w.-]+$/, '') // without the zone of a link-local address
  return isIP(address) === 0 ? undefined : address
}
