import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ByteWindowFilter } from '../../support/byte-windows.ts'
import type { Suspect, Target } from './dictionary-attack.ts'

/** What a thread is given. */
export interface Share {
  readonly targets: readonly Target[]
  readonly memory: SharedArrayBuffer
  readonly near: number
}

const THREADS = 2

/** `attack` on each target, in threads of their own. */
export async function attackAll(
  targets: readonly Target[],
  places: ByteWindowFilter,
  near: number,
): Promise<Suspect[]> {
  const shares = Array.from({ length: THREADS }, (_, thread) => targets.filter((__, at) => at % THREADS === thread))
  const found = shares.map((share) => inThread({ targets: share, memory: places.memory, near }))
  return (await Promise.all(found)).flat()
}

async function inThread(workerData: Share): Promise<Suspect[]> {
  const worker = new Worker(new URL('attack-thread.ts', import.meta.url), { workerData })
  const [suspects] = (await once(worker, 'message')) as [Suspect[]]
  return suspects.map((suspect) => ({ ...suspect, bytes: Buffer.from(suspect.bytes) }))
}
