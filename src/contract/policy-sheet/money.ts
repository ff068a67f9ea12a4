import type { PolicySheetRow } from './row.ts'

/** The policy fields about amounts and numbers of purchases. */
export const moneyPolicyFields = {
  limits: {
    number: 11,
    kind: 'windows',
    windows: {
      perAuth: {
        hint: 'The most that one purchase may cost.',
        flag: 'Limit of the policy: the most for one purchase.',
      },
      perDay: { hint: 'In the last 24 hours.', flag: 'Limit of the policy: the most in 24 hours.' },
      perWeek: { hint: 'In the last 7 days.', flag: 'Limit of the policy: the most in 168 hours.' },
      perMonth: {
        hint: 'In the calendar month (UTC).',
        flag: 'Limit of the policy: the most in a calendar month (UTC).',
      },
      total: { hint: 'Over the whole life of the card.', flag: 'Limit of the policy: the most ever.' },
    },
    description: null,
    default: null,
    looser: 'more',
    label: 'Limit',
    hint: 'The most that a card may spend in a window.',
    check: ['Money', 'Limit'],
    agents: null, // the amounts of a budget tell agents
    needs: null,
    nothing: null, // the warnings about limits and caps are about 0
    request: 'value',
    remedy: 'raise',
    flag: null, // each window has its own flag
  },
  maxAmount: {
    number: 12,
    kind: 'money',
    description: null,
    default: null,
    looser: 'more',
    label: 'Largest amount',
    hint: 'The most that one purchase may cost. The smaller of this and “per purchase” applies.',
    check: ['Money', 'Largest purchase'],
    agents: null, // the amounts of a budget tell agents
    needs: null,
    nothing: null, // the warnings about limits and caps are about 0
    request: 'value',
    remedy: 'raise',
    flag: null,
  },
  maxTransactionsPerDay: {
    number: 24,
    kind: 'count',
    most: 1_000_000_000,
    description: null,
    default: null,
    looser: 'more',
    label: 'Purchases per day',
    hint: 'How many purchases of a card may be approved in 24 hours.',
    check: ['Money', 'Purchases per day'],
    agents: (count) => `At most ${count} purchases in 24 hours.`,
    needs: null,
    nothing: { code: 'limit_zero', message: '`maxTransactionsPerDay` is 0: no spend can pass it.' },
    request: 'value',
    remedy: 'raise',
    flag: null,
  },
  maxPerMerchantPerDay: {
    number: 30,
    kind: 'money',
    description:
      'The most that may be spent at one merchant in 24 hours, by all cards of the customer, the agent or the card whose policy sets it.',
    default: null,
    looser: 'more',
    label: 'Per merchant and day',
    hint: 'The most at one merchant in 24 hours: of all cards beneath the level that sets it.',
    check: ['Money', 'Per merchant and day'],
    agents: (cents, { money }) => `At most ${money(cents)} at one merchant in 24 hours.`,
    needs: null,
    nothing: { code: 'limit_zero', message: '`maxPerMerchantPerDay` is 0: no spend can pass it.' },
    request: 'value',
    remedy: 'raise',
    flag: null,
  },
} as const satisfies Readonly<Record<string, PolicySheetRow>>
