import { lookup, Resolver } from 'node:dns/promises'

export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a host name to all of its addresses; rejects where it has none. */
export type ResolveHost = (host: string) => Promise<ResolvedAddress[]>

/**
 * Makes a resolver that asks the name servers directly. The system's `getaddrinfo` runs on one of four threads that all of Node shares, so
 * a few receivers with a dead name server would delay every other look-up. It would also read the hosts file, which describes this machine
 * and not the public internet.
 */
export function publicDnsResolver(servers?: readonly string[]): ResolveHost {
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

/** The system's resolver, for development, where names such as `localhost` or a container's name are used. */
export const systemResolver: ResolveHost = async (host) => {
  const answers = await lookup(host, { all: true, order: 'ipv4first' })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}
