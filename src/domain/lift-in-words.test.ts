import { expect, it } from 'vitest'
import { liftInWords } from './lift-in-words.ts'
import { formatMoney } from './money.ts'

it.each<[Parameters<typeof liftInWords>[0], string]>([
  [
    { rule: 'limits.perAuth', code: 'per_auth_exceeded', level: 'card', window: 'perAuth', limit: 10000, asked: 14000 },
    'Limit for one purchase $100.00: asked $140.00',
  ],
  [
    { rule: 'limits.perDay', code: 'limit_exceeded', level: 'agent', window: 'perDay', limit: 500, asked: 640 },
    'Limit for 24 hours $5.00: asked $6.40',
  ],
  [
    { rule: 'maxAmount', code: 'per_auth_exceeded', level: 'card', window: 'perAuth', limit: 10000, asked: 14000 },
    'Largest amount $100.00: asked $140.00',
  ],
  [
    { rule: 'maxTransactionsPerDay', code: 'max_transactions_exceeded', level: 'card', limit: 3, asked: 4 },
    'Purchases per day 3: asked 4',
  ],
  [
    { rule: 'allowedMerchants', code: 'merchant_not_allowed', level: 'card', asked: 'Strand Books' },
    'Only these merchants: asked Strand Books',
  ],
  [
    { rule: 'allowedOrigins', code: 'origin_not_allowed', level: 'card', asked: 'https://strand.example' },
    'Only at these origins: asked https://strand.example',
  ],
  [{ rule: 'lockToFirstMerchant', code: 'merchant_locked', level: 'card' }, 'Lock to the first merchant'],
])('%j is %s', (lift, words) => {
  expect(liftInWords(lift, (cents) => formatMoney(cents, 'USD'))).toBe(words)
})
