import { describe, expect, it } from 'vitest'
import { someForcedCapture, AUTHORIZATION_HOLD_MS, cardNetwork } from '../../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../../test/support/records/subject.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import { emptyLevelSpend, recordApproval } from '../../spend/spend-windows.ts'
import { noBatchChanges } from '../changes.ts'
import { recallRuleMemoryOfLevel } from '../../memories/memories.ts'
import { recentPurchases } from '../../memories/recent-purchases.ts'

const flags = { ...noTransactionFlags, forcedCapture: true }

describe('a forced capture', () => {
  it('posts without a decision and counts on every level, on a frozen card too', () => {
    const { set, send } = cardNetwork({ card: { status: 'frozen', limits: { perAuth: 1 } } })
    const { outcomes, changes } = send([someForcedCapture()])
    const transaction = set.transactions.get('txn_1')
    expect(outcomes).toEqual([{ kind: 'posted', transaction }])
    expect(transaction).toEqual({
      id: 'txn_1',
      accountId: 'acct_1',
      customerId: 'cust_1',
      agentId: 'agt_1',
      cardId: 'card_1',
      intentId: null,
      sequence: 1,
      type: 'force_capture',
      status: 'settled',
      amount: 1000,
      authorizedAmount: 0,
      settledAmount: 1000,
      refundedAmount: 0,
      currency: 'USD',
      merchantMoney: null,
      merchant: { name: 'Acme Tools', mcc: '5251' },
      decision: 'approve',
      reasons: [],
      flags,
      trace: [],
      shadow: null,
      attestation: 'unattested',
      networkReference: null,
      referenceHash: null,
      createdAt: TEST_NOON,
      updatedAt: TEST_NOON,
      settledAt: TEST_NOON,
      expiresAt: TEST_NOON + AUTHORIZATION_HOLD_MS,
      counted: [[TEST_NOON, 1000]],
    })
    for (const id of ['card_1', 'agt_1', 'cust_1']) {
      expect(set.spend.get(id)).toMatchObject({ total: 1000, lastApprovedAt: null })
    }
    expect([
      set.references.size,
      recallRuleMemoryOfLevel(recentPurchases, set.memories, 'card_1'),
      set.cards.get('card_1')?.firstSpendAt,
    ]).toEqual([0, [], null])
    const data = {
      transactionId: 'txn_1',
      cardId: 'card_1',
      amount: 1000,
      merchant: '',
      customerId: 'cust_1',
      agentId: 'agt_1',
      currency: 'USD',
      status: 'settled',
      flags,
      transaction: { authorizedAmount: 0, settledAmount: 1000, refundedAmount: 0, settledAt: TEST_NOON },
    }
    const event = { accountId: 'acct_1', customerId: 'cust_1', at: TEST_NOON }
    expect(changes).toEqual({
      ...noBatchChanges(),
      newTransactions: new Set(['txn_1']),
      entries: [
        {
          id: 'txn_1',
          customerId: 'cust_1',
          agentId: 'agt_1',
          cardId: 'card_1',
          sequence: 1,
          at: TEST_NOON,
          isApproval: false,
          counted: [[TEST_NOON, 1000]],
        },
      ],
      events: ['transaction.created', 'transaction.settled'].map((type) => ({
        ...event,
        type,
        data: { ...data, merchant: 'Acme Tools', mcc: '5251' },
        sequence: 1,
      })),
    })
    const nameless = send([someForcedCapture({ merchant: {} })]).changes.events[0]
    expect(nameless).toEqual({
      ...event,
      type: 'transaction.created',
      data: { ...data, transactionId: 'txn_2' },
      sequence: 2,
    })
    expect(Object.keys(nameless?.data ?? {})).toHaveLength(10)
  })

  it('gets its refunds, and nothing else', () => {
    const { send } = cardNetwork()
    send([someForcedCapture()])
    const ofIt = { accountId: 'acct_1', transactionId: 'txn_1' }
    expect(send([{ ...ofIt, kind: 'refund', amount: 400 }]).outcomes).toMatchObject([
      { kind: 'posted', transaction: { refundedAmount: 400 } },
    ])
    expect(send([{ ...ofIt, kind: 'reverse' }]).outcomes).toMatchObject([
      { kind: 'refused', code: 'transaction_not_open' },
    ])
  })

  it('is refused where it could not be counted, and leaves no trace', () => {
    const { set, send } = cardNetwork({
      spend: { customer: recordApproval(emptyLevelSpend, [TEST_NOON, Number.MAX_SAFE_INTEGER - 1000]) },
    })
    expect(send([someForcedCapture({ amount: 1001 })])).toEqual({
      outcomes: [
        {
          kind: 'refused',
          code: 'invalid_request',
          message: 'The total spend would be larger than can be counted in whole cents.',
        },
      ],
      changes: noBatchChanges(),
    })
    expect(set.transactions.size).toBe(0)
    expect(send([someForcedCapture({ amount: 1000 })]).outcomes).toMatchObject([{ kind: 'posted' }])
  })
})
