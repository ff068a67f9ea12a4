import { expect, it } from 'vitest'
import type { Reason } from '../../contract/decisions.ts'
import type { RuleReasonCode } from '../../contract/reasons.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'

const MINUTE_MS = 60_000

const table: [RuleReasonCode, SomeCardFields, Partial<SpendRequest>, Omit<Reason, 'code' | 'fixedBy'>][] = [
  [
    'credentials_invalid',
    {},
    { credentials: { byNumber: true, expiry: 'right', cvv: 'wrong' } },
    {
      rule: 'credentials',
      level: 'card',
      message: 'The expiry or the CVV does not belong to this card.',
      remedy: 'Send the expiry and the CVV of this card.',
      retryable: false,
    },
  ],
  [
    'credentials_invalid',
    { agent: { policy: { requireCvv: true } } },
    { credentials: { byNumber: true, expiry: 'right', cvv: 'none' } },
    {
      rule: 'requireCvv',
      level: 'agent',
      message: "The purchase names the card by its number and has no CVV, which the agent's policy requires.",
      remedy: "Send `cvv`, or set `requireCvv` of the agent's policy to false.",
      retryable: false,
    },
  ],
  [
    'credentials_locked',
    { card: { failedCredentials: [5, 4, 3, 2, 1].map((minutes) => TEST_NOON - minutes * MINUTE_MS) } },
    { credentials: { byNumber: true, expiry: 'right', cvv: 'wrong' } },
    {
      rule: 'credentials',
      level: 'card',
      message: 'The card takes no purchase by number: a wrong expiry or CVV was sent too often in a row.',
      remedy: 'Wait, or call `POST /cards/{cardId}/unlock-credentials`.',
      retryable: true,
      retryAt: '2026-11-19T11:59:00.000Z',
    },
  ],
]

it.each(table)('%s says what is wrong and what to do', (code, described, request, words) => {
  const { decision, reasons } = decidePurchase(cardWithLevels(described), somePurchase(request))
  const said = reasons.map(({ fixedBy: _by, ...rest }) => rest)
  expect([decision, ...said]).toStrictEqual(['decline', { code, ...words }])
})
