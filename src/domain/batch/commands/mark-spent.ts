import { type CardChange, movedCard } from '../../changes/card.ts'
import { cardLife } from '../../lifecycles/card.ts'
import { isFinal } from '../../lifecycles/moves.ts'
import { present } from '../../../lib/assert.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import type { Batch } from '../batch.ts'
import { changeCard } from './change-card.ts'
import type { LoadedCard } from '../working-set.ts'

interface Spent {
  readonly transaction: TransactionState
  /** Of the authorization, or of the step that holds its money. */
  readonly sequence: number
  /** Whether the card belongs to the merchant from now on. */
  readonly locksMerchant: boolean
}

/** What money that is held changes on its card: the first purchase, the merchant that it is locked to, its only use. */
export function markSpent(batch: Batch, card: LoadedCard, spending: Spent): void {
  const change = spentCard(card, spending, batch.now)
  if (change !== null) changeCard(batch, change, spending.sequence)
}

/** Null: the purchase changed nothing on the card. A closed one spends only by the word of its issuer. */
function spentCard(card: LoadedCard, { transaction, locksMerchant }: Spent, now: number): CardChange | null {
  if (isFinal(cardLife, card.status)) return null
  const merchantLock = locksMerchant ? (transaction.merchant.name ?? null) : card.merchantLock
  const isUnchanged = card.firstSpendAt !== null && merchantLock === card.merchantLock && card.usage === 'multi'
  if (isUnchanged) return null
  const spent = { ...card, merchantLock, firstSpendAt: card.firstSpendAt ?? now }
  const change = { before: card, after: spent, move: null }
  if (card.usage === 'multi') return change
  const closed = movedCard({ ...spent, consumedAt: now }, { to: 'closed', reason: 'single_use' })
  return { ...present(closed, 'a card that is not closed can be'), before: card }
}

/** Later ones are compared with it. */
export function rememberPurchase({ set, now }: Batch, { cardId, amount, merchant }: TransactionState): void {
  const purchases = set.purchases.get(cardId) ?? []
  set.purchases.set(cardId, [...purchases, { at: now, amount, merchantName: merchant.name ?? null }])
}
