import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'
import { LastUsed } from '../lib/last-used.ts'
import type { ResolvedAddress } from './resolve.ts'

const CONNECT_TIMEOUT_MS = 3000
/** Shorter than any receiver keeps an idle connection: none is used that the other side is about to close. */
const IDLE_MS = 1000
const MAX_POOLS = 512

/**
 * Connections to receivers, kept for a moment between deliveries. A pool belongs to an origin *and* its vetted addresses:
 * its sockets can only have been dialled to those, whatever the name means by now. TLS and the Host header see the name.
 */
export class Connections {
  /** A pool that is dropped lets requests under way finish. */
  readonly #pools = new LastUsed<Pool>(MAX_POOLS, (pool) => void pool.close())

  /** `addresses` are vetted by the caller; empty where the URL itself holds a vetted address. */
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

/** undici's own pool, without interceptors: no redirect is followed and no proxy variable read. */
function newPool(url: URL, addresses: readonly ResolvedAddress[]): Pool {
  return new Pool(url.origin, {
    allowH2: false,
    connections: null, // the dispatcher bounds what is in flight
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0, // the whole attempt has one deadline
    bodyTimeout: 0,
    connect: { lookup: pinned(addresses), autoSelectFamily: true },
  })
}

/** Answers every question with the addresses that were vetted. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('a literal address is not looked up'), '')
    else if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}
