import { type UnsavedCardChange, cardStatusChange } from '../../changes/card.ts'
import { cardLifecycle } from '../../lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../../lifecycles/moves.ts'
import { assertPresent } from '../../../lib/assert.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import type { EngineBatch } from '../batch.ts'
import { changeCard } from '../change-card.ts'
import type { LoadedCard } from '../../loaded-levels.ts'
import { recordedCard } from '../working-set.ts'

interface Spent {
  readonly transaction: TransactionState
  /** The journal number of the authorization that spends, or of the step by which the purchase holds money again. */
  readonly sequence: number
  /** Whether the purchase locks the card to its merchant. */
  readonly locksMerchant: boolean
}

/**
 * Changes the card of an approved purchase: the time of the card's first purchase, its merchant lock and, for a single-use card, its
 * status. A purchase with a one-time card changes its parent, too, which is the one that may be locked to a merchant.
 */
export function changeCardAfterApprovedPurchase(batch: EngineBatch, card: LoadedCard, spending: Spent): void {
  const recorded = recordedCard(batch.set, card)
  if (recorded !== card) mark(batch, card, { ...spending, locksMerchant: false })
  mark(batch, recorded, spending)
}

function mark(batch: EngineBatch, card: LoadedCard, spending: Spent): void {
  const change = spentCard(card, spending, batch.now)
  if (change !== null) changeCard(batch, change, spending.sequence)
}

/**
 * The change that an approved purchase makes to its card. Null: the purchase changes nothing on the card. A closed card stays as it is;
 * only an issuer's advice can make a closed card spend.
 */
function spentCard(card: LoadedCard, { transaction, locksMerchant }: Spent, now: number): UnsavedCardChange | null {
  const merchantLock = locksMerchant ? (transaction.merchant.name ?? null) : card.merchantLock
  const isUnchanged = card.firstSpendAt !== null && merchantLock === card.merchantLock && card.usage === 'multi'
  if (isUnchanged || isFinalLifecycleStatus(cardLifecycle, card.status)) return null
  const spent = { ...card, merchantLock, firstSpendAt: card.firstSpendAt ?? now }
  const change = { before: card, after: spent, move: null }
  if (card.usage === 'multi') return change
  const closed = cardStatusChange({ ...spent, consumedAt: now }, { to: 'closed', reason: 'single_use' })
  return { ...assertPresent(closed, 'a card that is not closed can be'), before: card }
}
