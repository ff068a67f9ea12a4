import { describe, expect, it } from 'vitest'
import { someAuthorization, cardNetwork } from '../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import { noTransactionFlags } from '../decision/flags.ts'
import { transactionApiAnswer } from '../transactions/transaction-answer.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import { transactionAtAuthorization } from '../transactions/at-authorization.ts'
import { transactionDecisionEvent, decisionEventId, transactionIdOfEvent } from './decision-event.ts'

describe('the event of a decision', () => {
  it.each([
    ['transaction.created', 'pending', {}],
    ['transaction.declined', 'declined', { status: 'frozen' }],
  ] as const)('%s tells of the transaction as it was decided', (type, status, card) => {
    const { set, send } = cardNetwork({ card })
    send([someAuthorization()])
    send([{ accountId: 'acct_1', transactionId: 'txn_1', kind: 'settle', final: true }], TEST_NOON + 1)
    const transaction = set.transactions.get('txn_1') as TransactionState
    expect(transactionDecisionEvent(transaction)).toEqual({
      id: 'evt_1',
      type,
      data: {
        transactionId: 'txn_1',
        cardId: 'card_1',
        amount: 1000,
        merchant: 'Acme Tools',
        customerId: 'cust_1',
        agentId: 'agt_1',
        currency: 'USD',
        status,
        mcc: '5251',
        flags: noTransactionFlags,
        ...(transaction.reasons.length === 0 ? {} : { reasons: transaction.reasons }),
        transaction: transactionApiAnswer(transactionAtAuthorization(transaction)),
      },
      accountId: 'acct_1',
      customerId: 'cust_1',
      at: TEST_NOON,
    })
  })

  it('has the id of its transaction, but for the prefix; other ids are nobody’s', () => {
    expect([decisionEventId('txn_1'), decisionEventId('dlv_txn_1')]).toEqual(['evt_1', 'dlv_txn_1'])
    expect([transactionIdOfEvent('evt_1'), transactionIdOfEvent('dlv_evt_1')]).toEqual(['txn_1', 'dlv_evt_1'])
  })
})
