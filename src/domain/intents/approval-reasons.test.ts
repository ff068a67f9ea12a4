import { describe, expect, it } from 'vitest'
import type { Policy } from '../../contract/policy.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import { approvalPastQuestion, noApprovalPast, type PersonRejection, rejectionMemoryMs } from './approval-past.ts'
import { approvalReasons, automaticRoom, type DeclaredPurchase, type JudgingDeclaration } from './approval-reasons.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const ASKING = { requireApproval: true, autoApproveBelow: 3000 }
const book: DeclaredPurchase = {
  amount: 2000,
  merchant: 'Ink Shop',
  origin: 'https://ink.example',
  currency: 'USD',
  kind: 'purchase',
  agentId: 'agt_1',
  cardId: 'card_1',
}
const rejected: PersonRejection = {
  agentId: 'agt_1',
  cardId: 'card_1',
  merchant: 'Ink Shop',
  origin: null,
  amount: 4000,
  most: 4400,
  at: NOW - 3 * HOUR_MS,
}
type Levels = Partial<Record<'customer' | 'agent' | 'card', Policy>>

const judgingUnder = (levels: Levels, known: Partial<JudgingDeclaration> = {}): JudgingDeclaration => ({
  effective: effectivePolicy({
    customer: { policy: levels.customer ?? {} },
    agent: { policy: levels.agent ?? {} },
    card: { policy: levels.card ?? {} },
  }),
  past: noApprovalPast,
  automatic: 0,
  isNewMerchant: false,
  now: NOW,
  ...known,
})
const rulesOf = (levels: Levels, known: Partial<JudgingDeclaration>, purchase = book) =>
  approvalReasons(purchase, judgingUnder(levels, known)).map(({ rule, level }) => `${rule} of ${level}`)
const past = (more: Partial<JudgingDeclaration['past']>) => ({ past: { ...noApprovalPast, ...more } })

describe('the most specific level that sets a field supplies it', () => {
  it.each<[Levels, string[]]>([
    [{ customer: ASKING }, ['rejectionMemoryHours of default']],
    [{ customer: { ...ASKING, rejectionMemoryHours: 2 } }, []],
    [
      { customer: { ...ASKING, rejectionMemoryHours: 2 }, agent: { rejectionMemoryHours: 4 } },
      ['rejectionMemoryHours of agent'],
    ],
    [
      { customer: { ...ASKING, rejectionMemoryHours: 2 }, card: { rejectionMemoryHours: 4 } },
      ['rejectionMemoryHours of card'],
    ],
    [{ customer: ASKING, agent: { rejectionMemoryHours: 48 }, card: { rejectionMemoryHours: 0 } }, []],
    [{ customer: { newMerchant: 'approve' } }, ['rejectionMemoryHours of default']],
    [{ customer: { rejectionMemoryHours: 48 } }, []], // nobody approves anything
  ])('a no of 3 hours ago under %j: %j', (levels, expected) => {
    expect(rulesOf(levels, past({ rejections: [rejected] }))).toEqual(expected)
  })

  it.each<[Levels, string[]]>([
    [{ customer: { ...ASKING, autoApprovePerDay: 10_000 } }, ['autoApprovePerDay of customer']],
    [{ customer: { ...ASKING, autoApprovePerDay: 10_001 } }, []],
    [
      { customer: { ...ASKING, autoApprovePerDay: 99_999 }, agent: { autoApprovePerDay: 9000 } },
      ['autoApprovePerDay of agent'],
    ],
    [{ customer: { ...ASKING, autoApprovePerDay: 9000 }, card: { autoApprovePerDay: 99_999 } }, []],
    [
      {
        customer: { ...ASKING, autoApprovePerDay: 99_999 },
        agent: { autoApprovePerDay: 99_999 },
        card: { autoApprovePerDay: 0 },
      },
      ['autoApprovePerDay of card'],
    ],
    [{ agent: ASKING, customer: { autoApprovePerDay: 1 } }, ['autoApprovePerDay of customer']],
    [{ customer: { autoApprovePerDay: 1 } }, []], // nothing is approved automatically
    [{ customer: { requireApproval: true, autoApprovePerDay: 1 } }, ['requireApproval of customer']],
  ])('8000 cents were approved automatically under %j: %j', (levels, expected) => {
    expect(rulesOf(levels, { automatic: 8000 })).toEqual(expected)
  })

  it.each<[Levels, string[]]>([
    [{ customer: ASKING }, []],
    [{ customer: { newOrigin: 'approve' } }, ['newOrigin of customer']],
    [{ agent: { newOrigin: 'approve' } }, ['newOrigin of agent']],
    [{ card: { newOrigin: 'approve' } }, ['newOrigin of card']],
    [{ customer: { newOrigin: 'off' }, card: { newOrigin: 'approve' } }, ['newOrigin of card']],
    [{ customer: { newOrigin: 'approve' }, agent: { newOrigin: 'off' } }, []],
  ])('a new origin under %j: %j', (levels, expected) => {
    expect(rulesOf(levels, {})).toEqual(expected)
    expect(rulesOf(levels, past({ knownOrigins: new Set(['https://ink.example']) }))).toEqual([])
    expect(rulesOf(levels, {}, { ...book, origin: undefined })).toEqual(expected)
  })
})

