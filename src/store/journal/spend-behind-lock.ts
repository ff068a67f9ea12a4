import type { LevelSpend } from '../../domain/spend/spend-windows.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { Tx } from '../connection/db.ts'
import { sqlRowReaderIn } from '../connection/in-transaction.ts'
import { readSpendFoldsOfLevels } from './checkpoint.ts'

/**
 * Reads the spend of a card in an open transaction that has the lock of the card's customer, so that no purchase changes the spend until
 * the commit.
 */
export async function readCardSpendUnderLock(tx: Tx, cardId: string): Promise<LevelSpend> {
  const levels = await readSpendFoldsOfLevels({ rows: sqlRowReaderIn(tx) }, 'card', [cardId])
  return assertPresent(levels.get(cardId), 'every requested level is read').fold.spend
}
