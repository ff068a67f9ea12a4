import { describe, expect, it } from 'vitest'
import type { DescribedCard, CardNetwork } from '../../../test/support/records/network.ts'
import {
  incrementStepCommand,
  reverseStepCommand,
  settleStepCommand,
  transactionAfterSteps,
} from '../../../test/support/records/steps.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import { noBatchChanges } from './changes.ts'
import type { TransactionStepCommand } from './commands/commands.ts'

describe('an increment', () => {
  it('is decided like an authorization of its own, and recorded with what it was made from', () => {
    const { network, results, transaction } = transactionAfterSteps([incrementStepCommand(500)], {
      card: { limits: { perAuth: 1800 }, policy: { cooldownMinutes: 5 } },
      intents: [{}],
      lastAttestedAt: 5,
    })
    expect(transaction).toMatchObject({ status: 'pending', authorizedAmount: 1500, flags: { nearLimit: false } })
    const [{ outcomes, changes } = { outcomes: [], changes: noBatchChanges() }] = results
    expect(outcomes).toEqual([
      {
        kind: 'decided',
        transaction,
        decision: expect.objectContaining({ decision: 'approve', reasons: [] }) as unknown,
      },
    ])
    expect(outcomes).toMatchObject([{ decision: { flags: { nearLimit: true } } }])
    expect(changes).toMatchObject({
      steps: [
        {
          kind: 'increment',
          amount: 500,
          final: null,
          decision: 'approve',
          reasons: [],
          at: TEST_NOON + 1000,
          sequence: 2,
        },
      ],
      events: [],
    })
    expect(changes.steps[0]?.inputs).toEqual({
      customer: { ...network.set.customers.get('cust_1'), last: { sequence: 1, id: 'txn_1', at: TEST_NOON } },
      agent: network.set.agents.get('agt_1'),
      card: network.set.cards.get('card_1'),
      stored: { attestedAt: 5 },
    })
    expect(changes.entries).toEqual([
      {
        id: 'stp_2',
        customerId: 'cust_1',
        agentId: 'agt_1',
        cardId: 'card_1',
        sequence: 2,
        at: TEST_NOON + 1000,
        isApproval: false,
        counted: [[TEST_NOON + 1000, 500]],
      },
    ])
  })

  it('that is declined leaves the transaction as it was, and is told of', () => {
    const described: DescribedCard = { card: { limits: { perAuth: 1400 } }, intents: [{}] }
    const { network, results, transaction, spent } = transactionAfterSteps([incrementStepCommand(500)], described)
    const [{ outcomes, changes } = { outcomes: [], changes: noBatchChanges() }] = results
    expect(transaction).toMatchObject({ status: 'pending', authorizedAmount: 1000, updatedAt: TEST_NOON })
    expect(spent).toEqual([1000, 1000, 1000])
    const reason = { code: 'limit_exceeded', rule: 'limits.perAuth', level: 'card', limit: 1400, observed: 1500 }
    expect(outcomes).toMatchObject([
      { kind: 'decided', transaction, decision: { decision: 'decline', reasons: [reason] } },
    ])
    expect(changes.steps).toMatchObject([{ decision: 'decline', reasons: [reason], inputs: { stored: null } }])
    expect(changes.events).toMatchObject([
      {
        type: 'transaction.declined',
        at: TEST_NOON + 1000,
        data: {
          amount: 500,
          status: 'pending',
          intentId: 'int_1',
          reasons: [reason],
          flags: { nearLimit: true, intentMatched: false },
        },
        sequence: 2,
      },
    ])
    expect(changes.changedTransactions.size).toBe(0)
    expect(changes.entries).toMatchObject([{ id: 'stp_2', sequence: 2, isApproval: false, counted: [] }])
    expect(network.set.customers.get('cust_1')?.last.sequence).toBe(2)
  })

  it('sees what the card may now', () => {
    const { network } = transactionAfterSteps([])
    for (const card of network.set.cards.values()) network.set.cards.set(card.id, { ...card, status: 'frozen' })
    expect(network.send([incrementStepCommand(1)]).outcomes).toMatchObject([
      { decision: { reasons: [{ code: 'card_frozen' }] } },
    ])
  })
})

describe('a settlement beyond the intent', () => {
  const expected: DescribedCard = { intents: [{ expectedAmount: 1000 }] }
  const flagOf = ({ transaction }: { transaction: TransactionState }) => transaction.flags.settlementOverIntent

  it.each([
    [1100, false],
    [1101, true],
  ])('of %d: %s', (amount, isOver) => {
    expect(flagOf(transactionAfterSteps([settleStepCommand(amount)], expected))).toBe(isOver)
  })

  const tolerating = ({ set }: CardNetwork, percent: number) => {
    for (const customer of set.customers.values()) {
      set.customers.set(customer.id, { ...customer, policy: { intentTolerancePercent: percent } })
    }
  }

  it('is measured by the policy of its moment, which is kept', () => {
    const { network } = transactionAfterSteps([], expected)
    tolerating(network, 50)
    const [customer, agent, card] = [
      network.set.customers.get('cust_1'),
      network.set.agents.get('agt_1'),
      network.set.cards.get('card_1'),
    ]
    const { outcomes, changes } = network.send([settleStepCommand(1500)])
    expect(outcomes).toMatchObject([{ transaction: { flags: { settlementOverIntent: false } } }])
    expect(changes.steps[0]?.inputs).toEqual({
      customer,
      agent,
      card,
      stored: null,
    })
  })

  it.each<[string, TransactionStepCommand, DescribedCard]>([
    ['without an intent', settleStepCommand(5000), {}],
    ['where the intent expects no amount', settleStepCommand(5000), { intents: [{}] }],
    ['where the intent did not match', settleStepCommand(5000), { intents: [{ expectedAmount: 5 }] }],
  ])('is none %s', (_, step, described) => {
    expect(flagOf(transactionAfterSteps([step], described))).toBe(false)
  })

  it.each<[string, readonly TransactionStepCommand[], DescribedCard]>([
    ['a settlement without a matched intent', [settleStepCommand()], { intents: [{ expectedAmount: 5 }] }],
    ['a reversal', [reverseStepCommand()], expected],
  ])('%s asks no policy', (_, steps, described) => {
    expect(transactionAfterSteps(steps, described).results.map(({ changes }) => changes.steps[0]?.inputs)).toEqual([
      null,
    ])
  })
})
