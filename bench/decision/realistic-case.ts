import type { Case, Past } from '../../test/model/case.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 10_080 * MINUTE_MS
const now = Date.UTC(2026, 10, 18, 12)

/** A card as a company would set it up: rules on all three levels, hard caps, hours, lists and a week of purchases. */
export const realisticDecisionCase = (listLength = 20): Case => ({
  customer: {
    status: 'active',
    limits: { perMonth: 9_000_000 },
    policy: {
      limits: { perMonth: 5_000_000 },
      requireAttestation: true,
      blockedMccs: mccs(listLength, 6000),
      blockedCountries: ['IR', 'KP', 'SY'],
    },
  },
  agent: {
    status: 'active',
    limits: { perWeek: 900_000 },
    policy: {
      limits: { perDay: 200_000 },
      cooldownMinutes: 1,
      allowedMccs: [...mccs(listLength, 3000), '5734'],
      activeHours: { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' },
    },
  },
  card: {
    status: 'active',
    usage: 'multi',
    limits: {},
    policy: {
      limits: { perAuth: 50_000 },
      maxTransactionsPerDay: 100,
      allowedMerchants: [...Array.from({ length: listLength }, (_, n) => `Supplier ${word(n)}`), 'Acme Tools'],
    },
    createdAt: now - WEEK_MS,
    merchantLock: null,
    failedCredentials: [],
    consumedAt: null,
  },
  history: [...spends(140, 'customer'), ...spends(40, 'agent'), ...spends(20, 'card')].toSorted((a, b) => a.at - b.at),
  intents: [],
  lastAttestedAt: now - MINUTE_MS,
  request: {
    amount: 1500,
    currency: 'USD',
    merchant: { name: 'SQ *ACME TOOLS', mcc: '5734', country: 'US' },
    now,
    credentials: { byNumber: false, expiry: 'none', cvv: 'none' },
  },
})

/** Makes `count` past purchases, spread over a week. */
const spends = (count: number, by: Past['by']): Past[] =>
  Array.from({ length: count }, (_, n) => ({
    at: now - Math.floor((WEEK_MS / (count + 1)) * (n + 1)),
    amount: 1000,
    givenBack: 0,
    by,
    isAuthorization: true,
    merchant: 'Acme Tools',
  }))

const mccs = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => String((first + n) % 10_000).padStart(4, '0')).filter((mcc) => mcc !== '5734')

/** A word of letters for a number, because digits at the end of a name could be taken for a store number. */
const word = (n: number) => String(n).replace(/\d/g, (digit) => `${'bcdfghjklm'[Number(digit)]}a`)
