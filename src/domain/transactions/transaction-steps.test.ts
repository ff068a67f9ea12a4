import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noTransactionFlags } from '../decision/flags.ts'
import {
  expireHold,
  releasedAmount,
  incrementTransaction,
  refundTransaction,
  refuseUnlessTransactionOpen,
  reverseTransaction,
  settleTransaction,
  type TransactionStepResult,
} from './transaction-steps.ts'
import type { TransactionState } from './transaction.ts'

const START = Date.UTC(2026, 0, 31, 23)
const HOLD_MS = 7 * 24 * 3_600_000

const authorized = (amount: number): TransactionState => ({
  id: 'txn_1',
  accountId: 'acct_1',
  customerId: 'cust_1',
  agentId: null,
  cardId: 'card_1',
  intentId: null,
  sequence: 1,
  type: 'authorization',
  status: 'pending',
  amount,
  authorizedAmount: amount,
  settledAmount: 0,
  refundedAmount: 0,
  currency: 'USD',
  merchantMoney: null,
  merchant: {},
  decision: 'approve',
  reasons: [],
  flags: noTransactionFlags,
  trace: [],
  attestation: 'unattested',
  shadow: null,
  networkReference: null,
  referenceHash: null,
  createdAt: START,
  updatedAt: START,
  settledAt: null,
  expiresAt: START + HOLD_MS,
  counted: [[START, amount]],
})

type Step = (transaction: TransactionState, now: number) => TransactionStepResult
const settling =
  (amount?: number, final = true): Step =>
  (transaction, now) =>
    settleTransaction(transaction, { ...(amount === undefined ? {} : { amount }), final }, now)
const reversing =
  (amount?: number): Step =>
  (transaction, now) =>
    reverseTransaction(transaction, amount, now)
const refunding =
  (amount?: number): Step =>
  (transaction, now) =>
    refundTransaction(transaction, amount, now)
const incrementing =
  (amount: number): Step =>
  (transaction, now) =>
    refuseUnlessTransactionOpen(transaction, 'incremented', now) ?? incrementTransaction(transaction, amount, { now })
const endingAt =
  (now: number): Step =>
  (transaction) =>
    expireHold(transaction, now)
const expiring = endingAt(START + HOLD_MS)

const countedCents = ({ counted }: TransactionState) => counted.reduce((sum, [, amount]) => sum + amount, 0)

/** Takes steps of a transaction one after the other, a second apart. Returns the result of the last step, or the first refusal. */
function take(start: TransactionState, steps: Step[]): TransactionStepResult {
  let result: TransactionStepResult = { transaction: start, spendChanges: [], events: [] }
  let now = START
  for (const step of steps) {
    if ('refused' in result) return result
    now += 1000
    result = step(result.transaction, now)
  }
  return result
}

describe('an authorization of 1000 cents', () => {
  it.each<[string, Step[], Partial<TransactionState> & { counts: number; events: string[] }]>([
    [
      'settled whole',
      [settling()],
      { status: 'settled', settledAmount: 1000, counts: 1000, events: ['transaction.settled'] },
    ],
    [
      'settled for less',
      [settling(400)],
      { status: 'settled', settledAmount: 400, counts: 400, events: ['transaction.settled'] },
    ],
    [
      'settled for more',
      [settling(1500)],
      { status: 'settled', settledAmount: 1500, authorizedAmount: 1000, counts: 1500, events: ['transaction.settled'] },
    ],
    ['captured in part', [settling(400, false)], { status: 'pending', settledAmount: 400, counts: 1000, events: [] }],
    [
      'captured in parts, the last final',
      [settling(400, false), settling(100)],
      { status: 'settled', settledAmount: 500, counts: 500, events: ['transaction.settled'] },
    ],
    [
      'captured beyond the hold, still open',
      [settling(1200, false)],
      { status: 'pending', settledAmount: 1200, counts: 1200, events: [] },
    ],
    [
      'reversed whole',
      [reversing()],
      { status: 'reversed', authorizedAmount: 0, counts: 0, events: ['transaction.reversed'] },
    ],
    [
      'reversed in part',
      [reversing(300)],
      { status: 'pending', authorizedAmount: 700, counts: 700, events: ['transaction.reversed'] },
    ],
    [
      'reversed after a capture',
      [settling(400, false), reversing()],
      {
        status: 'settled',
        authorizedAmount: 400,
        counts: 400,
        events: ['transaction.reversed', 'transaction.settled'],
      },
    ],
    [
      'incremented, then settled',
      [incrementing(500), settling()],
      { status: 'settled', settledAmount: 1500, counts: 1500, events: ['transaction.settled'] },
    ],
    [
      'refunded in part',
      [settling(), refunding(300)],
      { status: 'settled', refundedAmount: 300, counts: 1000, events: ['transaction.refunded'] },
    ],
    [
      'refunded whole',
      [settling(), refunding(300), refunding()],
      { refundedAmount: 1000, counts: 1000, events: ['transaction.refunded'] },
    ],
    ['expired', [expiring], { status: 'expired', authorizedAmount: 1000, counts: 0, events: ['transaction.reversed'] }],
    [
      'expired after a capture',
      [settling(400, false), expiring],
      { status: 'settled', counts: 400, events: ['transaction.settled'] },
    ],
  ])('%s', (_name, steps, { counts, events, ...expected }) => {
    const result = take(authorized(1000), steps)
    expect(result).toMatchObject({ events, transaction: expected })
    expect('transaction' in result && countedCents(result.transaction)).toBe(counts)
  })

  it.each<[string, Step[], string, string]>([
    [
      'settled twice',
      [settling(), settling()],
      'transaction_not_open',
      'The transaction is settled and cannot be settled.',
    ],
    [
      'reversed after settlement',
      [settling(), reversing()],
      'transaction_not_open',
      'The transaction is settled and cannot be reversed.',
    ],
    [
      'reversed beyond what is open',
      [settling(400, false), reversing(601)],
      'invalid_request',
      'Only $6.00 of this authorization is open.',
    ],
    ['refunded before settlement', [refunding(1)], 'transaction_not_open', 'Nothing of this transaction is settled.'],
    [
      'refunded beyond settlement',
      [settling(400), refunding(401)],
      'invalid_request',
      'Only $4.00 of this transaction can be refunded.',
    ],
    [
      'refunded when all is refunded',
      [settling(), refunding(1000), refunding()],
      'transaction_not_open',
      'All of this transaction is refunded.',
    ],
    [
      'expired before its time',
      [endingAt(START + HOLD_MS - 1)],
      'transaction_not_open',
      'The transaction is pending and cannot be expired.',
    ],
    [
      'expired when it is settled',
      [settling(), expiring],
      'transaction_not_open',
      'The transaction is settled and cannot be expired.',
    ],
  ])('cannot be %s', (_name, steps, refused, message) => {
    expect(take(authorized(1000), steps)).toEqual({ refused, message })
  })

  it('flags a settlement beyond the authorization and beyond the intent', () => {
    const settled = settleTransaction(authorized(1000), { amount: 1200, final: true, intentCeiling: 1100 }, START)
    expect(settled).toMatchObject({
      transaction: { flags: { settlementOverAuthorized: true, settlementOverIntent: true } },
    })
    const within = settleTransaction(authorized(1000), { amount: 1000, final: true, intentCeiling: 1000 }, START)
    expect(within).toMatchObject({
      transaction: { flags: { settlementOverAuthorized: false, settlementOverIntent: false } },
    })
  })
})

