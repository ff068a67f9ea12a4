import { describe, expect, it } from 'vitest'
import {
  someAuthorization,
  transactionOfAuthorization,
  AUTHORIZATION_HOLD_MS,
  cardNetwork,
  type DescribedCard,
} from '../../../../test/support/records/network.ts'
import { TEST_NOON } from '../../../../test/support/records/subject.ts'
import { isoTimestamp } from '../../../lib/clock.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import { noBatchChanges } from '../changes.ts'
import type { SentCredentials } from '../../credentials.ts'
import type { JournalEntry } from '../journal-entry.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import type { AuthorizeCommand } from './commands.ts'
import type { BatchWorkingSet } from '../working-set.ts'
import { recallRuleMemoryOfLevel } from '../../memories/memories.ts'
import { recentPurchases } from '../../memories/recent-purchases.ts'

const wrong: SentCredentials = { byNumber: true, expiry: 'none', cvv: 'wrong' }

const MINUTE_MS = 60_000

const spentOn = ({ spend }: BatchWorkingSet, id = 'card_1') => spend.get(id)?.total
const codesOf = (outcome: EngineCommandOutcome | undefined) =>
  transactionOfAuthorization(outcome).reasons.map(({ code }) => code)

/** The first entry of a journal. */
const entry = (what: Pick<JournalEntry, 'isApproval' | 'counted'>): JournalEntry => ({
  id: 'txn_1',
  customerId: 'cust_1',
  agentId: 'agt_1',
  cardId: 'card_1',
  sequence: 1,
  at: TEST_NOON,
  ...what,
})

/** Sends authorizations in one batch. Returns the codes of the reasons of each decline, or `approved`. */
function inOneBatch(described: DescribedCard, commands: readonly Partial<AuthorizeCommand>[]) {
  return cardNetwork(described)
    .send(commands.map(someAuthorization))
    .outcomes.map((outcome) => codesOf(outcome).join(' ') || 'approved')
}

describe('an approval', () => {
  it('is a pending transaction that counts on every level', () => {
    const { set, send } = cardNetwork()
    const { outcomes, changes } = send([someAuthorization({ networkReference: 'ref' })])
    const transaction = transactionOfAuthorization(outcomes[0])
    const { trace, ...told } = transaction
    expect(told).toEqual({
      id: 'txn_1',
      accountId: 'acct_1',
      customerId: 'cust_1',
      agentId: 'agt_1',
      cardId: 'card_1',
      intentId: null,
      sequence: 1,
      type: 'authorization',
      status: 'pending',
      amount: 1000,
      authorizedAmount: 1000,
      settledAmount: 0,
      refundedAmount: 0,
      currency: 'USD',
      merchantMoney: null,
      merchant: { name: 'Acme Tools', mcc: '5251' },
      decision: 'approve',
      reasons: [],
      flags: noTransactionFlags,
      shadow: null,
      attestation: 'unattested',
      networkReference: 'ref',
      referenceHash: 'ref',
      createdAt: TEST_NOON,
      updatedAt: TEST_NOON,
      settledAt: null,
      expiresAt: TEST_NOON + AUTHORIZATION_HOLD_MS,
      counted: [[TEST_NOON, 1000]],
    })
    expect(trace.map(({ code, passed }) => [code, passed])).toContainEqual(['card_frozen', true])
    expect(outcomes[0]).toEqual({ kind: 'decided', transaction, decision: transaction })
    expect(set.transactions.get('txn_1')).toBe(transaction)
    expect(recallRuleMemoryOfLevel(recentPurchases, set.memories, 'card_1')).toEqual([
      { at: TEST_NOON, amount: 1000, merchantName: 'Acme Tools', merchantKey: 'acmetools' },
    ])
    for (const id of ['card_1', 'agt_1', 'cust_1']) expect(spentOn(set, id)).toBe(1000)
    expect(set.cards.get('card_1')).toMatchObject({
      status: 'active',
      merchantLock: null,
      firstSpendAt: TEST_NOON,
      consumedAt: null,
    })
    expect({ ...changes, inputs: [...changes.inputs.keys()] }).toEqual({
      ...noBatchChanges(),
      newTransactions: new Set(['txn_1']),
      inputs: ['txn_1'],
      cards: new Map([
        [
          'card_1',
          {
            before: expect.objectContaining({ firstSpendAt: null }),
            after: set.cards.get('card_1'),
            closedAt: null,
            callsIssuer: false,
          },
        ],
      ]),
      entries: [entry({ isApproval: true, counted: [[TEST_NOON, 1000]] })],
    })
  })

  it('of a card without an agent counts on the card and the customer', () => {
    const { set, send } = cardNetwork({ agent: null, card: { agentId: null } })
    const { outcomes, changes } = send([someAuthorization()])
    expect(transactionOfAuthorization(outcomes[0]).agentId).toBeNull()
    expect(changes.entries).toMatchObject([{ cardId: 'card_1', agentId: null, customerId: 'cust_1' }])
    expect([...set.spend.keys()]).toEqual(['card_1', 'cust_1'])
  })

  it('of another one leaves the card as it is', () => {
    const { set, send } = cardNetwork()
    send([someAuthorization()])
    const card = set.cards.get('card_1')
    const { changes } = send([someAuthorization({ amount: 5 })], TEST_NOON + 1)
    expect(changes.cards.size).toBe(0)
    expect(set.cards.get('card_1')).toBe(card)
    expect(spentOn(set)).toBe(1005)
  })

  it('of nothing is a check of the card that is over at once', () => {
    const { set, send } = cardNetwork({
      card: { usage: 'single', policy: { lockToFirstMerchant: true } },
      intents: [{}],
    })
    const card = set.cards.get('card_1')
    const { outcomes, changes } = send([someAuthorization({ amount: 0 })])
    expect(transactionOfAuthorization(outcomes[0])).toMatchObject({
      status: 'settled',
      authorizedAmount: 0,
      settledAt: TEST_NOON,
      counted: [],
    })
    expect(set.cards.get('card_1')).toBe(card)
    expect([
      set.spend.size,
      recallRuleMemoryOfLevel(recentPurchases, set.memories, 'card_1'),
      set.intents.get('card_1')?.length,
    ]).toEqual([0, [], 1])
    expect(changes).toEqual({
      ...noBatchChanges(),
      newTransactions: new Set(['txn_1']),
      inputs: changes.inputs,
      entries: [entry({ isApproval: false, counted: [] })],
    })
    expect(changes.inputs.get('txn_1')?.stored).toBeNull()
  })
})

