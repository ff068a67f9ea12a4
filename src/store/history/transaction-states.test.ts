import { expect, it } from 'vitest'
import { transactionOfAuthorization, someAuthorization, cardNetwork } from '../../../test/support/records/network.ts'
import { incrementStepCommand, reverseStepCommand } from '../../../test/support/records/steps.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import type { BatchChanges } from '../../domain/batch/changes.ts'
import type { StoredTransactionStep } from './history-pages.ts'
import { PolicyReader } from './policy-reader.ts'
import { makeBatchDecisionRows } from '../journal/decision-rows.ts'
import { PolicyVersions } from '../customers/policy-versions.ts'
import { transactionStepsTable } from '../rows/transaction-steps.ts'
import { transactionsTable } from '../rows/transactions.ts'
import { transactionStateBeforeStep } from './transaction-states.ts'

/** The steps of transactions as rows, in the form in which the database returns them. */
const stored = (changes: BatchChanges): StoredTransactionStep[] =>
  makeBatchDecisionRows(changes, new PolicyVersions()).steps.map(transactionStepsTable.stored)

it('the state before a step follows from the transaction and its earlier steps', () => {
  const { set, send } = cardNetwork()
  const decided = transactionOfAuthorization(send([someAuthorization()]).outcomes[0])
  const states = [decided]
  const steps: StoredTransactionStep[] = []
  for (const [n, step] of [incrementStepCommand(5), reverseStepCommand(400), incrementStepCommand(7)].entries()) {
    steps.push(...stored(send([step], TEST_NOON + n + 1).changes))
    states.push(set.transactions.get(decided.id) ?? decided)
  }
  expect(states.at(-1)?.counted).toEqual([
    [TEST_NOON, 605],
    [TEST_NOON + 1, 0],
    [TEST_NOON + 3, 7],
  ])
  expect(steps.map(({ counted }) => counted)).toEqual([
    [[TEST_NOON + 1, 5]],
    [
      [TEST_NOON + 1, -5],
      [TEST_NOON, -395],
    ],
    [[TEST_NOON + 3, 7]],
  ])
  const transaction = transactionsTable.stored({
    ...(states.at(-1) ?? decided),
    policyVersion: null,
    decisionInputs: null,
  })
  const page = { steps: new Map([[decided.id, steps]]), intents: new Map(), subscriptions: new Map(), cards: new Map() }
  for (const [n, step] of steps.entries()) {
    const entry = { customerId: 'cust_1', sequence: step.sequence, transaction, step, page }
    expect(transactionStateBeforeStep(entry, new PolicyReader())).toEqual(states[n])
  }
})