describe('a hold that nobody has swept', () => {
  const captured = settleTransaction(authorized(1000), { amount: 400, final: false }, START)
  const { transaction } = captured as { transaction: TransactionState }

  it.each<[string, Step]>([
    ['settled', settling()],
    ['settled', settling(1, false)],
    ['reversed', reversing()],
    ['reversed', reversing(1)],
    ['incremented', incrementing(1)],
  ])('is %s until its last millisecond, and no longer', (step, stepping) => {
    expect(stepping(transaction, START + HOLD_MS - 1)).toHaveProperty('transaction')
    const message = `The hold expired at 2026-02-07T23:00:00.000Z and cannot be ${step}.`
    for (const now of [START + HOLD_MS, START + 9 * HOLD_MS]) {
      expect(stepping(transaction, now)).toEqual({ refused: 'transaction_not_open', message })
    }
  })

  it('has its captures refunded, and ends, at any time after', () => {
    const now = START + 9 * HOLD_MS
    expect(refunding()(transaction, now)).toMatchObject({ transaction: { status: 'pending', refundedAmount: 400 } })
    expect(endingAt(now)(transaction, now)).toMatchObject({ transaction: { status: 'settled', settledAmount: 400 } })
  })
})

it('the spend counts an increment only beyond what a capture has counted', () => {
  const captured = take(authorized(1000), [settling(1500, false)])
  const transaction = (captured as { transaction: TransactionState }).transaction
  expect(incrementTransaction(transaction, 500, { now: START })).toMatchObject({ spendChanges: [], events: [] })
  expect(incrementTransaction(transaction, 501, { now: START }).spendChanges).toEqual([[START, 1]])
})

it.each<[string, Step[], number]>([
  ['a reversal', [settling(100, false), reversing(300)], 300],
  ['an expiry, after a capture', [settling(100, false), reversing(300), expiring], 0],
  ['an expiry', [expiring], 1000],
])('what %s has returned', (_, steps, cents) => {
  const before = take(authorized(1000), steps.slice(0, -1))
  const after = take(authorized(1000), steps)
  if ('refused' in before || 'refused' in after) throw new Error('a step was refused')
  expect(releasedAmount(before.transaction, after.transaction)).toBe(cents)
})

it('a reversal takes an increment back from the moment of the increment', () => {
  expect(take(authorized(1000), [incrementing(500), reversing(500)])).toMatchObject({
    spendChanges: [[START + 1000, -500]],
  })
  const result = take(authorized(1000), [incrementing(500), reversing(600)])
  expect(result).toMatchObject({
    spendChanges: [
      [START + 1000, -500],
      [START, -100],
    ],
  })
})

it('the spend counts what is held or captured, through any steps', () => {
  const cents = fc.integer({ min: 1, max: 2000 })
  const step = fc.oneof(
    fc.tuple(fc.option(cents, { nil: undefined }), fc.boolean()).map(([amount, final]) => settling(amount, final)),
    fc.option(cents, { nil: undefined }).map(reversing),
    fc.option(cents, { nil: undefined }).map(refunding),
    cents.map(incrementing),
  )
  fc.assert(
    fc.property(cents, fc.array(step, { maxLength: 8 }), (amount, steps) => {
      let transaction = authorized(amount)
      let spent = amount
      let now = START
      for (const next of steps) {
        now += 1000
        const result = next(transaction, now)
        if ('refused' in result) continue
        spent += result.spendChanges.reduce((sum, [, delta]) => sum + delta, 0)
        transaction = result.transaction
      }
      const { status, authorizedAmount, settledAmount } = transaction
      const expected = status === 'pending' ? Math.max(authorizedAmount, settledAmount) : settledAmount
      expect(spent).toBe(expected)
      expect(countedCents(transaction)).toBe(expected)
      expect(transaction.counted.every(([, part]) => part >= 0)).toBe(true)
    }),
  )
})
