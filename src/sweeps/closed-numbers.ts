import { destroyNumbers } from '../store/card-secrets.ts'
import type { Database } from '../store/database.ts'
import { loadSetting, replaceSetting } from '../store/settings.ts'

const DONE_UNTIL = 'numbers_destroyed_until'
const BATCH = 500

/**
 * Destroys the numbers and CVVs of cards that were closed until a moment. How far it has come is kept, so that a sweep
 * looks at each closed card once and not at all that were ever closed.
 */
export async function destroyClosedNumbers(database: Database, until: number, now: number): Promise<void> {
  const before = await loadSetting(database.db, DONE_UNTIL)
  const after = Number(before ?? 0)
  if (until <= after) return
  for (;;) {
    const destroyed = await database.transaction((tx) => destroyNumbers(tx, { after, until, limit: BATCH, now }))
    if (destroyed < BATCH) break
  }
  await replaceSetting(database, DONE_UNTIL, { before, after: String(until) })
}
