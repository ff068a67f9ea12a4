import { describe, expect, it } from 'vitest'
import { someAuthorization, type DescribedCard } from '../../../../test/support/records/network.ts'
import {
  incrementStepCommand,
  refundStepCommand,
  reverseStepCommand,
  settleStepCommand,
  transactionAfterSteps,
} from '../../../../test/support/records/steps.ts'
import { TEST_NOON } from '../../../../test/support/records/subject.ts'
import { assertPresent } from '../../../lib/assert.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import type { Policy } from '../../../contract/policy.ts'
import type { TransactionStepCommand } from './commands.ts'

const bound = (policy: Policy, intent: object = { expectedAmount: 1000, ceiling: 1100 }): DescribedCard => ({
  card: { policy },
  intents: [intent],
})
const decline: Policy = { requireIntent: true, onIntentMismatch: 'decline' }
const answers = (steps: readonly TransactionStepCommand[], described = bound(decline)) => {
  const { results, transaction } = transactionAfterSteps(steps, described)
  const last = assertPresent(results.at(-1)?.outcomes[0], 'an answer')
  return { transaction, decided: last.kind === 'decided' ? last.decision : last }
}
const declined = { decision: 'decline', reasons: [{ code: 'intent_mismatch', rule: 'onIntentMismatch' }] }
const approved = { decision: 'approve', reasons: [] }

describe('an increment of a purchase that matched its intent', () => {
  it.each<[string, readonly TransactionStepCommand[], object, number]>([
    ['up to the ceiling', [incrementStepCommand(100)], approved, 1100],
    ['beyond it', [incrementStepCommand(101)], declined, 1000],
    ['beyond it in steps that are each small', [incrementStepCommand(60), incrementStepCommand(41)], declined, 1060],
    ['after a reversal, up to it again', [reverseStepCommand(400), incrementStepCommand(500)], approved, 1100],
    ['after a reversal, beyond it', [reverseStepCommand(400), incrementStepCommand(501)], declined, 600],
    [
      'after a part was captured, as if it were not',
      [settleStepCommand(600, false), incrementStepCommand(101)],
      declined,
      1000,
    ],
    ['after a part was captured, up to it', [settleStepCommand(600, false), incrementStepCommand(100)], approved, 1100],
    [
      'after more was captured than was held',
      [settleStepCommand(1101, false), incrementStepCommand(1)],
      declined,
      1000,
    ],
    [
      'after a refund, which gives no room',
      [settleStepCommand(1000, false), refundStepCommand(), incrementStepCommand(101)],
      declined,
      1000,
    ],
  ])('%s', (_, steps, expected, authorizedAmount) => {
    const { decided, transaction } = answers(steps)
    expect(decided).toMatchObject(expected)
    expect(transaction).toMatchObject({ authorizedAmount, flags: { intentMatched: true, intentMismatch: false } })
  })

  it.each<[string, DescribedCard]>([
    ['where the intent expects no amount', bound(decline, {})],
    ['where the purchase had none', { card: { policy: decline } }],
  ])('is not bound %s', (_, described) => {
    expect(answers([incrementStepCommand(5000)], described).decided).toMatchObject(approved)
  })

  it('says what the purchase would come to and what is allowed', () => {
    const { decided } = answers([incrementStepCommand(500)])
    expect(decided).toMatchObject({
      reasons: [
        {
          message: 'The purchase would come to $15.00, more than the $11.00 that its intent int_1 allows.',
          remedy: "Ask for no more than is left of it, or set `onIntentMismatch` of the card's policy to `flag`.",
          observed: 'int_1',
        },
      ],
      flags: { intentMismatch: true },
    })
  })

  it('freezes the card where the policy says so, as an authorization does', () => {
    const { network, results } = transactionAfterSteps(
      [incrementStepCommand(101)],
      bound({ onIntentMismatch: 'freeze' }),
    )
    expect(results[0]?.outcomes).toMatchObject([{ decision: declined }])
    expect(network.set.cards.get('card_1')?.status).toBe('frozen')
    expect([...(results[0]?.changes.cards.keys() ?? [])]).toEqual(['card_1'])
    expect(results[0]?.changes.events).toMatchObject([
      { type: 'transaction.declined', sequence: 2 },
      { type: 'card.frozen', sequence: 2, data: { reason: 'intent_mismatch' } },
    ])
  })

  it('is approved under `flag`, flagged on the answer and on the transaction', () => {
    const { transaction, results } = transactionAfterSteps(
      [incrementStepCommand(101), incrementStepCommand(1)],
      bound({}),
    )
    for (const { outcomes } of results) {
      expect(outcomes).toMatchObject([{ decision: { decision: 'approve', flags: { intentMismatch: true } } }])
    }
    expect(transaction).toMatchObject({
      authorizedAmount: 1102,
      intentId: 'int_1',
      flags: { ...noTransactionFlags, intentMatched: true, intentMismatch: true },
    })
  })

  it('leaves the first answer as it was', () => {
    const { network } = transactionAfterSteps([], bound({}))
    const asked = someAuthorization({ networkReference: 'ref' })
    network.set.intents.set('card_1', [...network.set.matchedIntents.values()])
    const [first] = network.send([asked]).outcomes
    const transactionId = 'txn_2'
    network.send([{ ...incrementStepCommand(500), transactionId }], TEST_NOON + 1)
    expect(network.set.transactions.get(transactionId)?.flags.intentMismatch).toBe(true)
    expect(network.send([asked], TEST_NOON + 2).outcomes).toEqual([first])
  })
})
