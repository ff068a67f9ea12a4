import { lookup, Resolver } from 'node:dns/promises'

export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** All addresses of a host name; rejects where it has none. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

/**
 * Asks the name servers directly. The system's `getaddrinfo` would run on one of four threads that all of Node shares:
 * a few receivers with a dead name server would hold up every other name. It would also read the hosts file, which
 * belongs to this machine and not to the public internet.
 */
export function publicResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ]
  }
}

/** For development, where names such as `localhost` or a container's name are meant. */
export const systemResolver: Resolve = async (host) => {
  const answers = await lookup(host, { all: true, order: 'ipv4first' })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}
