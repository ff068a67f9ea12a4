/** Of an IPv6 address its first 64 bits: whoever has one address has all of these. */
export function networkOf(address: string): string {
  if (address.includes('.') || !address.includes(':')) return address.replace('::ffff:', '')
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
