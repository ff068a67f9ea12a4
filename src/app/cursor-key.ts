import { randomBytes } from 'node:crypto'
import { assertPresent } from '../lib/assert.ts'
import type { Database } from '../store/connection/database.ts'
import { loadStoredSetting, replaceStoredSetting } from '../store/nodes/settings.ts'

/**
 * The key that authenticates pagination cursors. All nodes of a database have the same key, so a cursor of one node works on the other
 * nodes.
 */
export async function paginationCursorKey(database: Database): Promise<Buffer> {
  const name = 'cursor_key'
  if ((await loadStoredSetting(database.db, name)) === null) {
    await replaceStoredSetting(database, name, { before: null, after: randomBytes(32).toString('base64') })
  }
  return Buffer.from(assertPresent(await loadStoredSetting(database.db, name), 'the cursor key was stored'), 'base64')
}
