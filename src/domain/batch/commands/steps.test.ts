import { describe, expect, it } from 'vitest'
import {
  someAuthorization,
  AUTHORIZATION_HOLD_MS,
  type DescribedCard,
} from '../../../../test/support/records/network.ts'
import {
  expireTransactionStep,
  incrementStepCommand,
  refundStepCommand,
  reverseStepCommand,
  settleStepCommand,
  transactionAfterSteps,
} from '../../../../test/support/records/steps.ts'
import { TEST_NOON } from '../../../../test/support/records/subject.ts'
import { assertPresent } from '../../../lib/assert.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import { emptyLevelSpend, recordApproval } from '../../spend/spend-windows.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { noBatchChanges, type BatchChanges } from '../changes.ts'
import type { BatchWorkingSet } from '../working-set.ts'
import type { TransactionStepCommand } from './commands.ts'

/** A copy of a working set that does not change with it. Memories of rules are functions, so their values alone are copied. */
const contentOf = (set: BatchWorkingSet) => structuredClone({ ...set, memories: [...(set.memories?.values() ?? [])] })

const recorded = ({ steps }: BatchChanges) => steps.map(({ kind, amount, final }) => [kind, amount, final])
const told = ({ events }: BatchChanges) =>
  events.map(({ type, data, sequence }) => [type, 'amount' in data ? data.amount : undefined, sequence])

