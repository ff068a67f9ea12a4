import { expect, it } from 'vitest'
import { transactionOf, authorization, network } from '../../../test/support/records/network.ts'
import { incrementing, reversing } from '../../../test/support/records/steps.ts'
import { now } from '../../../test/support/records/subject.ts'
import type { Changes } from '../../domain/batch/changes.ts'
import type { HistoryEntry, StoredStep } from './history-pages.ts'
import { PolicyReader } from './policy-reader.ts'
import { decisionRows } from '../journal/decision-rows.ts'
import { PolicyVersions } from '../customers/policy-versions.ts'
import { transactionRow } from '../transactions/transaction-state.ts'
import { stateBefore } from './transaction-states.ts'

/** Steps as they are read from the database. */
const stored = (changes: Changes): StoredStep[] =>
  decisionRows(changes, new PolicyVersions()).steps.map((step) => ({
    ...step,
    reasons: null,
    counted: step.counted === null ? null : [...step.counted],
  }))

it('the state before a step follows from the transaction and its earlier steps', () => {
  const { set, send } = network()
  const decided = transactionOf(send([authorization()]).outcomes[0])
  const states = [decided]
  const steps: StoredStep[] = []
  for (const [n, step] of [incrementing(5), reversing(400), incrementing(7)].entries()) {
    steps.push(...stored(send([step], now + n + 1).changes))
    states.push(set.transactions.get(decided.id) ?? decided)
  }
  expect(states.at(-1)?.counted).toEqual([
    [now, 605],
    [now + 1, 0],
    [now + 3, 7],
  ])
  expect(steps.map(({ counted }) => counted)).toEqual([
    [[now + 1, 5]],
    [
      [now + 1, -5],
      [now, -395],
    ],
    [[now + 3, 7]],
  ])
  const transaction: HistoryEntry['transaction'] = {
    ...transactionRow(states.at(-1) ?? decided),
    policy_version: null,
    decision_inputs: null,
  }
  const page = { steps: new Map([[decided.id, steps]]), intents: new Map(), subscriptions: new Map(), cards: new Map() }
  for (const [n, step] of steps.entries()) {
    const entry = { customerId: 'cust_1', sequence: step.sequence, transaction, step, page }
    expect(stateBefore(entry, new PolicyReader())).toEqual(states[n])
  }
})
