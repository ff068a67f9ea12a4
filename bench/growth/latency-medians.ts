import type { Latencies } from '../support/latencies.ts'
import type { HistorySizeContender } from './contender.ts'

/** The median latencies of one kind of request (`way`), by the size of the history, on databases that were analyzed or never were. */
export interface LatencyMedians {
  readonly state: string
  readonly way: string
  readonly bySize: ReadonlyMap<number, Latencies>
}

/** The largest permitted ratio between the medians of two sizes of history. */
const MOST_TIMES_SLOWER = 1.3

export function printLatencyMedians(all: readonly LatencyMedians[]): void {
  console.table(
    all.map(({ state, way, bySize }) => {
      const medians = [...bySize.values()].map((latencies) => latencies.quantile(0.5) ?? Number.NaN)
      const ratio = Math.max(...medians) / Math.min(...medians)
      return {
        database: state,
        way,
        ...Object.fromEntries([...bySize].map(([size, latencies]) => [`p50 ms at ${size}`, latencies.shown(0.5)])),
        'p99 ms at all': Math.max(...[...bySize.values()].map((latencies) => latencies.shown(0.99) ?? Number.NaN)),
        'most / least': Number(ratio.toFixed(2)),
        [`within ${MOST_TIMES_SLOWER}`]: ratio <= MOST_TIMES_SLOWER,
      }
    }),
  )
}

export async function printNodeMemory(contenders: readonly HistorySizeContender[]): Promise<void> {
  const rows = []
  for (const { size, stack, node } of contenders) {
    const memory = await stack.memory(node)
    const { rows: disk } = await stack.database.pool.query<{ bytes: number }>(
      'select pg_database_size(current_database()) as bytes',
    )
    rows.push({
      transactions: size,
      'node MiB': memory.node,
      'database MiB': memory.database,
      'disk MiB': Math.round((disk[0]?.bytes ?? 0) / 2 ** 20),
    })
  }
  console.table(rows)
}
