import { expect, it } from 'vitest'
import { transactionFlagNames, type TransactionFlags } from '../../contract/decisions.ts'
import { receiptClaims } from './receipt.ts'

const flags = Object.fromEntries(transactionFlagNames.map((name) => [name, false])) as TransactionFlags
const decided = {
  id: 'txn_1',
  accountId: 'acct_1',
  type: 'authorization' as const,
  trace: [{ rule: 'card.status', code: 'card_frozen' as const, level: 'card' as const, passed: true }],
  agentId: null,
  amount: 4200,
  currency: 'USD',
  merchantMoney: null,
  merchant: { name: 'Ink Shop' },
  decision: 'approve' as const,
  reasons: [],
  flags: { ...flags, intentMatched: true },
  intentId: 'int_1',
  sequence: 7,
  createdAt: Date.UTC(2026, 0, 31, 12),
}
const approval = { id: 'apr_1', decidedBy: 'per_1', decidedAt: Date.UTC(2026, 0, 31, 11) }
const facts = { last4: '4242', policyVersion: 'v', approval }

it('names what was decided, by which rules, and who approved it', () => {
  expect(receiptClaims(decided, facts)).toEqual({
    transactionId: 'txn_1',
    accountId: 'acct_1',
    type: 'authorization',
    standIn: false,
    last4: '4242',
    agentId: null,
    amount: 4200,
    currency: 'USD',
    merchant: { name: 'Ink Shop' },
    decision: 'approve',
    reasons: [],
    policyVersion: 'v',
    intentId: 'int_1',
    approval: { id: 'apr_1', decidedBy: 'per_1', decidedAt: '2026-01-31T11:00:00.000Z' },
    sequence: 7,
    at: '2026-01-31T12:00:00.000Z',
  })
})

it('says what the merchant asked for, where the network said it', () => {
  const merchantMoney = { amount: 3899, currency: 'EUR' }
  expect(receiptClaims({ ...decided, merchantMoney }, facts)).toMatchObject({
    amount: 4200,
    currency: 'USD',
    merchantAmount: 3899,
    merchantCurrency: 'EUR',
  })
})

it.each([
  ['merchantAmount', decided, facts],
  ['approval', { ...decided, flags: { ...flags, intentMismatch: true } }, facts],
  ['approval', decided, { ...facts, approval: null }],
  ['intentId', { ...decided, intentId: null }, { ...facts, approval: null }],
  ['policyVersion', decided, { ...facts, policyVersion: null }],
])('leaves out %s where there is none of this purchase', (name, transaction, beside) => {
  expect(receiptClaims(transaction, beside)).not.toHaveProperty(name)
})