describe('a decline', () => {
  it('is a transaction that holds nothing', () => {
    const { set, send } = cardNetwork({ card: { status: 'frozen' } })
    const { outcomes, changes } = send([someAuthorization()])
    const transaction = transactionOfAuthorization(outcomes[0])
    expect(transaction).toMatchObject({
      status: 'declined',
      authorizedAmount: 0,
      decision: 'decline',
      counted: [],
      settledAt: null,
    })
    expect(transaction.reasons.map(({ code, level }) => [code, level])).toEqual([['card_frozen', 'card']])
    expect([set.spend.size, recallRuleMemoryOfLevel(recentPurchases, set.memories, 'card_1')]).toEqual([0, []])
    expect(set.cards.get('card_1')?.firstSpendAt).toBeNull()
    expect([changes.newTransactions.size, changes.cards.size, changes.events.length]).toEqual([1, 0, 0])
  })

  const freezing = { requireIntent: true, onMissingIntent: 'freeze', onIntentMismatch: 'freeze' } as const

  it.each<[string, DescribedCard, string]>([
    ['a missing intent', {}, 'intent_missing'],
    ['another amount', { intents: [{ expectedAmount: 9 }] }, 'intent_mismatch'],
  ])('for %s freezes the card, where the policy says so', (_, described, reason) => {
    const { set, send } = cardNetwork({ ...described, card: { policy: freezing } })
    const { outcomes, changes } = send([someAuthorization(), someAuthorization()])
    expect(outcomes.map(codesOf)).toEqual([[reason], ['card_frozen', reason]])
    expect(set.cards.get('card_1')?.status).toBe('frozen')
    expect(set.intents.get('card_1')?.length).toBe(described.intents?.length)
    expect([...changes.cards.keys()]).toEqual(['card_1'])
    const data = { cardId: 'card_1', customerId: 'cust_1', agentId: 'agt_1', status: 'frozen', last4: '4242', reason }
    const event = {
      type: 'card.frozen',
      data,
      accountId: 'acct_1',
      customerId: 'cust_1',
      at: TEST_NOON,
      sequence: 1,
    }
    expect(changes.events).toEqual([event])
  })

  it('never freezes a closed card', () => {
    const { set, send } = cardNetwork({ card: { status: 'closed', policy: freezing } })
    expect(send([someAuthorization()]).changes.cards.size).toBe(0)
    expect(set.cards.get('card_1')?.status).toBe('closed')
  })
})

