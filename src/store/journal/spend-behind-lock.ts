import { CompiledQuery } from 'kysely'
import type { Spend } from '../../domain/spend/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import type { Tx } from '../connection/db.ts'
import { readLevels } from './checkpoint.ts'
import type { Connection } from './transaction.ts'

/** What a card has spent, read in an open transaction that has the lock of the card's customer: no purchase changes it until the commit. */
export async function cardSpendBehindLock(tx: Tx, cardId: string): Promise<Spend> {
  const connection: Connection = {
    rows: async <T extends object>({ text }: { text: string }, values: readonly unknown[]) =>
      (await tx.executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows,
  }
  const levels = await readLevels(connection, 'card', [cardId])
  return present(levels.get(cardId), 'every level that is asked for is read').fold.spend
}
