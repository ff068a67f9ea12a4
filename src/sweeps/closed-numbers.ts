import { destroyNumbers } from '../store/card-secrets.ts'
import type { Database } from '../store/database.ts'

const BATCH = 500

/**
 * Destroys the numbers and CVVs of cards that were closed until a moment. Each time all are looked for that are left, by an
 * index of these alone: a moment until which all was done would be wrong for good once a clock was.
 */
export async function destroyClosedNumbers(database: Database, until: number, now: number): Promise<void> {
  for (;;) {
    const found = await database.transaction((tx) => destroyNumbers(tx, { until, limit: BATCH, now }))
    if (found < BATCH) return
  }
}
