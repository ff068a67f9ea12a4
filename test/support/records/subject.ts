import type {
  AgentState,
  CardState,
  CustomerState,
  RecentPurchase,
  SpendRequest,
  SpendingSubject,
} from '../../../src/domain/entities.ts'
import { spentAtMerchantsMemory, type SpentAmount } from '../../../src/domain/memories/spent-at.ts'
import { recentPurchases as recent } from '../../../src/domain/memories/recent-purchases.ts'
import { recognizedKey } from '../../../src/domain/merchant-match/merchant-match.ts'
import { emptyLevelSpend, type LevelSpend } from '../../../src/domain/spend/spend-windows.ts'

/** A Wednesday at noon in UTC, in the middle of a month. */
export const TEST_NOON = Date.UTC(2026, 10, 18, 12)

export interface SomeCardFields {
  readonly customer?: Partial<CustomerState>
  /** The agent of the card. Null: the card has none. */
  readonly agent?: Partial<AgentState> | null
  /** The card of the purchase. Null: an evaluation without a card. */
  readonly card?: Partial<CardState> | null
  readonly spend?: { readonly customer?: LevelSpend; readonly agent?: LevelSpend; readonly card?: LevelSpend }
  readonly intents?: SpendingSubject['intents']
  readonly recentPurchases?: readonly Omit<RecentPurchase, 'merchantKey'>[]
  /** The spend of the customer's cards at merchants. Where nothing else is said, it is that of `aCard` and `anAgent`. */
  readonly spentAt?: readonly (Pick<SpentAmount, 'at' | 'amount' | 'merchantName'> & Partial<SpentAmount>)[]
  readonly lastAttestedAt?: number | null
}

/** A card of an agent of a customer. All are active and without rules, except for what is described. */
export function cardWithLevels(described: SomeCardFields = {}): SpendingSubject {
  const { customer, agent, card, spend = {}, intents = [], lastAttestedAt = null } = described
  const { recentPurchases = [], spentAt: spent = [] } = described
  return {
    customer: { ...aCustomer, ...customer },
    agent: agent === null ? null : { ...anAgent, ...agent },
    card: card === null ? null : { ...aCard, ...card },
    spend: {
      customer: spend.customer ?? emptyLevelSpend,
      agent: agent === null ? null : (spend.agent ?? emptyLevelSpend),
      card: card === null ? null : (spend.card ?? emptyLevelSpend),
    },
    intents,
    memories:
      recentPurchases.length + spent.length === 0
        ? undefined
        : new Map<object, unknown>([
            [recent, recentPurchases.map(withKey)],
            [spentAtMerchantsMemory, spent.map((part) => ({ agentId: 'agt_1', cardId: 'card_1', ...withKey(part) }))],
          ]),
    lastAttestedAt,
  }
}

const withKey = <Purchase extends { readonly merchantName: string | null }>(purchase: Purchase) => ({
  ...purchase,
  merchantKey: recognizedKey(purchase.merchantName),
})

/** A purchase of 10 dollars in USD, without a merchant, except for what is described. */
export const somePurchase = (described: Partial<SpendRequest> = {}): SpendRequest => ({
  amount: 1000,
  currency: 'USD',
  merchant: {},
  now: TEST_NOON,
  ...described,
})

const aCustomer: CustomerState = {
  id: 'cust_1',
  accountId: 'acct_1',
  status: 'active',
  currency: 'USD',
  policy: {},
  limits: {},
}
const anAgent: AgentState = { id: 'agt_1', status: 'active', policy: {}, limits: {} }
const aCard: CardState = {
  id: 'card_1',
  accountId: 'acct_1',
  customerId: 'cust_1',
  agentId: 'agt_1',
  status: 'active',
  usage: 'multi',
  last4: '4242',
  policy: {},
  limits: {},
  createdAt: TEST_NOON - 3_600_000,
  expiresAt: null,
  merchantLock: null,
  consumedAt: null,
  firstSpendAt: null,
  failedCredentials: [],
}
