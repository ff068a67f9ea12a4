import { expect, it } from 'vitest'
import { TEST_NOON, somePurchase, cardWithLevels } from '../../../test/support/records/subject.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { decidePurchase } from '../ladder/decide.ts'

it.each([
  [4000, 5000, '$40.00 at one merchant in 24 hours would make $50.00, over', '2026-11-19T11:59:00.000Z'],
  [4600, 5600, '$46.00 at one merchant in 24 hours would make $56.00, over', undefined],
])(
  'a purchase of %d cents too many at one merchant says what is wrong and what to do',
  (amount, observed, words, at) => {
    const described = {
      agent: { policy: { maxPerMerchantPerDay: 4500 } },
      spentAt: [
        { at: TEST_NOON - MINUTE_MS, amount: 2000, merchantName: 'Strand Books' },
        { at: TEST_NOON - MINUTE_MS, amount: -1000, merchantName: 'Strand Books' },
        { at: TEST_NOON - MINUTE_MS, amount: 9000, merchantName: "Powell's Books" },
        { at: TEST_NOON - MINUTE_MS, amount: 9000, merchantName: 'Strand Books', agentId: null },
      ],
    }
    const { decision, reasons } = decidePurchase(
      cardWithLevels(described),
      somePurchase({ amount, merchant: { name: 'STRAND BOOKS' } }),
    )
    expect([decision, ...reasons]).toEqual([
      'decline',
      {
        code: 'merchant_per_day_exceeded',
        rule: 'maxPerMerchantPerDay',
        level: 'agent',
        limit: 4500,
        observed,
        message: `${words} the limit of $45.00 set by the agent's policy.`,
        remedy: `Raise \`maxPerMerchantPerDay\` of the agent's policy to at least ${observed}.`,
        fixedBy: at === undefined ? 'owner' : 'time',
        retryable: at !== undefined,
        ...(at === undefined ? {} : { retryAt: at }),
      },
    ])
  },
)
