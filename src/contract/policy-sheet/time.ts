import type { PolicySheetRow } from './row.ts'

const inMinutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const expiresAtOnce = { code: 'ttl_zero', message: 'Cards expire in the moment of their creation.' } as const

/** The policy fields about hours, pauses, and the life of a card. */
export const timePolicyFields = {
  activeHours: {
    number: 23,
    kind: 'hours',
    description: null,
    default: null,
    looser: 'longer',
    label: 'Active hours',
    hint: 'Purchases at other times are declined. The hours may span midnight.',
    check: ['When', 'Active hours'],
    agents: ({ days, from, to, timezone }) =>
      days.length === 0
        ? 'No day of the week is allowed.'
        : `Only ${dayNames.filter((_, day) => days.includes(day)).join(', ')} from ${from} to ${to} in ${timezone}.`,
    needs: null,
    nothing: { code: 'active_hours_empty', message: '`activeHours` names no day: no spend can pass it.' },
    request: 'value',
    remedy: null, // days, hours or the zone
    flag: null,
  },
  cooldownMinutes: {
    number: 8,
    kind: 'minutes',
    description: 'The least number of minutes between approved authorizations of a card.',
    default: null,
    looser: 'less',
    label: 'Pause between purchases',
    hint: 'After each approved purchase of a card.',
    check: ['When', 'Pause between purchases'],
    agents: (count) => `${inMinutes(count)} between two purchases of a card.`,
    needs: null,
    nothing: null,
    request: 'value',
    remedy: 'wait-less',
    flag: null,
  },
  duplicateWindowMinutes: {
    number: 25,
    kind: 'minutes',
    description:
      'Declines a purchase with the same merchant and amount as an authorization that was approved within so many minutes before it, even if that one was reversed.',
    default: null,
    looser: 'less',
    label: 'Duplicates within',
    hint: 'A second purchase with the same merchant and amount is declined.',
    check: ['Purpose', 'Not paid twice'],
    agents: (count) =>
      `The same amount at the same merchant is declined for ${inMinutes(count)}, unless an intent of its own expects it.`,
    needs: null,
    nothing: null,
    request: 'value',
    remedy: 'wait-less',
    flag: null,
  },
  ttlMinutes: {
    number: 9,
    kind: 'minutes',
    description: 'How many minutes after its creation the card expires.',
    default: null,
    looser: 'more',
    label: 'Card lives for, minutes',
    hint: 'From its creation. The earlier of the two ends applies.',
    check: ['Status', 'Life of the card'],
    agents: (_, { expiresAt }) => expiresAt && `The card expires at ${expiresAt}.`,
    needs: null,
    nothing: expiresAtOnce,
    request: 'value',
    remedy: 'live-longer',
    flag: { description: 'Cards expire so many minutes after they were made.', value: '60' },
  },
  ttlDays: {
    number: 10,
    kind: 'days',
    most: 3650,
    description: null,
    default: null,
    looser: 'more',
    label: 'Card lives for, days',
    hint: 'From its creation. The earlier of the two ends applies.',
    check: ['Status', 'Life of the card'],
    agents: (_, { expiresAt }) => expiresAt && `The card expires at ${expiresAt}.`,
    needs: null,
    nothing: expiresAtOnce,
    request: 'value',
    remedy: 'live-longer',
    flag: null,
  },
} as const satisfies Readonly<Record<string, PolicySheetRow>>
