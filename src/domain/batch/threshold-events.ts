import type { LimitWindow } from '../../contract/policy.ts'
import { spendingCapsOfPurchase, type SpendingCap } from '../decision/caps.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import type { SpendingSubject } from '../entities.ts'
import type { DomainEvent } from '../events/events.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { EngineBatch } from './batch.ts'
import { addEvents } from './append-entry.ts'

/** A limit that counts earlier spend: every limit except `perAuth`. */
type BudgetCap = SpendingCap & { readonly window: Exclude<LimitWindow, 'perAuth'> }

interface Approval {
  /** The levels as they were before the approval, so their spend does not include it. */
  readonly subject: SpendingSubject
  readonly transaction: TransactionState
  /** The journal number of the authorization or the increment. */
  readonly sequence: number
  /** The cents that this authorization or increment adds. */
  readonly amount: number
}

/**
 * Adds a `budget.threshold` event for each limit whose spend an approval has raised from below 80 % or 100 % to that or more (contract,
 * section 12). The function is only called if the transaction has the flag `nearLimit`, which says that there may be such a limit. If spend
 * falls below a threshold, by time or by a reversal, and reaches it again, there is another event.
 */
export function addBudgetThresholdEvents(
  batch: EngineBatch,
  { subject, transaction, sequence, amount }: Approval,
): void {
  const caps = spendingCapsOfPurchase(subject, compilePolicy(subject), batch).filter(isBudget)
  const { id, accountId, customerId, agentId, cardId } = transaction
  const ids = { customerId, agentId, cardId, transactionId: id }
  const events = caps.flatMap(({ level, kind, window, limit, spent }) =>
    reachedThresholds({ limit, spent }, amount).map((threshold): DomainEvent => {
      const data = { level: levelName(level), kind, window, threshold, limit, spent: spent + amount, ...ids }
      return { type: 'budget.threshold', data, accountId, customerId, at: batch.now }
    }),
  )
  addEvents(batch, sequence, events)
}

const THRESHOLDS = [80, 100] as const

const reachedThresholds = ({ limit, spent }: Pick<SpendingCap, 'limit' | 'spent'>, amount: number) =>
  THRESHOLDS.filter((percent) => {
    const threshold = percent === 100 ? limit : limit - Math.floor(limit / 5)
    return spent < threshold && spent + amount >= threshold
  })

const isBudget = (cap: SpendingCap): cap is BudgetCap => cap.window !== 'perAuth'

/** The level that a limit's `budget.threshold` event names. Limits are never of the level `default`, because no default policy sets one. */
const levelName = (level: SpendingCap['level']) => (level === 'default' ? 'customer' : level)
