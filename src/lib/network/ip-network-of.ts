/**
 * The IP network of an address, which belongs to one subscriber to the internet: the first 64 bits of an IPv6 address, or the IPv4 address
 * itself.
 */
export function ipNetworkOf(address: string): string {
  if (address.includes('.') || !address.includes(':')) return address.replace('::ffff:', '')
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
