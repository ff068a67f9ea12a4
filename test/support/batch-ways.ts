import type { Flushed } from '../../src/engine/flush.ts'

type Way = Flushed['way']

/** How many batches of a node have gone each way so far, as its metrics tell. */
export async function batchesByWay(baseUrl: string): Promise<Record<Way, number>> {
  const text = await (await fetch(new URL('/metrics', baseUrl))).text()
  const count = (way: Way) => Number(new RegExp(`batches_total\\{way="${way}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { foreseen: count('foreseen'), read: count('read'), undone: count('undone') }
}
