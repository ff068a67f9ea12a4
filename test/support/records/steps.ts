import type { StepCommand } from '../../../src/domain/batch/commands/commands.ts'
import type { TransactionState } from '../../../src/domain/transactions/transaction.ts'
import { defined } from '../../model/defined.ts'
import { authorization, HOLD_MS, network, type DescribedCard } from './network.ts'
import { now } from './subject.ts'

const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
export const incrementing = (amount: number): StepCommand => ({ ...ofIt, kind: 'increment', amount })
export const settling = (amount?: number, final = true): StepCommand => ({
  ...ofIt,
  kind: 'settle',
  final,
  ...defined({ amount }),
})
export const reversing = (amount?: number): StepCommand => ({ ...ofIt, kind: 'reverse', ...defined({ amount }) })
export const refunding = (amount?: number): StepCommand => ({ ...ofIt, kind: 'refund', ...defined({ amount }) })
export const expiring: StepCommand = { ...ofIt, kind: 'expire' }

/**
 * The transaction after these steps. 10 dollars are authorized at `now`. Each step comes a second after the one before, and an expiry when
 * the hold ends.
 */
export function taken(steps: readonly StepCommand[], described: DescribedCard = {}) {
  const played = network(described)
  played.send([authorization()])
  const results = steps.map((step, n) =>
    played.send([step], step.kind === 'expire' ? now + HOLD_MS : now + 1000 * (n + 1)),
  )
  return {
    network: played,
    results,
    transaction: played.set.transactions.get('txn_1') as TransactionState,
    spent: ['card_1', 'agt_1', 'cust_1'].map((id) => played.set.spend.get(id)?.total),
  }
}
