import type { Db } from '../connection/db.ts'
import { type CardSecret, type SealedCardNumber, sealedCardNumberOfSecret } from './card-secrets.ts'

/** A stored card number, sealed, and the card that it belongs to. */
export interface SealedNumberOfCard {
  readonly accountId: string
  readonly cardId: string
  readonly sealed: SealedCardNumber
}

const FEW = 20

/** Reads one of the newest card numbers. Null: the newest ones are all destroyed, or no card has a number. */
export async function newestCardNumber(db: Db): Promise<SealedNumberOfCard | null> {
  const rows: CardSecret[] = await db
    .selectFrom('card_secrets')
    .selectAll()
    .orderBy('card_id', 'desc')
    .limit(FEW)
    .execute()
  for (const row of rows) {
    const sealed = sealedCardNumberOfSecret(row)
    if (sealed !== null) return { accountId: row.account_id, cardId: row.card_id, sealed }
  }
  return null
}
