import type { TransactionStepCommand } from '../../../src/domain/batch/commands/commands.ts'
import type { TransactionState } from '../../../src/domain/transactions/transaction.ts'
import { defined } from '../../model/defined.ts'
import { someAuthorization, AUTHORIZATION_HOLD_MS, cardNetwork, type DescribedCard } from './network.ts'
import { TEST_NOON } from './subject.ts'

const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
export const incrementStepCommand = (amount: number): TransactionStepCommand => ({ ...ofIt, kind: 'increment', amount })
export const settleStepCommand = (amount?: number, final = true): TransactionStepCommand => ({
  ...ofIt,
  kind: 'settle',
  final,
  ...defined({ amount }),
})
export const reverseStepCommand = (amount?: number): TransactionStepCommand => ({
  ...ofIt,
  kind: 'reverse',
  ...defined({ amount }),
})
export const refundStepCommand = (amount?: number): TransactionStepCommand => ({
  ...ofIt,
  kind: 'refund',
  ...defined({ amount }),
})
export const expireTransactionStep: TransactionStepCommand = { ...ofIt, kind: 'expire' }

/**
 * The transaction after these steps. 10 dollars are authorized at `TEST_NOON`. Each step comes a second after the one before, and an expiry
 * when the hold ends.
 */
export function transactionAfterSteps(steps: readonly TransactionStepCommand[], described: DescribedCard = {}) {
  const played = cardNetwork(described)
  played.send([someAuthorization()])
  const results = steps.map((step, n) =>
    played.send([step], step.kind === 'expire' ? TEST_NOON + AUTHORIZATION_HOLD_MS : TEST_NOON + 1000 * (n + 1)),
  )
  return {
    network: played,
    results,
    transaction: played.set.transactions.get('txn_1') as TransactionState,
    spent: ['card_1', 'agt_1', 'cust_1'].map((id) => played.set.spend.get(id)?.total),
  }
}