describe('a no is remembered', () => {
  it.each<[string, Partial<PersonRejection>, Partial<DeclaredPurchase>, boolean]>([
    ['as much as was rejected', {}, { amount: 4000 }, true],
    ['as much as the tolerance', {}, { amount: 4400 }, true],
    ['more', {}, { amount: 4401 }, false],
    ['a spelling of the shop', {}, { merchant: 'INK SHOP 0231' }, true],
    ['another shop', {}, { merchant: 'Paper Shop' }, false],
    ['another shop at the same site', { origin: 'https://ink.example' }, { merchant: 'Paper Shop' }, true],
    ['no shop, which may be any', {}, { merchant: undefined }, true],
    ['a rejection of no shop', { merchant: null }, {}, true],
    ['no shop, where another agent was told no', { agentId: 'agt_2' }, { merchant: undefined }, false],
    ['the shop, where another agent was told no', { agentId: 'agt_2', cardId: 'card_2' }, {}, true],
    [
      'a rejection of no shop to another card',
      { merchant: null, agentId: null, cardId: 'card_2' },
      { agentId: null },
      false,
    ],
    ['a rejection without an amount', { most: null, amount: null }, { amount: 99_999 }, true],
    ['just within the time', { at: NOW - 24 * HOUR_MS + 1 }, {}, true],
    ['at its end', { at: NOW - 24 * HOUR_MS }, {}, false],
  ])('%s', (_what, rejection, purchase, expected) => {
    const policy = { requireApproval: true, autoApproveBelow: 1_000_000 }
    const known = past({ rejections: [{ ...rejected, ...rejection }] })
    expect(rulesOf({ customer: policy }, known, { ...book, ...purchase })).toEqual(
      expected ? ['rejectionMemoryHours of default'] : [],
    )
  })

  it('names the newest of several', () => {
    const rejections = [rejected, { ...rejected, amount: 5000, most: 5000, at: NOW - 90 * MINUTE_MS }]
    expect(approvalReasons(book, judgingUnder({ customer: ASKING }, past({ rejections })))).toEqual([
      {
        rule: 'rejectionMemoryHours',
        level: 'default',
        message: 'A person said no to $50.00 at this shop 1 hour before.',
        amount: 5000,
        at: '2026-01-31T10:30:00.000Z',
      },
    ])
  })
})

it.each<[Policy, Partial<DeclaredPurchase>, Partial<JudgingDeclaration>, string[]]>([
  [{ requireApproval: true }, {}, {}, ['A person approves every purchase.']],
  [ASKING, { amount: 3000, currency: 'JPY' }, {}, ['Purchases of ¥3,000 or more wait for a person.']],
  [ASKING, { amount: undefined }, {}, ['The purchase names no amount.']],
  [ASKING, { kind: 'raise' }, {}, ['It takes more from the shop than was agreed to.']],
  [{ newMerchant: 'approve' }, {}, { isNewMerchant: true }, ['First purchase at this shop.']],
  [{ newMerchant: 'approve' }, { merchant: undefined }, { isNewMerchant: true }, ['The purchase names no shop.']],
  [
    { newMerchant: 'approve' },
    { kind: 'subscription' },
    { isNewMerchant: true },
    ['A person approves every subscription.'],
  ],
  [{ newOrigin: 'approve' }, { origin: 'https://shop.example:8443' }, {}, ['First purchase at shop.example:8443.']],
  [{ newOrigin: 'approve' }, { origin: undefined, kind: 'subscription' }, {}, []],
  [
    { ...ASKING, autoApprovePerDay: 10_000 },
    {},
    { automatic: 9000 },
    ['Approved automatically in the 24 hours before: $90.00 of $100.00.'],
  ],
  [
    ASKING,
    {},
    past({ rejections: [{ ...rejected, at: NOW }] }),
    ['A person said no to $40.00 at this shop less than a minute before.'],
  ],
  [
    ASKING,
    {},
    past({ rejections: [{ ...rejected, at: NOW - 40 * MINUTE_MS, amount: null }] }),
    ['A person said no to a purchase at this shop 40 minutes before.'],
  ],
])('says why under %j', (policy, purchase, known, expected) => {
  const reasons = approvalReasons({ ...book, ...purchase }, judgingUnder({ customer: policy }, known))
  expect(reasons.map(({ message }) => message)).toEqual(expected)
})

it('leaves room for what stays below the sum', () => {
  const levels = { customer: { ...ASKING, autoApprovePerDay: 10_000 } }
  expect(automaticRoom(judgingUnder(levels, { automatic: 9000 }))).toBe(999)
  expect(automaticRoom(judgingUnder({ customer: ASKING }, { automatic: 9000 }))).toBe(Number.POSITIVE_INFINITY)
})

it('asks about the past only where a policy needs it', () => {
  const ask = (policy: Policy) =>
    approvalPastQuestion(judgingUnder({ customer: policy }).effective.policy, {
      customerId: 'cus',
      origin: 'https://a.example',
      now: NOW,
    })
  expect(ask({})).toBeNull()
  expect(ask({ autoApprovePerDay: 1, rejectionMemoryHours: 48 })).toBeNull()
  expect(ask({ requireApproval: true, rejectionMemoryHours: 0 })).toBeNull()
  expect(ask({ ...ASKING, rejectionMemoryHours: 2 })).toMatchObject({
    rejectedSince: NOW - 2 * HOUR_MS,
    asksAutomatic: false,
    origin: null,
  })
  expect(ask({ ...ASKING, autoApprovePerDay: 1 })).toMatchObject({ asksAutomatic: true })
  expect(ask({ newOrigin: 'approve' })).toMatchObject({ origin: 'https://a.example' })
  expect(rejectionMemoryMs(judgingUnder({ customer: { newOrigin: 'approve' } }).effective.policy)).toBe(24 * HOUR_MS)
})