describe('steps', () => {
  it.each<
    [
      string,
      readonly TransactionStepCommand[],
      Partial<TransactionState>,
      number,
      readonly unknown[],
      readonly unknown[],
    ]
  >([
    [
      'a settlement of all',
      [settleStepCommand()],
      {
        status: 'settled',
        settledAmount: 1000,
        authorizedAmount: 1000,
        settledAt: TEST_NOON + 1000,
        updatedAt: TEST_NOON + 1000,
      },
      1000,
      [['settle', 1000, true]],
      [['transaction.settled', 1000, 2]],
    ],
    [
      'a settlement of less',
      [settleStepCommand(700)],
      { status: 'settled', settledAmount: 700, authorizedAmount: 1000, flags: noTransactionFlags },
      700,
      [['settle', 700, true]],
      [['transaction.settled', 700, 2]],
    ],
    [
      'a settlement of more',
      [settleStepCommand(1200)],
      { status: 'settled', settledAmount: 1200, flags: { ...noTransactionFlags, settlementOverAuthorized: true } },
      1200,
      [['settle', 1200, true]],
      [['transaction.settled', 1200, 2]],
    ],
    [
      'a partial capture',
      [settleStepCommand(300, false)],
      { status: 'pending', settledAmount: 300, settledAt: null },
      1000,
      [['settle', 300, false]],
      [],
    ],
    [
      'the rest after a partial capture',
      [settleStepCommand(300, false), settleStepCommand()],
      { status: 'settled', settledAmount: 1000 },
      1000,
      [
        ['settle', 300, false],
        ['settle', 700, true],
      ],
      [['transaction.settled', 1000, 3]],
    ],
    [
      'a reversal of all',
      [reverseStepCommand()],
      { status: 'reversed', authorizedAmount: 0 },
      0,
      [['reverse', 1000, null]],
      [['transaction.reversed', 1000, 2]],
    ],
    [
      'a reversal of a part',
      [reverseStepCommand(400)],
      { status: 'pending', authorizedAmount: 600 },
      600,
      [['reverse', 400, null]],
      [['transaction.reversed', 400, 2]],
    ],
    [
      'a reversal of what was not captured',
      [settleStepCommand(300, false), reverseStepCommand()],
      { status: 'settled', authorizedAmount: 300, settledAmount: 300 },
      300,
      [
        ['settle', 300, false],
        ['reverse', 700, null],
      ],
      [
        ['transaction.reversed', 700, 3],
        ['transaction.settled', 300, 3],
      ],
    ],
    [
      'a reversal when all is captured, which gives nothing back',
      [settleStepCommand(1000, false), reverseStepCommand()],
      { status: 'settled', authorizedAmount: 1000, settledAmount: 1000, settledAt: TEST_NOON + 2000 },
      1000,
      [
        ['settle', 1000, false],
        ['reverse', 0, null],
      ],
      [['transaction.settled', 1000, 3]],
    ],
    [
      'refunds, which give no room back',
      [settleStepCommand(), refundStepCommand(300), refundStepCommand()],
      { status: 'settled', settledAmount: 1000, refundedAmount: 1000 },
      1000,
      [
        ['settle', 1000, true],
        ['refund', 300, null],
        ['refund', 700, null],
      ],
      [
        ['transaction.settled', 1000, 2],
        ['transaction.refunded', 300, 3],
        ['transaction.refunded', 700, 4],
      ],
    ],
    [
      'the end of the hold',
      [expireTransactionStep],
      { status: 'expired', authorizedAmount: 1000, updatedAt: TEST_NOON + AUTHORIZATION_HOLD_MS },
      0,
      [['expire', 1000, null]],
      [['transaction.reversed', 1000, 2]],
    ],
    [
      'the end of the hold after a partial capture',
      [settleStepCommand(300, false), expireTransactionStep],
      { status: 'settled', settledAmount: 300 },
      300,
      [
        ['settle', 300, false],
        ['expire', 700, null],
      ],
      [['transaction.settled', 300, 3]],
    ],
    [
      'an increment, and a settlement of the sum',
      [incrementStepCommand(500), settleStepCommand()],
      { status: 'settled', amount: 1000, authorizedAmount: 1500, settledAmount: 1500 },
      1500,
      [
        ['increment', 500, null],
        ['settle', 1500, true],
      ],
      [['transaction.settled', 1500, 3]],
    ],
  ])('%s', (_, steps, expected, spent, records, events) => {
    const { network, results, transaction, spent: counted } = transactionAfterSteps(steps)
    expect(transaction).toMatchObject(expected)
    expect(counted).toEqual([spent, spent, spent])
    expect(results.flatMap(({ changes }) => recorded(changes))).toEqual(records)
    expect(results.flatMap(({ changes }) => told(changes))).toEqual(events)
    const last = results.at(-1)
    expect(last?.outcomes).toEqual([{ kind: 'posted', transaction }])
    expect(last?.changes.changedTransactions).toEqual(new Set(['txn_1']))
    expect(network.set.customers.get('cust_1')?.last.sequence).toBe(steps.length + 1)
  })

  it('are recorded in whole, and told of as the transaction stands', () => {
    const { results } = transactionAfterSteps([settleStepCommand(700)])
    const entry = {
      id: 'stp_2',
      customerId: 'cust_1',
      agentId: 'agt_1',
      cardId: 'card_1',
      sequence: 2,
      counted: [[TEST_NOON, -300]],
    }
    expect(results[0]?.changes).toEqual({
      ...noBatchChanges(),
      changedTransactions: new Set(['txn_1']),
      entries: [{ ...entry, at: TEST_NOON + 1000, isApproval: false }],
      steps: [
        {
          ...entry,
          accountId: 'acct_1',
          transactionId: 'txn_1',
          kind: 'settle',
          amount: 700,
          final: true,
          decision: null,
          reasons: [],
          at: TEST_NOON + 1000,
          inputs: null,
        },
      ],
      events: [
        {
          type: 'transaction.settled',
          data: {
            transactionId: 'txn_1',
            cardId: 'card_1',
            amount: 700,
            merchant: 'Acme Tools',
            customerId: 'cust_1',
            agentId: 'agt_1',
            currency: 'USD',
            status: 'settled',
            mcc: '5251',
            flags: noTransactionFlags,
            transaction: {
              authorizedAmount: 1000,
              settledAmount: 700,
              refundedAmount: 0,
              settledAt: TEST_NOON + 1000,
            },
          },
          accountId: 'acct_1',
          customerId: 'cust_1',
          at: TEST_NOON + 1000,
          sequence: 2,
        },
      ],
    })
  })

  it('that move no spend change none', () => {
    const { network, results } = transactionAfterSteps([settleStepCommand()])
    expect(results[0]?.changes.entries).toMatchObject([{ id: 'stp_2', counted: [] }])
    expect(network.send([refundStepCommand()]).changes.entries).toMatchObject([{ id: 'stp_3', counted: [] }])
  })

  it('of a single-use card post after its close', () => {
    const { transaction, spent } = transactionAfterSteps(
      [incrementStepCommand(5), settleStepCommand(), refundStepCommand(1)],
      {
        card: { usage: 'single' },
      },
    )
    expect(transaction).toMatchObject({ status: 'settled', settledAmount: 1005, refundedAmount: 1 })
    expect(spent[0]).toBe(1005)
  })

  it('of a single-use card post after its close only where they are of the purchase that consumed it', () => {
    const { network } = transactionAfterSteps([])
    network.set.cards.set('card_1', { ...assertPresent(network.set.cards.get('card_1'), 'a card'), usage: 'single' })
    const increment = (transactionId: string) => ({ ...incrementStepCommand(5), transactionId })
    const { outcomes } = network.send([increment('txn_1'), someAuthorization(), increment('txn_1'), increment('txn_3')])
    expect(outcomes).toMatchObject([
      { decision: { decision: 'approve' } },
      { decision: { decision: 'approve' } },
      { decision: { reasons: [{ code: 'card_closed' }, { code: 'card_consumed' }] } },
      { decision: { decision: 'approve' }, transaction: { authorizedAmount: 1005 } },
    ])
    expect(network.send([reverseStepCommand()]).outcomes).toMatchObject([{ kind: 'posted' }])
  })

  it('leave the purchase one that a later one can repeat, also where they reverse it', () => {
    const { network } = transactionAfterSteps([reverseStepCommand()], {
      card: { policy: { duplicateWindowMinutes: 5 } },
    })
    expect(network.send([someAuthorization()], TEST_NOON + 5 * 60_000 - 1).outcomes).toMatchObject([
      { decision: { reasons: [{ code: 'duplicate_charge' }] } },
    ])
  })

  it('take back at the moment of the purchase', () => {
    const { network } = transactionAfterSteps([])
    network.send([incrementStepCommand(500)], TEST_NOON + 3_600_000)
    network.send([reverseStepCommand(600)], TEST_NOON + 7_200_000)
    expect(network.set.spend.get('card_1')?.recent.entries).toEqual([{ at: TEST_NOON, amount: 900, count: 1 }])
  })
})

