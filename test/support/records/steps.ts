import type { StepCommand } from '../../../src/domain/batch/commands/commands.ts'
import type { TransactionState } from '../../../src/domain/transactions/transaction.ts'
import { defined } from '../../model/defined.ts'
import { someAuthorization, AUTHORIZATION_HOLD_MS, cardNetwork, type DescribedCard } from './network.ts'
import { TEST_NOON } from './subject.ts'

const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
export const incrementStep = (amount: number): StepCommand => ({ ...ofIt, kind: 'increment', amount })
export const settleStep = (amount?: number, final = true): StepCommand => ({
  ...ofIt,
  kind: 'settle',
  final,
  ...defined({ amount }),
})
export const reverseStep = (amount?: number): StepCommand => ({ ...ofIt, kind: 'reverse', ...defined({ amount }) })
export const refundStep = (amount?: number): StepCommand => ({ ...ofIt, kind: 'refund', ...defined({ amount }) })
export const expireStep: StepCommand = { ...ofIt, kind: 'expire' }

/**
 * The transaction after these steps. 10 dollars are authorized at `TEST_NOON`. Each step comes a second after the one before, and an expiry
 * when the hold ends.
 */
export function transactionAfterSteps(steps: readonly StepCommand[], described: DescribedCard = {}) {
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