describe('in one batch', () => {
  it.each<[string, DescribedCard, readonly Partial<AuthorizeCommand>[], readonly string[]]>([
    [
      'each sees what the one before it spent',
      { card: { limits: { perDay: 2000 } } },
      [{}, { amount: 1001 }, {}, { amount: 1 }],
      ['approved', 'limit_exceeded', 'approved', 'limit_exceeded'],
    ],
    [
      'what the customer has spent before counts',
      { customer: { limits: { total: 2000 } } },
      [{ amount: 2000 }, { amount: 1 }],
      ['approved', 'limit_exceeded'],
    ],
    [
      'a second purchase cools down',
      { card: { policy: { cooldownMinutes: 1 } } },
      [{}, {}],
      ['approved', 'cooldown_active'],
    ],
    [
      'a repeated one is a duplicate, of a merchant without a name too',
      { card: { policy: { duplicateWindowMinutes: 5 } } },
      [{}, {}, { merchant: {} }, { merchant: {} }, { amount: 7 }],
      ['approved', 'duplicate_charge', 'approved', 'duplicate_charge', 'approved'],
    ],
    [
      'one of before the batch is a duplicate',
      {
        card: { policy: { duplicateWindowMinutes: 5 } },
        recentPurchases: [{ at: TEST_NOON - 1, amount: 1000, merchantName: 'Acme Tools' }],
      },
      [{}, { amount: 8 }, { amount: 8 }, {}],
      ['duplicate_charge', 'approved', 'duplicate_charge', 'duplicate_charge'],
    ],
    [
      'the first merchant with a name locks the card',
      { card: { policy: { lockToFirstMerchant: true } } },
      [{ merchant: {} }, {}, { merchant: { name: 'Other Shop' } }, {}],
      ['approved', 'approved', 'merchant_locked', 'approved'],
    ],
    [
      'a declined one locks nothing',
      { card: { policy: { lockToFirstMerchant: true, maxAmount: 1000 } } },
      [{ amount: 1001 }, { merchant: { name: 'Other Shop' } }],
      ['per_auth_exceeded', 'approved'],
    ],
    ['wrong credentials are declined', {}, [{ credentials: wrong }], ['credentials_invalid']],
    [
      'an intent pays once',
      { card: { policy: { requireIntent: true, onMissingIntent: 'decline' } }, intents: [{}] },
      [{}, {}],
      ['approved', 'intent_missing'],
    ],
  ])('%s', (_, described, commands, expected) => {
    expect(inOneBatch(described, commands)).toEqual(expected)
  })

  it('numbers are those of the customer, without gaps', () => {
    const { set, send } = cardNetwork({ card: { limits: { perAuth: 1000 } } })
    const { outcomes } = send([someAuthorization(), someAuthorization({ amount: 1001 }), someAuthorization()])
    expect(outcomes.map((outcome) => transactionOfAuthorization(outcome).sequence)).toEqual([1, 2, 3])
    expect(set.customers.get('cust_1')?.last).toEqual({ sequence: 3, id: 'txn_3', at: TEST_NOON })
  })
})

describe('the merchant lock', () => {
  it('is set once, on a card that has paid before as well', () => {
    const { set, send } = cardNetwork({ card: { firstSpendAt: 1, policy: { lockToFirstMerchant: true } } })
    expect(send([someAuthorization()]).changes.cards.size).toBe(1)
    expect(set.cards.get('card_1')).toMatchObject({ merchantLock: 'Acme Tools', firstSpendAt: 1 })
    expect(send([someAuthorization({ merchant: { name: 'ACME TOOLS #12' } })]).changes.cards.size).toBe(0)
    expect(set.cards.get('card_1')?.merchantLock).toBe('Acme Tools')
  })
})

