import { parentPort, workerData } from 'node:worker_threads'
import { ByteWindowFilter } from '../../support/byte-windows.ts'
import type { Share } from './attack-threads.ts'
import { attack } from './dictionary-attack.ts'

const { targets, memory, near } = workerData as Share
const places = new ByteWindowFilter(memory)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(targets.flatMap((target) => attack(target, places, near)))
