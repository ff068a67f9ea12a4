import ipaddr from 'ipaddr.js'

/**
 * Addresses of clouds' metadata services. Some look public, but lead into the installation's own network. They are always refused, even
 * where private addresses are allowed.
 */
const METADATA = new Set(['168.63.129.16', '169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'])

/**
 * The only block of IPv6 that is assigned to the public internet (RFC 4291). Reserved ranges within it have names of their own in
 * `ipaddr.js`.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

const DEVELOPMENT_RANGES = new Set(['loopback', 'private', 'uniqueLocal'])

/**
 * Whether a webhook may be delivered to an address (contract, section 12, Targets). Loopback, private, link-local, CGNAT,
 * metadata, NAT64, 6to4, Teredo, IPv4-mapped, multicast and reserved addresses are refused, even where they embed a public IPv4
 * address. `allowPrivate` permits loopback and private networks, and nothing else.
 */
export function isPermittedWebhookAddress(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (METADATA.has(parsed.toString())) return false
  const range = parsed.range()
  if (allowPrivate && DEVELOPMENT_RANGES.has(range)) return true
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6))
}
