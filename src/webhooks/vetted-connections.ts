import type { Pool } from 'undici'
import { isPermittedAddress } from '../lib/network/public-address.ts'
import { webhookTarget, type WebhookTarget } from '../lib/network/webhook-target.ts'
import { inTime } from '../lib/traffic/in-time.ts'
import { Connections } from './connections.ts'
import { publicResolver, type Resolve, type ResolvedAddress, systemResolver } from './resolve.ts'

/** Of an attempt the name may take so long: with a dead name server it need not wait for its deadline. */
const RESOLVE_TIMEOUT_MS = 3000

export interface WaysOptions {
  readonly allowPrivate: boolean
  /** Default: the name servers; with `allowPrivate` the system's look-up. */
  readonly resolve?: Resolve | undefined
}

/** Connections to the addresses of a URL, all of them vetted. */
export interface Way {
  readonly url: URL
  readonly pool: Pool
}

export interface VettedWays {
  /** Null: Purser sends nothing there. Rejects where the name is not found. */
  to(url: string): Promise<Way | null>
  close(): Promise<void>
}

/** Ways out, to addresses that were vetted a moment before, and to no others. */
export function createVettedWays({ allowPrivate, resolve }: WaysOptions): VettedWays {
  const connections = new Connections()
  const resolveName = resolve ?? (allowPrivate ? systemResolver : publicResolver())
  return {
    to: async (url) => {
      const target = webhookTarget(url, allowPrivate)
      if ('refused' in target) return null
      const addresses = await addressesOf(target, resolveName)
      if (!addresses.every(({ address }) => isPermittedAddress(address, allowPrivate))) return null
      return { url: target.url, pool: connections.poolFor(target.url, addresses) }
    },
    close: () => connections.close(),
  }
}

async function addressesOf({ host, literal }: WebhookTarget, resolve: Resolve): Promise<ResolvedAddress[]> {
  if (literal) return []
  const addresses = await inTime(resolve(host), RESOLVE_TIMEOUT_MS, unresolved)
  if (addresses.length === 0) throw unresolved()
  return addresses
}

const unresolved = () => Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
