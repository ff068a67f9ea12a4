import { describe, expect, it } from 'vitest'
import { capsOfLimitDraft } from '../../../dashboard/src/lib/limit-draft.ts'
import { isSpendUnlimited, inheritedLimit } from '../../../dashboard/src/lib/limits.ts'
import { summarisePolicy } from '../../../src/domain/warnings/policy-summary.ts'
import { TEST_NOON, cardWithLevels } from '../../support/records/subject.ts'

const none = { policy: {} }

describe('whether nothing limits a card', () => {
  it.each([
    ['nothing at any level', {}, true],
    ['a cap of the customer', { customer: { limits: { perMonth: 5 } } }, false],
    ['a limit of the policy of the agent', { agent: { policy: { limits: { perAuth: 5 } } } }, false],
    ['a largest amount of the card', { card: { policy: { maxAmount: 5 } } }, false],
    ['a number of purchases', { card: { policy: { maxTransactionsPerDay: 5 } } }, true],
  ] as const)('%s, as the service warns of it', (_, described, expected) => {
    const levels = (['customer', 'agent', 'card'] as const).map((level) => ({
      ...none,
      ...(described as Partial<Record<typeof level, object>>)[level],
    }))
    expect(isSpendUnlimited(levels)).toBe(expected)
    const { warnings } = summarisePolicy(cardWithLevels(described), TEST_NOON)
    expect(warnings.some(({ code }) => code === 'no_limit')).toBe(expected)
  })
})

it('a new card takes the strictest limit of a month from above, else that of another period', () => {
  const customer = { policy: { limits: { perDay: 200, perMonth: 900 } }, limits: { perMonth: 1_000 } }
  const agent = { policy: {}, limits: { perMonth: 800 } }
  expect(inheritedLimit([customer, agent])).toEqual({ cents: 800, period: 'perMonth' })
  expect(inheritedLimit([{ policy: { limits: { perAuth: 5, perDay: 10 } } }])).toEqual({ cents: 10, period: 'perDay' })
  expect(inheritedLimit([none])).toBeNull()
})

it('an empty amount asks for no cap, and one that is none is an error', () => {
  expect(capsOfLimitDraft({ amount: ' 1,250.50', period: 'perWeek' })).toEqual({ perWeek: 125_050 })
  expect(capsOfLimitDraft({ amount: '', period: 'perWeek' })).toBeNull()
  for (const amount of ['0', 'much', '-5']) expect(capsOfLimitDraft({ amount, period: 'total' })).toBeUndefined()
})
