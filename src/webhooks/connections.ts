import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'
import { LastUsedCache } from '../lib/last-used-cache.ts'
import type { ResolvedAddress } from './resolve.ts'

const CONNECT_TIMEOUT_MS = 3000
/**
 * How many milliseconds an idle connection is kept: fewer than receivers keep it, so that no request uses a connection that the receiver is
 * closing.
 */
const IDLE_MS = 1000
const MAX_POOLS = 512

/**
 * Connections to receivers, kept for a moment between deliveries. A pool belongs to an origin *and* its vetted
 * addresses, so its sockets are open only to these addresses, whatever the host name resolves to now. TLS and the Host
 * header use the name.
 */
export class ReceiverConnections {
  /** The connection pools that were used last, at most `MAX_POOLS`. A pool that is dropped first finishes its requests in flight. */
  readonly #pools = new LastUsedCache<Pool>(MAX_POOLS, (pool) => void pool.close())

  /**
   * The pool of an origin and its addresses. The caller has vetted `addresses`; they are empty where the URL itself
   * contains a vetted address.
   */
  poolFor(url: URL, addresses: readonly ResolvedAddress[]): Pool {
    const key = [url.origin, ...addresses.map(({ address }) => address).toSorted()].join(' ')
    const known = this.#pools.get(key)
    if (known !== undefined) return known
    const pool = newPool(url, addresses)
    this.#pools.set(key, pool)
    return pool
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }
}

/** A pool of undici without interceptors, so that it follows no redirect and reads no proxy variable. */
function newPool(url: URL, addresses: readonly ResolvedAddress[]): Pool {
  return new Pool(url.origin, {
    allowH2: false,
    connections: null, // no limit: the dispatcher limits the requests in flight
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0, // no timeout: the whole attempt has one deadline
    bodyTimeout: 0,
    connect: { lookup: pinned(addresses), autoSelectFamily: true },
  })
}

/** A look-up of host names that returns the vetted addresses for every name. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('a literal address is not looked up'), '')
    else if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}
