import type { Window } from '../../contract/policy.ts'
import { capsOf, type Cap } from '../decision/caps.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import type { Subject } from '../entities.ts'
import type { DomainEvent } from '../events/events.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { Batch } from './batch.ts'
import { tell } from './journal.ts'

/** A limit that counts what was spent before. */
type BudgetCap = Cap & { readonly window: Exclude<Window, 'perAuth'> }

interface Approval {
  /** As the decision saw it: what was spent before. */
  readonly subject: Subject
  readonly transaction: TransactionState
  /** Of the authorization or the increment. */
  readonly sequence: number
  readonly amount: number
}

/**
 * Tells of each limit whose window an approval has brought from below 80 % or 100 % to that or beyond (contract, section 12). Asked
 * only where `nearLimit` says that there may be one. What lets spend leave a window, time or a reversal, is followed by another event
 * when it is reached again.
 */
export function tellThresholds(batch: Batch, { subject, transaction, sequence, amount }: Approval): void {
  const caps = capsOf(subject, compilePolicy(subject), batch).filter(isBudget)
  const { id, accountId, customerId, agentId, cardId } = transaction
  const told = { customerId, agentId, cardId, transactionId: id }
  const events = caps.flatMap(({ level, kind, window, limit, spent }) =>
    reached({ limit, spent }, amount).map((threshold): DomainEvent => {
      const data = { level: named(level), kind, window, threshold, limit, spent: spent + amount, ...told }
      return { type: 'budget.threshold', data, accountId, customerId, at: batch.now }
    }),
  )
  tell(batch, sequence, events)
}

const THRESHOLDS = [80, 100] as const

const reached = ({ limit, spent }: Pick<Cap, 'limit' | 'spent'>, amount: number) =>
  THRESHOLDS.filter((percent) => {
    const threshold = percent === 100 ? limit : limit - Math.floor(limit / 5)
    return spent < threshold && spent + amount >= threshold
  })

const isBudget = (cap: Cap): cap is BudgetCap => cap.window !== 'perAuth'

/** No default limits anything. */
const named = (level: Cap['level']) => (level === 'default' ? 'customer' : level)
