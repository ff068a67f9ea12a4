import type pg from 'pg'
import type { ServerPool, ServerPools } from '../connection/server-pools.ts'
import type { ServerWatch } from '../connection/server-watch.ts'

/** Of a worker, as other servers reach it. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** By bucket. Buckets that are not in it are asked of the coordinator. */
export type Places = ReadonlyMap<number, Address>

export interface NearOptions {
  /** To the coordinator: the way that always works. */
  readonly home: pg.Pool
  readonly readPlaces: () => Promise<Places>
  readonly open: (address: Address) => pg.Pool
  /** Of the connections of all of them. */
  readonly watch: ServerWatch
  readonly nowMs?: () => number
}

/** A bucket that has moved is found through its last worker meanwhile, which passes on what it is asked. */
const PLACES_LIFE_MS = 10_000
/** After it was not reached, a worker is not asked for so long. */
const REST_MS = 5000

/**
 * Connects to the worker that a bucket is on, and to the coordinator wherever that cannot be: where nobody has said yet where the bucket
 * is, or where its worker takes no connection. Both are sent the same statements, and both can answer all of them; the worker does
 * with one plan what the coordinator does with two.
 */
export async function nearPools({
  home,
  readPlaces,
  open,
  watch,
  nowMs = () => performance.now(),
}: NearOptions): Promise<ServerPools> {
  let places = await readPlaces()
  let readAt = nowMs()
  const near = new Map<string, NearPool>()

  const readAgain = () => {
    readAt = nowMs()
    readPlaces()
      .then((found) => (places = found))
      .catch(() => undefined) // what was known goes on being asked
  }
  return {
    of: (bucket) => {
      if (nowMs() - readAt > PLACES_LIFE_MS) readAgain()
      const address = places.get(bucket)
      if (address === undefined) return home
      const key = `${address.host} ${address.port}`
      const known = near.get(key) ?? new NearPool(open(address), { home, nowMs, onLost: readAgain })
      near.set(key, known)
      return known
    },
    onChange: (changed) => watch.onChange(changed),
  }
}

/** What is done where the worker takes no connection. */
interface Otherwise extends Required<Pick<NearOptions, 'home' | 'nowMs'>> {
  readonly onLost: () => void
}

class NearPool implements ServerPool {
  readonly #pool: pg.Pool
  readonly #other: Otherwise
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, other: Otherwise) {
    this.#pool = pool
    this.#other = other
  }

  get options(): { max: number } {
    return this.#pool.options
  }

  /** Nothing has been asked yet where this fails: the coordinator can be asked instead. */
  async connect(): Promise<pg.PoolClient> {
    const { home, nowMs, onLost } = this.#other
    if (nowMs() < this.#restsUntil) return home.connect()
    try {
      return await this.#pool.connect()
    } catch {
      this.#restsUntil = nowMs() + REST_MS
      onLost()
      return home.connect()
    }
  }

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = await this.connect()
    try {
      const result = await client.query<Row>(query)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
