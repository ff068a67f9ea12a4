import type { Pool } from 'undici'
import { isPermittedWebhookAddress } from '../lib/network/public-address.ts'
import { checkWebhookTarget, type WebhookTarget } from '../lib/network/webhook-target.ts'
import { resultWithinTimeLimit } from '../lib/traffic/result-in-time.ts'
import { ReceiverConnections } from './connections.ts'
import { publicDnsResolver, type ResolveHost, type ResolvedAddress, systemResolver } from './resolve.ts'

/** Milliseconds for resolving a name: with a dead name server, an attempt should fail before its own deadline. */
const RESOLVE_TIMEOUT_MS = 3000

export interface VettedConnectionsOptions {
  readonly allowPrivate: boolean
  /** Resolves host names. Default: the public name servers; with `allowPrivate` the system's resolver. */
  readonly resolve?: ResolveHost | undefined
}

/** A URL with a connection pool to its vetted addresses. */
export interface VettedConnection {
  readonly url: URL
  readonly pool: Pool
}

export interface VettedConnections {
  /** Vets the addresses of a URL. Null: an address is refused, and nothing may be sent to it. Rejects where the name does not resolve. */
  to(url: string): Promise<VettedConnection | null>
  close(): Promise<void>
}

/** Creates connections only to addresses that were vetted a moment before. */
export function createVettedConnections({ allowPrivate, resolve }: VettedConnectionsOptions): VettedConnections {
  const connections = new ReceiverConnections()
  const resolveName = resolve ?? (allowPrivate ? systemResolver : publicDnsResolver())
  return {
    to: async (url) => {
      const target = checkWebhookTarget(url, allowPrivate)
      if ('refused' in target) return null
      const addresses = await addressesOf(target, resolveName)
      if (!addresses.every(({ address }) => isPermittedWebhookAddress(address, allowPrivate))) return null
      return { url: target.url, pool: connections.poolFor(target.url, addresses) }
    },
    close: () => connections.close(),
  }
}

async function addressesOf({ host, literal }: WebhookTarget, resolve: ResolveHost): Promise<ResolvedAddress[]> {
  if (literal) return []
  const addresses = await resultWithinTimeLimit(resolve(host), RESOLVE_TIMEOUT_MS, unresolved)
  if (addresses.length === 0) throw unresolved()
  return addresses
}

const unresolved = () => Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
