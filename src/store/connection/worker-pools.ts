import type pg from 'pg'
import type { WorkerAddress, BucketWorkerAddresses } from '../sharding/topology.ts'
import type { DatabaseServerPool, DatabaseServerPools } from './server-pools.ts'
import type { DatabaseServerWatch } from './server-watch.ts'

export interface WorkerPoolsOptions {
  /** The connections to the coordinator, which can answer every statement. */
  readonly home: pg.Pool
  readonly readBucketAddresses: () => Promise<BucketWorkerAddresses>
  readonly open: (address: WorkerAddress) => pg.Pool
  /** The watch that is told about every new connection, and reports other or restarted servers. */
  readonly watch: DatabaseServerWatch
  readonly nowMs?: () => number
}

/**
 * How many milliseconds workers' addresses are used before they are read again. Until then the former worker of a moved bucket passes its
 * statements on.
 */
const ADDRESSES_LIFE_MS = 10_000
/** How many milliseconds a worker of Citus that could not be reached is not tried again. */
const REST_MS = 5000

/**
 * Makes pools that connect to the worker of a bucket, or to the coordinator if the worker is unknown or takes no connection. Both servers
 * can answer all statements; the worker needs one plan where the coordinator needs two.
 */
export async function createWorkerConnectionPools({
  home,
  readBucketAddresses,
  open,
  watch,
  nowMs = () => performance.now(),
}: WorkerPoolsOptions): Promise<DatabaseServerPools> {
  let addresses = await readBucketAddresses()
  let readAt = nowMs()
  const near = new Map<string, NearPool>()

  const readAgain = () => {
    readAt = nowMs()
    readBucketAddresses()
      .then((latest) => (addresses = latest))
      .catch(() => undefined) // the former addresses stay in use
  }
  return {
    of: (bucket) => {
      if (nowMs() - readAt > ADDRESSES_LIFE_MS) readAgain()
      const address = addresses.get(bucket)
      if (address === undefined) return home
      const key = `${address.host} ${address.port}`
      const known = near.get(key) ?? new NearPool(open(address), { home, nowMs, onLost: readAgain })
      near.set(key, known)
      return known
    },
    onChange: (changed) => watch.onChange(changed),
  }
}

/** The dependencies of a pool whose connections lead to a Citus worker or, if the worker refuses them, to the coordinator. */
interface Fallback extends Required<Pick<WorkerPoolsOptions, 'home' | 'nowMs'>> {
  readonly onLost: () => void
}

class NearPool implements DatabaseServerPool {
  readonly #pool: pg.Pool
  readonly #fallback: Fallback
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, fallback: Fallback) {
    this.#pool = pool
    this.#fallback = fallback
  }

  get options(): { max: number } {
    return this.#pool.options
  }

  /** Connects to the worker or, if that fails, to the coordinator. No statement has been sent yet, so none is run twice. */
  async connect(): Promise<pg.PoolClient> {
    const { home, nowMs, onLost } = this.#fallback
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