describe('a single-use card', () => {
  it.each([null, 1])('is closed by its first purchase (first spend before: %s)', (firstSpendAt) => {
    const { set, send } = cardNetwork({ card: { usage: 'single', firstSpendAt } })
    const { outcomes, changes } = send([someAuthorization({ amount: 0 }), someAuthorization(), someAuthorization()])
    expect(outcomes.map(codesOf)).toEqual([[], [], ['card_closed', 'card_consumed']])
    expect(set.cards.get('card_1')).toMatchObject({
      status: 'closed',
      consumedAt: TEST_NOON,
      firstSpendAt: firstSpendAt ?? TEST_NOON,
    })
    expect(changes.events).toEqual([
      {
        type: 'card.closed',
        data: {
          cardId: 'card_1',
          customerId: 'cust_1',
          agentId: 'agt_1',
          status: 'closed',
          last4: '4242',
          reason: 'single_use',
        },
        accountId: 'acct_1',
        customerId: 'cust_1',
        at: TEST_NOON,
        sequence: 2,
      },
    ])
  })
})

describe('an intent', () => {
  const other = { id: 'int_2', expectedAmount: 5, purpose: 'A nail' }
  const result = {
    amountMatch: true,
    merchantMatch: true,
    mccMatch: true,
    currencyMatch: true,
    actualAmount: 1000,
    actualMerchant: 'Acme Tools',
  }

  it.each([
    ['matched', {}, {}, result],
    ['matched', { expectedAmount: 1000, expectedMerchant: 'Acme Tools' }, {}, result],
    ['mismatched', { expectedMerchant: 'Other Shop' }, { intentMismatch: true }, { ...result, merchantMatch: false }],
  ] as const)('is %s by a purchase, and used up', (status, expected, flags, matchResult) => {
    const { set, send } = cardNetwork({ intents: [...(status === 'matched' ? [other] : []), expected] })
    const { outcomes, changes } = send([someAuthorization()])
    const transaction = transactionOfAuthorization(outcomes[0])
    expect([transaction.intentId, transaction.flags]).toEqual([
      'int_1',
      { ...noTransactionFlags, intentMatched: status === 'matched', ...flags },
    ])
    expect(set.intents.get('card_1')?.map(({ id }) => id)).toEqual(status === 'matched' ? ['int_2'] : [])
    expect(changes.intents).toEqual([
      { id: 'int_1', cardId: 'card_1', status, transactionId: 'txn_1', matchResult, at: TEST_NOON },
    ])
    expect(changes.events).toEqual([
      {
        type: `intent.${status}`,
        data: {
          intentId: 'int_1',
          cardId: 'card_1',
          customerId: 'cust_1',
          agentId: 'agt_1',
          status,
          purpose: 'A hammer',
          ...expected,
          expiresAt: isoTimestamp(TEST_NOON + MINUTE_MS),
          transactionId: 'txn_1',
          matchResult,
        },
        accountId: 'acct_1',
        customerId: 'cust_1',
        at: TEST_NOON,
        sequence: 1,
      },
    ])
    expect(Object.keys(changes.events[0]?.data ?? {})).toHaveLength(9 + Object.keys(expected).length)
  })

  it('that has expired is nobody’s', () => {
    const { set, send } = cardNetwork({ intents: [{ expiresAt: TEST_NOON }] })
    expect(transactionOfAuthorization(send([someAuthorization()]).outcomes[0]).intentId).toBeNull()
    expect(set.intents.get('card_1')).toHaveLength(1)
  })
})

describe('what a decision was made from', () => {
  it('is kept with it', () => {
    const { set, send } = cardNetwork({ intents: [{}, { id: 'int_2' }], lastAttestedAt: 5 })
    const [customer, agent, card] = [set.customers.get('cust_1'), set.agents.get('agt_1'), set.cards.get('card_1')]
    const { changes } = send([someAuthorization({ credentials: wrong })])
    expect(changes.inputs.get('txn_1')).toEqual({
      customer,
      agent,
      card,
      stored: { intents: ['int_1', 'int_2'], attestedAt: 5, credentials: wrong },
    })
  })

  it('without an agent is none', () => {
    const { send } = cardNetwork({ agent: null, card: { agentId: null } })
    const inputs = send([someAuthorization()]).changes.inputs.get('txn_1')
    expect([inputs?.agent, inputs?.stored]).toEqual([null, null])
  })
})
