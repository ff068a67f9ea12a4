import { describe, expect, it } from 'vitest'
import { changeRequestHeadline } from '../../dashboard/src/pages/approvals/change-text.ts'
import {
  auditEntriesByRequest,
  singleFieldChanges,
  describeFieldChange,
  describeOperation,
} from '../../dashboard/src/lib/change-words.ts'

/** As the page shows it. */
const sentences = (path: string, before: unknown, after: unknown): string[] =>
  singleFieldChanges({ path, before, after }).map((change) => {
    const { verb, field, from, to } = describeFieldChange(change)
    return [verb, field, from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
  })

describe('a change in words', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['policy.limits', { perDay: 10_000 }, { perDay: 25_000 }, ['Raised limit per day from $100.00 to $250.00']],
    ['limits.perMonth', 50_000, 20_000, ['Lowered cap per month from $500.00 to $200.00']],
    ['policy.limits', null, { perAuth: 500 }, ['Set limit per purchase to $5.00']],
    ['policy.limits', { perAuth: 500, perDay: 900 }, { perDay: 900 }, ['Removed limit per purchase from $5.00']],
    ['policy.requireIntent', null, true, ['Turned on “Intent required”']],
    ['policy.requireIntent', true, false, ['Turned off “Intent required”']],
    ['policy.requireIntent', true, null, ['Unset “Intent required”']],
    ['status', 'active', 'frozen', ['Changed status from active to frozen']],
    ['policy.allowedMerchants', ['GitHub'], [], ['Changed “Only these merchants” from GitHub to none']],
    [
      'shadowPolicy',
      null,
      { limits: { perDay: 10_000 }, requireIntent: true },
      ['Set limit per day of the shadow policy to $100.00', 'Turned on “Intent required” of the shadow policy'],
    ],
    ['shadowPolicy', { limits: { perDay: 100 } }, { limits: { perDay: 100 } }, []],
    ['approvalPasskeyAbove', null, 50_000, ['Set approval passkey above to $500.00']],
    ['requestsPerMinute', null, 1_200_000, ['Set requests per minute to 1,200,000']],
  ])('%s: %j -> %j', (path, before, after, expected) => {
    expect(sentences(path, before, after)).toEqual(expected)
  })

  it.each([
    ['updateCard', 'changed a card'],
    ['createApiKey', 'made an API key'],
    ['freezeCard', 'froze a card'],
    ['rejectIntent', 'declined an intent'],
    ['requestPasswordReset', 'requested a new password'],
    ['getCardDetails', 'read a card number'],
    ['sealCardDetails', 'sealed a card number'],
    ['updateMailNotifications', 'changed mail notifications'],
    ['sweepSomething', 'sweep something'],
  ])('%s: %s', (operation, told) => {
    expect(describeOperation(operation)).toBe(told)
  })

  it('of what an agent asks for, limits come first and in dollars', () => {
    const wanted = { allow: { merchant: 'Hilton' }, status: 'active', limits: { perAuth: 60_000 } } as const
    const headline = changeRequestHeadline({ level: 'card', wanted })
    expect(headline).toMatch(/^[^,]*\$600\.00, unfreeze the card, allow Hilton$/)
  })

  it('what one request changed belongs together, and what no request asked for stands alone', () => {
    const entries = [
      { id: 'a', requestId: 'req_1' },
      { id: 'b', requestId: 'req_1' },
      { id: 'c', requestId: null },
      { id: 'd', requestId: null },
      { id: 'e', requestId: 'req_1' },
    ]
    expect(auditEntriesByRequest(entries).map((act) => act.map(({ id }) => id))).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ])
  })
})
