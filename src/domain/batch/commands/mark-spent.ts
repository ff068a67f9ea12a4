import { cardMoved } from '../../events/events.ts'
import { cardLife } from '../../lifecycles/card.ts'
import { isFinal } from '../../lifecycles/moves.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import type { Batch } from '../batch.ts'
import { changeCard } from './change-card.ts'
import { tell } from '../journal.ts'
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
  const { now } = batch
  const spent = afterSpend(card, spending, now)
  if (spent === card) return
  changeCard(batch, card, spent)
  if (spent.status === 'closed') {
    tell(batch, spending.sequence, [cardMoved(spent, { to: 'closed', reason: 'single_use' }, { at: now })])
  }
}

/** The same card where the purchase changed nothing on it. A closed one spends only by the word of its issuer. */
function afterSpend(card: LoadedCard, { transaction, locksMerchant }: Spent, now: number): LoadedCard {
  if (isFinal(cardLife, card.status)) return card
  const merchantLock = locksMerchant ? (transaction.merchant.name ?? null) : card.merchantLock
  const isUnchanged = card.firstSpendAt !== null && merchantLock === card.merchantLock && card.usage === 'multi'
  if (isUnchanged) return card
  const spent = { ...card, merchantLock, firstSpendAt: card.firstSpendAt ?? now }
  return card.usage === 'single' ? { ...spent, status: 'closed', consumedAt: now } : spent
}

/** Later ones are compared with it. */
export function rememberPurchase({ set, now }: Batch, { cardId, amount, merchant }: TransactionState): void {
  const purchases = set.purchases.get(cardId) ?? []
  set.purchases.set(cardId, [...purchases, { at: now, amount, merchantName: merchant.name ?? null }])
}