describe('a refused step', () => {
  const full = recordApproval(emptyLevelSpend, [TEST_NOON, Number.MAX_SAFE_INTEGER - 1000])

  it.each<[string, readonly TransactionStepCommand[], string, string | undefined, DescribedCard]>([
    [
      'a settled one is not incremented',
      [settleStepCommand(), incrementStepCommand(1)],
      'transaction_not_open',
      'The transaction is settled and cannot be incremented.',
      {},
    ],
    [
      'a reversed one is not settled',
      [reverseStepCommand(), settleStepCommand()],
      'transaction_not_open',
      'The transaction is reversed and cannot be settled.',
      {},
    ],
    [
      'a settled one is not reversed',
      [settleStepCommand(), reverseStepCommand()],
      'transaction_not_open',
      'The transaction is settled and cannot be reversed.',
      {},
    ],
    [
      'a hold does not end early',
      [{ ...expireTransactionStep, kind: 'expire' }],
      'transaction_not_open',
      'The transaction is pending and cannot be expired.',
      {},
    ],
    [
      'no more is reversed than is open',
      [reverseStepCommand(1001)],
      'invalid_request',
      'Only $10.00 of this authorization is open.',
      {},
    ],
    [
      'nothing is refunded before it is settled',
      [refundStepCommand()],
      'transaction_not_open',
      'Nothing of this transaction is settled.',
      {},
    ],
    [
      'no more is refunded than is settled',
      [settleStepCommand(), refundStepCommand(1001)],
      'invalid_request',
      'Only $10.00 of this transaction can be refunded.',
      {},
    ],
    [
      'no more is settled than can be counted',
      [settleStepCommand(1001)],
      'invalid_request',
      'The total spend would be larger than can be counted in whole cents.',
      { spend: { customer: full } },
    ],
    [
      'an unknown transaction',
      [{ ...settleStepCommand(), transactionId: 'txn_9' }],
      'transaction_not_found',
      undefined,
      {},
    ],
    [
      'a transaction of another account',
      [{ ...settleStepCommand(), accountId: 'acct_2' }],
      'transaction_not_found',
      undefined,
      {},
    ],
  ])('%s, and leaves no trace', (_, steps, code, message, described) => {
    const { network } = transactionAfterSteps(steps.slice(0, -1), described)
    const before = contentOf(network.set)
    const { outcomes, changes } = network.send(steps.slice(-1), TEST_NOON + 5000)
    expect(outcomes).toEqual([{ kind: 'refused', code, ...(message === undefined ? {} : { message }) }])
    expect(changes).toEqual(noBatchChanges())
    expect(contentOf(network.set)).toEqual(before)
  })

  it.each([
    incrementStepCommand(1),
    settleStepCommand(),
    settleStepCommand(1, false),
    reverseStepCommand(),
    reverseStepCommand(1),
  ])('$kind: a hold that has expired, before anybody has swept it', (step) => {
    const { network } = transactionAfterSteps([])
    const before = contentOf(network.set)
    const { outcomes, changes } = network.send([step], TEST_NOON + AUTHORIZATION_HOLD_MS)
    expect(outcomes).toMatchObject([{ kind: 'refused', code: 'transaction_not_open' }])
    expect([contentOf(network.set), changes]).toEqual([before, noBatchChanges()])
    expect(network.send([step], TEST_NOON + AUTHORIZATION_HOLD_MS - 1).outcomes[0]?.kind).not.toBe('refused')
  })

  it('what can just be counted is settled', () => {
    expect(transactionAfterSteps([settleStepCommand(1000)], { spend: { customer: full } }).transaction.status).toBe(
      'settled',
    )
  })
})
