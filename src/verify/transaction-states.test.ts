import { expect, it } from 'vitest'
import { decidedBy, authorization, network } from '../../test/support/network.ts'
import { incrementing, reversing } from '../../test/support/steps.ts'
import type { StepRecord } from '../domain/batch/seen.ts'
import { stepRow } from '../store/authorization-batch/replay-rows.ts'
import type { HistoryEntry, StoredStep } from '../store/history/history-pages.ts'
import { PolicyReader } from '../store/history/policy-reader.ts'
import { transactionRow } from '../store/transaction-state.ts'
import { stateBefore } from './transaction-states.ts'

const monthEnd = Date.UTC(2027, 0, 1)

const stored = (step: StepRecord): StoredStep => ({
  ...stepRow(step),
  reasons: null,
  policy_version: null,
  circumstances: null,
})

it('the state before a step counts in the months in which it was found to count', () => {
  const { set, send } = network()
  send([authorization({ amount: 1 })], monthEnd)
  const decided = decidedBy(send([authorization()], monthEnd - 10).outcomes[0])
  const states = [decided]
  const steps: StoredStep[] = []
  for (const [n, step] of [incrementing(5), reversing(400), incrementing(7)].entries()) {
    const { changes } = send([{ ...step, transactionId: decided.id }], monthEnd - 9 + n)
    steps.push(...changes.steps.map(stored))
    states.push(set.transactions.get(decided.id) ?? decided)
  }
  expect(states.at(-1)?.counted).toEqual([
    [monthEnd - 10, 605, 202701],
    [monthEnd - 9, 0, 202701],
    [monthEnd - 7, 7, 202701],
  ])
  const transaction = {
    ...transactionRow(states.at(-1) ?? decided),
    policy_version: null,
    circumstances: null,
  } as HistoryEntry['transaction']
  const page = { steps: new Map([[decided.id, steps]]), intents: new Map(), cards: new Map() }
  for (const [n, step] of steps.entries()) {
    const entry = { customerId: 'cust_1', sequence: step.sequence, transaction, step, page }
    expect(stateBefore(entry, new PolicyReader())).toEqual(states[n])
  }
})
