import { Gauge, type Registry } from 'prom-client'
import { metrics } from './metrics.ts'

/** Reads the moment of the last complete backup, in Unix milliseconds. Null: there was none. */
export type ReadLastBackup = () => Promise<number | null>

const NONE = 0
const NO_ANSWER = -1

/** Adds the metric of the last backup to the registry. Returns the function that says how the moment is read. */
export function lastBackupGauge(registry: Registry): (read: ReadLastBackup) => void {
  let readAt: ReadLastBackup = () => Promise.resolve(null)
  const gauge: Gauge = new Gauge({
    ...metrics.lastBackup,
    registers: [registry],
    async collect() {
      gauge.set(
        await readAt().then(
          (at) => (at === null ? NONE : at / 1000),
          () => NO_ANSWER,
        ),
      )
    },
  })
  return (read) => (readAt = read)
}
