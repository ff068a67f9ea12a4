import { recentPurchases } from '../../src/domain/memories/recent-purchases.ts'
import { spentAtMerchantsMemory, type SpentAmount } from '../../src/domain/memories/spent-at.ts'
import { recognizedKey } from '../../src/domain/merchant-match/merchant-match.ts'
import { recentPurchase } from '../../src/domain/transactions/recent-purchase.ts'
import type { Limits, Policy } from '../../src/contract/policy.ts'
import type {
  AgentState,
  CardState,
  CustomerState,
  PendingIntent,
  SpendRequest,
  SpendingSubject,
} from '../../src/domain/entities.ts'
import { adjustSpend, emptyLevelSpend, recordApproval, type LevelSpend } from '../../src/domain/spend/spend-windows.ts'

/** A question with everything that happened before it, as a plain history: what both implementations are asked. */
export interface Case {
  readonly customer: Pick<CustomerState, 'status' | 'isAccountStopped' | 'policy' | 'limits'> & {
    /** Undefined: USD. */
    readonly currency?: string
  }
  readonly agent: Pick<AgentState, 'status' | 'policy' | 'limits'> | null
  readonly card:
    | (Pick<
        CardState,
        'status' | 'usage' | 'createdAt' | 'merchantLock' | 'consumedAt' | 'failedCredentials' | 'subscriptions'
      > & {
        readonly policy: Policy
        readonly limits: Limits
      })
    | null
  /** Oldest first. */
  readonly history: readonly Past[]
  readonly intents: readonly PendingIntent[]
  readonly lastAttestedAt: number | null
  readonly request: SpendRequest
}

/** Money that was spent. */
export interface Past {
  readonly at: number
  readonly amount: number
  /** Given back later, or, below 0, settled above what was authorized. */
  readonly givenBack: number
  /** Whose it is: this card's, another card's of the agent, or of another agent of the customer. */
  readonly by: 'card' | 'agent' | 'customer'
  /** Increments and forced captures spend without being an authorization of their own. */
  readonly isAuthorization: boolean
  readonly merchant: string | null
}

/** The same case as the implementation wants it. */
export function subjectOf(c: Case): SpendingSubject {
  const { customer, agent, card, request } = c
  const spend = (...by: Past['by'][]): LevelSpend => {
    const past = c.history.filter((entry) => by.includes(entry.by))
    const spent = past.reduce(record, emptyLevelSpend)
    return past.reduce(
      (sum, { at, givenBack }) => (givenBack === 0 ? sum : adjustSpend(sum, [at, -givenBack], request.now)),
      spent,
    )
  }
  return {
    customer: { id: 'cust', accountId: 'acct', currency: 'USD', ...customer },
    agent: agent && { id: 'agt', ...agent },
    card: card && {
      id: 'card',
      accountId: 'acct',
      customerId: 'cust',
      agentId: agent ? 'agt' : null,
      last4: '0000',
      expiresAt: null,
      firstSpendAt: null,
      ...card,
    },
    spend: {
      customer: spend('card', 'agent', 'customer'),
      agent: agent && spend('card', 'agent'),
      card: card && spend('card'),
    },
    intents: c.intents,
    memories: new Map<object, unknown>([
      [recentPurchases, purchasesOf(c)],
      [spentAtMerchantsMemory, amountsOf(c)],
    ]),
    lastAttestedAt: c.lastAttestedAt,
  }
}

const purchasesOf = ({ history }: Case) =>
  history
    .filter(({ by, isAuthorization }) => by === 'card' && isAuthorization)
    .map(({ at, amount, merchant }) => recentPurchase(at, amount, merchant === null ? {} : { name: merchant }))

/** Each spend of the history, and what was given back of it. */
const amountsOf = ({ history, agent }: Case): SpentAmount[] =>
  history.flatMap(({ at, amount, givenBack, by, merchant }) => {
    const of = { at, merchantName: merchant, merchantKey: recognizedKey(merchant) }
    const owner = {
      agentId: by === 'customer' || agent === null ? null : 'agt',
      cardId: by === 'card' ? 'card' : 'other',
    }
    return [amount, -givenBack].map((cents) => ({ ...of, ...owner, amount: cents }))
  })

const record = (spend: LevelSpend, { at, amount, isAuthorization }: Past): LevelSpend =>
  isAuthorization ? recordApproval(spend, [at, amount]) : adjustSpend(spend, [at, amount], at)
