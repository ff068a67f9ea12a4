import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number]

const CIDR = /^([0-9A-Fa-f:.]+)\/([0-9]{1,3})$/
const ADDRESS_BITS = { ipv4: 32, ipv6: 128 }

/** Whether a text is a range of IP addresses in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
export const isIpRange = (text: string): boolean => networkOf(text).length > 0

/**
 * Makes a test for addresses that are in one of these ranges of IP addresses (`networks`, in CIDR notation). An IPv4 address that is mapped
 * into IPv6, as a dual-stack socket shows it, counts as the IPv4 address.
 */
export function isWithinIpRanges(networks: readonly string[]): (address: string | undefined) => boolean {
  const all = networks.flatMap(networkOf)
  return (text = '') => {
    const [bare = ''] = text.split('%', 1) // without the zone of a link-local address
    if (isIP(bare) === 0) return false
    const address = ipaddr.process(bare)
    return all.some(([network, prefix]) => network.kind() === address.kind() && address.match(network, prefix))
  }
}

/**
 * The range of IP addresses that a text in CIDR notation names, in an array. The array is empty where the text is no such notation. `isIP`
 * is checked first, because the library accepts `10.1` and octal numbers, too.
 */
function networkOf(text: string): Network[] {
  const [, address = '', bits = ''] = CIDR.exec(text) ?? []
  if (isIP(address) === 0) return []
  const parsed = ipaddr.parse(address)
  const prefix = Number(bits)
  return prefix <= ADDRESS_BITS[parsed.kind()] ? [[parsed, prefix]] : []
}
