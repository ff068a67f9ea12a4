import { describe, expect, it } from 'vitest'
import type { Reason } from '../../contract/decisions.ts'
import { reasonCodes, type RuleReasonCode } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

/** The texts of a decline reason. Its member `fixedBy` is tested in `fixed-by.test.ts`. */
type Words = Omit<Reason, 'code' | 'fixedBy'>
type Row = [RuleReasonCode, SomeCardFields, Partial<SpendRequest>, Words]

const spentBefore = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 200])
const ofAgent = (policy: Policy): SomeCardFields => ({ agent: { policy } })
const status = (level: 'customer' | 'agent' | 'card', observed: string) => ({ rule: 'status', level, observed })
const stopped = { rule: 'stop', level: 'default', observed: 'stopped' } as const
const never = { retryable: false }

/** The words of each decline reason: the fault, the field and level that it comes from, and the remedy. */
const table: Row[] = [
  [
    'account_stopped',
    { customer: { isAccountStopped: true } },
    {},
    {
      ...stopped,
      message: 'All spending of the account is stopped.',
      remedy: 'An admin resumes the account: `POST /account/resume`.',
      retryable: true,
    },
  ],
  [
    'customer_not_active',
    { customer: { status: 'suspended' } },
    {},
    {
      ...status('customer', 'suspended'),
      message: 'The customer is suspended.',
      remedy: 'Set the status of the customer to `active`.',
      retryable: true,
    },
  ],
  [
    'agent_not_active',
    { agent: { status: 'paused' } },
    {},
    {
      ...status('agent', 'paused'),
      message: 'The agent is paused.',
      remedy: 'Set the status of the agent to `active`.',
      retryable: true,
    },
  ],
  [
    'agent_not_active',
    { agent: { status: 'disabled' } },
    {},
    {
      ...status('agent', 'disabled'),
      message: 'The agent is disabled.',
      remedy: 'A disabled agent stays disabled: use another agent.',
      ...never,
    },
  ],
  [
    'card_frozen',
    { card: { status: 'frozen' } },
    {},
    {
      ...status('card', 'frozen'),
      message: 'The card is frozen.',
      remedy: 'Unfreeze the card.',
      retryable: true,
    },
  ],
  [
    'card_closed',
    { card: { status: 'closed' } },
    {},
    {
      ...status('card', 'closed'),
      message: 'The card is closed.',
      remedy: 'A closed card stays closed: use another card.',
      ...never,
    },
  ],
  [
    'card_expired',
    ofAgent({ ttlMinutes: 60, ttlDays: 1 }),
    {},
    {
      rule: 'ttlMinutes',
      level: 'agent',
      limit: 60,
      message: 'The card expired at 2026-11-18T12:00:00.000Z.',
      remedy: 'Raise `ttlMinutes` and `ttlDays` where they are set, or use another card.',
      ...never,
    },
  ],
  [
    'card_consumed',
    { card: { usage: 'single', consumedAt: TEST_NOON - 1 } },
    {},
    {
      rule: 'usage',
      level: 'card',
      observed: 'used',
      message: 'The single-use card was used at 2026-11-18T11:59:59.999Z.',
      remedy: 'Use another card.',
      ...never,
    },
  ],
  [
    'currency_not_supported',
    {},
    { currency: 'EUR' },
    {
      rule: 'currency',
      level: 'default',
      limit: 'USD',
      observed: 'EUR',
      message: 'The currency EUR is not supported: cards are in USD.',
      remedy: 'Pay in USD.',
      ...never,
    },
  ],
  ...(
    [
      ['perAuth', 'per_auth_exceeded', 'one authorization', undefined],
      ['perDay', 'per_day_exceeded', '24 hours', '2026-11-19T11:59:59.999Z'],
      ['perWeek', 'per_week_exceeded', '7 days', '2026-11-25T11:59:59.999Z'],
      ['perMonth', 'per_month_exceeded', 'this calendar month', '2026-12-01T00:00:00.000Z'],
      ['total', 'total_exceeded', 'all time', undefined],
    ] as const
  ).map(([window, code, span, retryAt]): Row => {
    const isAlone = window === 'perAuth'
    const [limit, observed] = isAlone ? [999, 1000] : [1100, 1200]
    return [
      code,
      { ...ofAgent({ limits: { [window]: limit } }), spend: { card: spentBefore } },
      {},
      {
        rule: `limits.${window}`,
        level: 'agent',
        window,
        limit,
        observed,
        message: isAlone
          ? `$10.00 in ${span} is over the limit of $9.99 set by the agent's policy.`
          : `$10.00 would make $12.00 in ${span}, over the limit of $11.00 set by the agent's policy.`,
        remedy: `Raise \`limits.${window}\` of the agent's policy to at least ${observed}.`,
        ...(retryAt === undefined ? never : { retryable: true, retryAt }),
      },
    ]
  }),
  [
    'per_auth_exceeded',
    { agent: { policy: { maxAmount: 900 } }, card: { policy: { limits: { perAuth: 1000 } } } },
    {},
    {
      rule: 'maxAmount',
      level: 'agent',
      window: 'perAuth',
      limit: 900,
      observed: 1000,
      message: "$10.00 in one authorization is over the limit of $9.00 set by the agent's policy.",
      remedy: "Raise `maxAmount` of the agent's policy to at least 1000.",
      ...never,
    },
  ],
  [
    'limit_exceeded',
    { customer: { limits: { perAuth: 1999 } } },
    { authorizedBefore: 1000 },
    {
      rule: 'limits.perAuth',
      level: 'customer',
      window: 'perAuth',
      limit: 1999,
      observed: 2000,
      message: '$10.00 would make $20.00 in one authorization, over the limit of $19.99 set by the customer.',
      remedy: 'Raise `limits.perAuth` of the customer to at least 2000.',
      ...never,
    },
  ],
  [
    'limit_exceeded',
    { spend: { customer: recordApproval(emptyLevelSpend, [0, Number.MAX_SAFE_INTEGER - 5]) } },
    {},
    {
      rule: 'ledger',
      level: 'default',
      window: 'total',
      limit: Number.MAX_SAFE_INTEGER,
      observed: Number.MAX_SAFE_INTEGER - 5,
      message: 'The total spend would be larger than can be counted in whole cents.',
      remedy: 'Ask for at most 5 cents.',
      ...never,
    },
  ],
  [
    'max_transactions_exceeded',
    { ...ofAgent({ maxTransactionsPerDay: 1 }), spend: { card: spentBefore } },
    {},
    {
      rule: 'maxTransactionsPerDay',
      level: 'agent',
      limit: 1,
      observed: 2,
      message: "This would be transaction 2 in 24 hours; the agent's policy allows 1.",
      remedy: "Raise `maxTransactionsPerDay` of the agent's policy to at least 2.",
      retryable: true,
      retryAt: '2026-11-19T11:59:59.999Z',
    },
  ],
  ...(
    [
      ['merchant category', 'mcc', 'Mccs', ['mcc_missing', 'mcc_not_allowed', 'mcc_blocked'], '5734', '5411'],
      [
        'merchant',
        'name',
        'Merchants',
        ['merchant_missing', 'merchant_not_allowed', 'merchant_blocked'],
        'Uber',
        'Lyft',
      ],
      [
        'merchant country',
        'country',
        'Countries',
        ['country_missing', 'country_not_allowed', 'country_blocked'],
        'US',
        'DE',
      ],
    ] as const
  ).flatMap(([noun, field, kind, [missing, notAllowed, blocked], value, other]): Row[] => [
    [
      missing,
      ofAgent({ [`allowed${kind}`]: [value] }),
      {},
      {
        rule: `allowed${kind}`,
        level: 'agent',
        message: `The ${noun} is not given, and the agent's policy allows only those in \`allowed${kind}\`.`,
        remedy: `Send \`merchant.${field}\`.`,
        ...never,
      },
    ],
    [
      notAllowed,
      ofAgent({ [`allowed${kind}`]: [value] }),
      { merchant: { [field]: other } },
      {
        rule: `allowed${kind}`,
        level: 'agent',
        observed: other,
        message: `The ${noun} ${other} is not among those that the agent's policy allows.`,
        remedy: `Add ${other} to \`allowed${kind}\` of the agent's policy.`,
        ...never,
      },
    ],
    [
      blocked,
      ofAgent({ [`blocked${kind}`]: [other, value] }),
      { merchant: { [field]: value } },
      {
        rule: `blocked${kind}`,
        level: 'agent',
        limit: value,
        observed: value,
        message: `The ${noun} ${value} is blocked by the agent's policy.`,
        remedy: `Remove ${value} from \`blocked${kind}\` of the agent's policy.`,
        ...never,
      },
    ],
  ]),
  ...(
    [
      [{}, 'no merchant is given'],
      [{ name: 'LYFT' }, 'LYFT is another merchant'],
    ] as const
  ).map(([merchant, why]): Row => [
    'merchant_locked',
    { ...ofAgent({ lockToFirstMerchant: true }), card: { merchantLock: 'Uber' } },
    { merchant },
    {
      rule: 'lockToFirstMerchant',
      level: 'agent',
      limit: 'Uber',
      ...('name' in merchant && { observed: 'LYFT' }),
      message: `The card is locked to Uber, and ${why}.`,
      remedy: "Pay at Uber, or set `lockToFirstMerchant` of the agent's policy to false.",
      ...never,
    },
  ]),
  [
    'cooldown_active',
    {
      ...ofAgent({ cooldownMinutes: 5 }),
      spend: { card: recordApproval(emptyLevelSpend, [TEST_NOON - 2 * MINUTE_MS + 1, 1]) },
    },
    {},
    {
      rule: 'cooldownMinutes',
      level: 'agent',
      limit: 5,
      message: "The agent's policy asks for 5 minutes between two transactions; 4 are left.",
      remedy: "Wait until 2026-11-18T12:03:00.001Z, or lower `cooldownMinutes` of the agent's policy.",
      retryable: true,
      retryAt: '2026-11-18T12:03:00.001Z',
    },
  ],
  ...(
    [
      [[1], 'Wait until 2026-11-23T08:00:00.000Z, or widen `activeHours`', '2026-11-23T08:00:00.000Z'],
      [[], 'Name a day in `activeHours`', undefined],
    ] as const
  ).map(([days, remedy, retryAt]): Row => [
    'outside_active_hours',
    ofAgent({ activeHours: { timezone: 'Europe/Berlin', days: [...days], from: '09:00', to: '17:00' } }),
    {},
    {
      rule: 'activeHours',
      level: 'agent',
      limit: '09:00-17:00 Europe/Berlin',
      message: "It is Wednesday 13:00 in Europe/Berlin, outside the hours that the agent's policy allows.",
      remedy: `${remedy} of the agent's policy.`,
      ...(retryAt === undefined ? never : { retryable: true, retryAt }),
    },
  ]),
  [
    'intent_missing',
    ofAgent({ requireIntent: true, onMissingIntent: 'decline' }),
    {},
    {
      rule: 'onMissingIntent',
      level: 'agent',
      limit: 'decline',
      message: 'The policy requires a declared intent, and the card has none that is pending.',
      remedy: "Declare an intent for this purchase, or set `onMissingIntent` of the agent's policy to `flag`.",
      retryable: true,
    },
  ],
  ...(
    [
      [{ expectedAmount: 1 }, 'amount'],
      [{ expectedMerchant: 'Uber' }, 'merchant'],
      [{ expectedMccs: [], expectedCurrency: 'EUR' }, 'merchant category and currency'],
    ] as const
  ).map(([expected, differences]): Row => [
    'intent_mismatch',
    {
      ...ofAgent({ onIntentMismatch: 'decline' }),
      intents: [{ id: 'int_1', createdAt: 0, expiresAt: TEST_NOON + 1, ...expected }],
    },
    {},
    {
      rule: 'onIntentMismatch',
      level: 'agent',
      limit: 'decline',
      observed: 'int_1',
      message: `The purchase differs from the intent int_1 in ${differences}.`,
      remedy: "Declare an intent for this purchase, or set `onIntentMismatch` of the agent's policy to `flag`.",
      retryable: true,
    },
  ]),
  [
    'duplicate_charge',
    {
      ...ofAgent({ duplicateWindowMinutes: 5 }),
      recentPurchases: [{ at: TEST_NOON - MINUTE_MS, amount: 1000, merchantName: null }],
    },
    {},
    {
      rule: 'duplicateWindowMinutes',
      level: 'agent',
      limit: 5,
      message: 'The card paid the same amount to the same merchant at 2026-11-18T11:59:00.000Z.',
      remedy:
        "Wait until 2026-11-18T12:04:00.000Z, declare an intent for this purchase, or lower `duplicateWindowMinutes` of the agent's policy.",
      retryable: true,
      retryAt: '2026-11-18T12:04:00.000Z',
    },
  ],
]

describe('the words of a decline', () => {
  it.each(table)('%s', (code, described, request, words) => {
    const { decision, reasons } = decidePurchase(cardWithLevels(described), somePurchase(request))
    const said = reasons.map(({ fixedBy: _by, ...rest }) => rest)
    expect([decision, ...said]).toStrictEqual(['decline', { code, ...words }])
  })

  it('every code has its words here, but for those with a table of their own', () => {
    const codes = reasonCodes.filter((code) => !/^(credentials|merchant_per_day)_/.test(code))
    expect(new Set(table.map(([code]) => code))).toEqual(new Set(codes))
  })
})
