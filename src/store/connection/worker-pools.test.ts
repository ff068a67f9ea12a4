import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { WorkerAddress, BucketWorkerAddresses } from '../sharding/topology.ts'
import { createWorkerConnectionPools } from './worker-pools.ts'
import { DatabaseServerWatch } from './server-watch.ts'

const A: WorkerAddress = { host: 'a.internal', port: 5432 }
const B: WorkerAddress = { host: 'b.internal', port: 5432 }

/** Pools whose connections report the server that they lead to. A server that is down refuses connections. */
function rig(addresses: BucketWorkerAddresses) {
  const down = new Set<string>()
  const now = { ms: 0 }
  const tried: string[] = []
  const state = { addresses, reads: 0 }
  const pool = (where: string): pg.Pool => {
    const connect = () => {
      tried.push(where)
      if (down.has(where)) return Promise.reject(new Error('connect ECONNREFUSED'))
      return Promise.resolve({ query: () => Promise.resolve({ rows: [{ where }] }), release: () => undefined })
    }
    const query = async () => (await connect()).query()
    return { connect, query, options: { max: 3 } } as unknown as pg.Pool
  }
  const readBucketAddresses = () => {
    state.reads += 1
    return Promise.resolve(state.addresses)
  }
  const made = createWorkerConnectionPools({
    home: pool('coordinator'),
    readBucketAddresses,
    open: ({ host }) => pool(host),
    watch: new DatabaseServerWatch(),
    nowMs: () => now.ms,
  })
  const ask = async (bucket: number) => {
    const { rows } = await (await made).of(bucket).query<{ where: string }>({ text: 'select 1' })
    return rows[0]?.where
  }
  return { down, now, tried, state, ask }
}

const bothPlaced = new Map([
  [1, A],
  [2, B],
])

describe('statements about a bucket', () => {
  it('go to its worker, and to the coordinator where the worker is unknown', async () => {
    const { ask } = rig(bothPlaced)
    expect(await Promise.all([1, 2, 3].map(ask))).toEqual(['a.internal', 'b.internal', 'coordinator'])
  })

  it('go to the coordinator while its worker takes no connection, and those about other buckets do not', async () => {
    const { ask, down, now, tried } = rig(bothPlaced)
    down.add('a.internal')
    expect(await Promise.all([1, 2].map(ask))).toEqual(['coordinator', 'b.internal'])
    expect(await ask(1)).toBe('coordinator')
    expect(tried.filter((where) => where === 'a.internal')).toHaveLength(1) // the second statement did not try the worker again
    down.clear()
    now.ms += 5001
    expect(await ask(1)).toBe('a.internal')
  })

  it('that has moved go to its new worker: after a while, or at once where the former worker is away', async () => {
    const { ask, now, state, down } = rig(bothPlaced)
    await ask(1)
    state.addresses = new Map([[1, B]])
    expect(await ask(1)).toBe('a.internal')
    now.ms += 10_001
    await ask(1)
    expect(await ask(1)).toBe('b.internal')
    state.addresses = bothPlaced
    down.add('b.internal')
    expect(await ask(1)).toBe('coordinator')
    expect(await ask(1)).toBe('a.internal')
    expect(state.reads).toBe(3)
  })
})
