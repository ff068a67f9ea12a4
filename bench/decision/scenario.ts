import type { Policy } from '../../src/contract/policy.ts'
import type { SpendRequest, Subject } from '../../src/domain/entities.ts'
import { emptySpend, recordApproval, type Spend } from '../../src/domain/spend-windows.ts'

const MINUTE_MS = 60_000
export const now = Date.UTC(2026, 10, 18, 12)

/** A card as a company would set it up: rules on all three levels, hard caps, hours, lists and a week of purchases. */
export function realisticSubject(listLength = 20): Subject {
  const customer: Policy = {
    limits: { perMonth: 5_000_000 },
    requireAttestation: true,
    blockedMccs: mccs(listLength, 6000),
    blockedCountries: ['IR', 'KP', 'SY'],
  }
  const agent: Policy = {
    limits: { perDay: 200_000 },
    cooldownMinutes: 1,
    allowedMccs: [...mccs(listLength, 3000), '5734'],
    activeHours: { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' },
  }
  const card: Policy = {
    limits: { perAuth: 50_000 },
    maxTransactionsPerDay: 100,
    allowedMerchants: [...Array.from({ length: listLength }, (_, n) => `Supplier ${word(n)}`), 'Acme Tools'],
  }
  return {
    customer: { id: 'cust', accountId: 'acct', status: 'active', policy: customer, limits: { perMonth: 9_000_000 } },
    agent: { id: 'agt', status: 'active', policy: agent, limits: { perWeek: 900_000 } },
    card: {
      id: 'card',
      accountId: 'acct',
      customerId: 'cust',
      agentId: 'agt',
      status: 'active',
      usage: 'multi',
      last4: '0000',
      policy: card,
      limits: {},
      createdAt: now - 86_400_000,
      expiresAt: null,
      merchantLock: null,
      consumedAt: null,
      firstSpendAt: null,
      lastSpendAt: null,
    },
    spend: { customer: spends(200), agent: spends(60), card: spends(20) },
    intents: [],
    recentPurchases: [],
    lastAttestedAt: now - MINUTE_MS,
  }
}

export const purchase: SpendRequest = {
  amount: 1500,
  currency: 'USD',
  merchant: { name: 'ACME TOOLS', mcc: '5734', country: 'US' },
  now,
}

/** So many spends, spread over a week. */
function spends(count: number): Spend {
  const step = Math.floor((7 * 86_400_000) / (count + 1))
  let spend = emptySpend(now)
  for (let n = count; n > 0; n -= 1) spend = recordApproval(spend, now - n * step, 1000)
  return spend
}

const mccs = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => String((first + n) % 10_000).padStart(4, '0')).filter((mcc) => mcc !== '5734')

/** A word of letters for a number: digits at the end of a name could pass for a store number. */
const word = (n: number) => String(n).replace(/\d/g, (digit) => `${'bcdfghjklm'[Number(digit)]}a`)
